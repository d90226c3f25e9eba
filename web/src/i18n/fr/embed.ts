import type { embed as english } from '../en/embed';
import type { Translation } from '../translation';

/** French texts of what other pages may hold in a frame, and of how it is shared. */
export const embed = {
  'embed.open': 'Sur {app}',
  'embed.none': 'Il n’y a rien à montrer ici.',
  'embed.loading': 'Chargement',
  'embed.board': 'Othellier : {black} pions noirs, {white} pions blancs',
  'embed.last': 'Dernier coup {square}',
  'embed.to_move': '{color} au trait',
  'embed.standings': 'Classement',
  'embed.rest': { one: 'et {count} autre', many: 'et {count} d’autres', other: 'et {count} autres' },
  'share.title': 'Partager',
  'share.link': 'Lien',
  'share.frame': 'Code pour une page web',
  'share.overlay': 'Incrustation pour un stream',
  'share.overlay.text': 'L’adresse pour une source navigateur : noms, pendules et pions sur fond transparent, {size} pixels.',
  'share.copy.do': 'Copier',
  'share.copy': 'Copier : {what}',
  'share.copied': 'Copié',
  'share.not_copied': 'Pas copié : le navigateur l’interdit. Sélectionnez le texte.',
} as const satisfies Translation<typeof english>;
