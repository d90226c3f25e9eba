import type { embed as english } from '../en/embed';
import type { Translation } from '../translation';

/** French texts of what other pages may hold in a frame, and of how it is shared. */
export const embed = {
  'embed.open': 'Voir sur {app}',
  'embed.none': 'Il n’y a rien à montrer ici.',
  'embed.loading': 'Chargement',
  'embed.board': 'Othellier, pions : Noir {black}, Blanc {white}.',
  'embed.last': 'Dernier coup {square}.',
  'embed.to_move': '{color} au trait',
  'embed.standings': 'Classement',
  'embed.rest': { one: 'et {count} autre', many: 'et {count} d’autres', other: 'et {count} autres' },
  'share.title': 'Partager',
  'share.link': 'Lien',
  'share.frame': 'Code pour une page web',
  'share.overlay': 'Incrustation pour un stream',
  'share.overlay.text': 'L’adresse pour une source « Navigateur » : noms, pendules et pions sur fond transparent, {size} pixels.',
  'share.copy.do': 'Copier',
  'share.copy': 'Copier : {what}',
  'share.copied': 'Copié',
  'share.not_copied': 'Non copié : le navigateur l’interdit. Sélectionnez plutôt le texte.',
} as const satisfies Translation<typeof english>;
