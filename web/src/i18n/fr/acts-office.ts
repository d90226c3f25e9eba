import type { actsOffice as english } from '../en/acts-office';
import type { Translation } from '../translation';

/** French texts of the acts of rating officers, and of complaints. A message with forms is chosen by its `count`. */
export const actsOffice = {
  'office.approve': 'Homologuer pour les cotes',
  'office.approve.renew': 'Renouveler l’homologation',
  'office.withdraw': 'Retirer l’homologation',
  'office.release': 'Transmettre le fichier',
  'office.release.correction': 'Transmettre la correction',
  'office.release.reason': 'Remarque, publiée avec la version',
  'office.return': 'Rendre au directeur',
  'office.return.reason': 'Ce que le directeur doit corriger',
  'office.blocked.officers': 'Réservé aux responsables des cotes de la fédération de la nation hôte',
  'office.blocked.own_event': 'Vous avez joué ou officié ici : un autre responsable décide',
  'office.blocked.approved': 'Il est homologué',
  'office.blocked.not_approved': 'Il n’est pas homologué',
  'office.blocked.unapproved': 'Le tournoi n’est pas encore homologué',
  'office.blocked.unconfirmed': 'Le classement final n’est pas encore confirmé',
  'office.blocked.director': 'Agréez d’abord le directeur',
  'office.blocked.released': 'Il est transmis, et rien n’en a changé',
  'office.blocked.returned': 'Le directeur l’a',
  'office.blocked.nothing_waits': 'Aucun fichier n’attend ici',
  'office.blocked.stops': {
    one: '{count} contrôle est bloquant',
    many: '{count} de contrôles sont bloquants',
    other: '{count} contrôles sont bloquants',
  },
  'office.blocked.same_officer': 'Vous avez transmis ce fichier : un autre responsable transmet ce qui en a changé depuis',

  'office.number': 'Régler le numéro : {name}',
  'office.number.short': 'Régler le numéro',
  'office.number.stands': 'C’est déjà le numéro',

  'office.look': 'Voir au bureau des cotes',

  'complaint.title': 'Plaintes',
  'complaint.text.who':
    'Qui a pris part au tournoi peut se plaindre, après la fin, de la façon dont il a été dirigé. Les responsables des cotes de la fédération lisent la plainte et y répondent ; personne d’autre.',
  'complaint.of': '{name}, {moment}',
  'complaint.answer.of': 'Réponse de {name}, {moment}',
  'complaint.waits': 'Pas encore de réponse.',
  'complaint.none': 'Aucune.',
  'complaint.file': 'Se plaindre de la direction du tournoi',
  'complaint.text': 'Ce que le directeur a mal fait',
  'complaint.answer': 'Répondre à {name}',
  'complaint.answer.text': 'Ce que la fédération en dit',
  'complaint.answered': 'Réponse donnée',
} as const satisfies Translation<typeof english>;
