import type { follow as english } from '../en/follow';
import type { Translation } from '../translation';

/** French texts of whom a spectator follows. A message with forms is chosen by its `count`. */
export const follow = {
  'follow.follow': 'Suivre',
  'follow.following': 'Suivi',
  'follow.off': 'Suivre {name}',
  'follow.on': 'Suivi : {name}',
  'follow.row': 'suivi',
  'follow.whom': 'Qui vous suivez',
  'follow.kept': 'Conservé dans ce navigateur seulement. On suit un joueur à son nom dans les listes, et dans la recherche.',
  'follow.nobody': 'Vous ne suivez aucun joueur.',
  'follow.countries': 'Pays',
  'follow.now': {
    one: 'Suivis : {count} partie en cours',
    many: 'Suivis : {count} de parties en cours',
    other: 'Suivis : {count} parties en cours',
  },
  'follow.now.none': 'Suivis : aucune partie en cours',
  'follow.game': 'Table {table}, {black} – {white}',
  'follow.begun': 'La partie de {names} a commencé à la table {table}.',
  'follow.only': 'Suivis',
  'follow.none_plays': 'Personne que vous suivez ne joue à la ronde {round}.',
} as const satisfies Translation<typeof english>;
