import type { wall as english } from '../en/wall';
import type { Translation } from '../translation';

/** French texts of the wall of boards. A message with forms is chosen by its `count`. */
export const wall = {
  'wall.title': 'Mur des tables',
  'wall.heading': 'Parties de la ronde {round}',
  'wall.round': 'Ronde {round}',
  'wall.running': {
    one: 'Tables en cours : {running} sur {count}',
    many: 'Tables en cours : {running} sur {count}',
    other: 'Tables en cours : {running} sur {count}',
  },
  'wall.shown': 'affichées : {shown}',
  'wall.pages': 'Pages de tables',
  'wall.earlier': 'Tables précédentes',
  'wall.later': 'Tables suivantes',
  'wall.turn': 'Changer de page toutes les {seconds} s',
  'wall.pause': 'Pause',
  'wall.screen': 'Plein écran',
  'wall.leave': 'Quitter le plein écran',
  'wall.hidden': 'Un appel arrête les pendules : l’othellier est caché jusqu’à la reprise.',
  'wall.hall': 'Partie jouée en salle : rien n’en est montré ici.',
  'wall.coming': 'La partie se prépare.',
  'wall.move': 'Coup {ply}, dernier : {square}',
  'wall.adjourned': 'Ajournée',
  'wall.paused': 'Pendules arrêtées',
  'wall.board': 'Noir {black}, Blanc {white}, dernier coup {square}.',
  'wall.board.first': 'Noir {black}, Blanc {white}, aucun coup joué.',
  'wall.flag': 'Drapeau tombé : {color}',
  'wall.keys.pages': 'Tables précédentes, tables suivantes',
  'wall.keys.pause': 'Défilement des pages, ou pause',
} as const satisfies Translation<typeof english>;
