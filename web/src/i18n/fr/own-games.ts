import type { ownGames as english } from '../en/own-games';
import type { Translation } from '../translation';

/** French texts of one player’s games side by side. A message with forms is chosen by its `count`. */
export const ownGames = {
  'own_games.title': 'Vos parties',
  'own_games.heading': 'Vos parties en cours',
  'own_games.waiting.none': 'Aucune table ne vous attend',
  'own_games.none': 'Vous n’avez aucune partie en cours.',
  'own_games.none.text': 'Chaque partie apparaît ici à la publication de sa ronde, quel que soit le tournoi.',
  'own_games.signed_out': 'Connectez-vous, ou ouvrez votre lien de place dans ce navigateur : vos parties sont celles de vos places.',
  'own_games.name': '{event}, ronde {round}, table {table}',
  'own_games.waits': 'vous attend',
  'own_games.acts': 'Abandonner ou appeler le directeur',
  'own_games.go': 'À la table {table}',
  'own_games.armed': 'Début dans {left}.',
  'own_games.theirs': 'L’adversaire a le trait.',
  'own_games.sign': 'La partie est terminée : signez-la à la table.',
  'own_games.paused': 'Les pendules sont arrêtées.',
  'own_games.adjourned': 'La partie est ajournée.',
  'own_games.said': '{name} : {said}',
  'own_games.next': 'La suivante qui vous attend',
  'own_games.order': 'Les othelliers gardent l’ordre de leurs débuts.',
  'own_games.order.phone': 'Les tables qui vous attendent sont en tête, la plus longue attente en haut.',
  'own_games.keys.go': 'Table suivante, table précédente',
  'own_games.keys.next': 'Table suivante qui vous attend',
  'own_games.keys.legal': 'Case légale suivante de cette table',
  'own_games.keys.pass': 'Passer à cette table',
  'own_games.keys.clocks': 'Les deux pendules de cette table à haute voix',
  'own_games.keys.back': 'Renoncer à ce qui est choisi ou gardé',
} as const satisfies Translation<typeof english>;
