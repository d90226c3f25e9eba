import type { embed as english } from '../en/embed';
import type { Translation } from '../translation';

/** French texts of what other pages may hold in a frame, and of how it is shared. */
export const embed = {
  'embed.open': 'Voir sur {app}',
  'embed.none': 'Il n’y a rien à montrer ici.',
  'embed.loading': 'Chargement',
  'embed.board': 'Othellier, pions : Noir {black}, Blanc {white}.',
  'embed.last': 'Dernier coup {square}.',
  'embed.move': 'Coup {ply}',
  'embed.to_move': '{color} au trait',
  'embed.standings': 'Classement',
  'embed.rest': { one: 'et {count} autre', many: 'et {count} d’autres', other: 'et {count} autres' },
  'share.title': 'Partager',
  'share.send': 'Envoyer le lien',
  'share.what': 'Ce que montre la page ou le stream',
  'share.what.game': 'Cette partie',
  'share.what.table': 'La table {table} du tournoi, ronde après ronde',
  'share.theme': 'Ses couleurs',
  'share.theme.own': 'Celles de l’appareil de qui regarde',
  'share.theme.light': 'Clair',
  'share.theme.dark': 'Sombre',
  'share.link': 'Lien',
  'share.frame': 'Code pour une page web',
  'share.overlay': 'Incrustation pour un stream',
  'share.overlay.text': 'L’adresse pour une source « Navigateur » : noms, pendules et pions sur fond transparent, {size} pixels.',
  'share.picture': 'Image',
  'share.picture.alt': 'Image : {what}',
  'share.picture.save': 'Enregistrer l’image',
  'share.picture.send': 'Envoyer l’image',
  'share.picture.none': 'Pas d’image pour le moment. Réessayez plus tard.',
  'share.copy': 'Copier : {what}',
} as const satisfies Translation<typeof english>;
