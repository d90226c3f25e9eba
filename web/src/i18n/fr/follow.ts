import type { follow as english } from '../en/follow';
import type { Translation } from '../translation';

/** French texts of whom a spectator follows. A message with forms is chosen by its `count`. */
export const follow = {
  'follow.follow': 'Suivre',
  'follow.following': 'Suivi',
  'follow.off': 'Suivre {name}',
  'follow.on': 'Suivi : {name}',
  'follow.row': 'que vous suivez',
  'follow.whom': 'Joueurs et pays suivis',
  'follow.kept': 'Conservé dans ce navigateur seulement. Un joueur se suit à côté de son nom dans les listes, ou dans la recherche.',
  'follow.nobody': 'Vous ne suivez aucun joueur.',
  'follow.countries': 'Pays',
  'follow.now': {
    one: 'Suivis : {count} partie en cours',
    many: 'Suivis : {count} de parties en cours',
    other: 'Suivis : {count} parties en cours',
  },
  'follow.now.none': 'Suivis : aucune partie en cours',
  'follow.game': 'Table {table}, {black} – {white}',
  'follow.begun': 'Partie commencée à la table {table} : {names}.',
  'follow.only': 'Suivis',
  'follow.none_plays': 'Aucun joueur que vous suivez ne joue à la ronde {round}.',
} as const satisfies Translation<typeof english>;
