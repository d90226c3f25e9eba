import type { summons as english } from '../en/summons';
import type { Translation } from '../translation';

/** French texts of what calls a player to a table on every page. */
export const summons = {
  'summons.label': 'Votre table : {event}',
  'summons.armed': 'La ronde {round} commence dans {left}.',
  'summons.live': 'La ronde {round} est en cours.',
  'summons.place': 'Vous jouez {color} à la table {table} contre {opponent}.',
} as const satisfies Translation<typeof english>;
