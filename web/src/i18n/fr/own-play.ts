import type { ownPlay as english } from '../en/own-play';
import type { Translation } from '../translation';

/** French texts of what whoever looks has open in casual play. A message with forms is chosen by its `count`. */
export const ownPlay = {
  'own_play.contests': 'Vos arènes et échelles',
  'own_play.place': 'place {place}',
  'own_play.mine': 'Vous avez défié {name}, jusqu’au {moment}.',
  'own_play.theirs': '{name} vous a défié, jusqu’au {moment}.',
  'own_play.waits': '{name} vous attend en ce moment.',
  'own_play.late': 'Il est trop tard pour commencer la partie.',
  'own_play.go': 'À l’échelle',
  'own_play.links': 'Vos défis ouverts',
  'own_play.links.note': 'Chacun vaut pour une partie, avec qui ouvre son lien le premier.',
  'own_play.copy': 'Copier le lien',
  'own_play.copy.name': 'Copier le lien : {terms}',
  'own_play.withdraw.name': 'Le retirer : {terms}',
} as const satisfies Translation<typeof english>;
