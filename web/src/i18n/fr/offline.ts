import type { offline as english } from '../en/offline';
import type { Translation } from '../translation';

/** French texts of a page that was opened and reached no server yet. */
export const offline = {
  'offline.opened': 'Vous êtes hors ligne.',
  'offline.opened.text': 'Ce que montre cette page viendra du serveur dès le retour de la connexion.',
  'offline.no_line': 'Pas encore de connexion au serveur.',
  'offline.no_line.text': 'Ce qui manque ici s’affichera dès la connexion établie.',
} as const satisfies Translation<typeof english>;
