import type { moderators as english } from '../en/moderators';
import type { Translation } from '../translation';

/** French texts of who moderates casual play, and how moderators are named. */
export const moderators = {
  'moderators.title': 'Modérateurs des parties libres',
  'moderators.lead': 'Ils répondent aux signalements des parties libres. Aux tournois, c’est le directeur qui veille à l’ordre.',
  'moderators.none': 'Il n’y en a aucun : personne ne répond aux signalements des parties libres.',
  'moderators.since': 'depuis le {day}',
  'moderators.yours': 'Vous en êtes.',
  'moderators.desk': 'Au bureau des modérateurs',
  'moderators.account': 'Qui',
  'moderators.name': 'Nommer un modérateur',
  'moderators.name.do': 'Nommer {name} modérateur',
  'moderators.dismiss': 'Démettre {name}',
  'moderators.dismiss.ask': 'Démettre {name} ?',
  'moderators.dismiss.text': 'Cette personne ne répond plus aux signalements. Ce qu’elle a décidé reste.',
  'moderators.blocked.administrators': 'C’est l’affaire des administrateurs',
} as const satisfies Translation<typeof english>;
