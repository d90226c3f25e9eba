import type { office as english } from '../en/office';
import type { Translation } from '../translation';

/** French texts of how rating files stand, wherever that is told. A message with forms is chosen by its `count`. */
export const office = {
  'office.tabs': 'Bureau des cotes',
  'office.tab.inbox': 'À traiter',
  'office.tab.events': 'Tournois',
  'office.tab.deadline': 'Échéance',
  'office.tab.players': 'Joueurs',
  'office.tab.imports': 'Imports',
  'office.tab.federations': 'Fédérations',
  'office.tab.files': 'Fichiers de cotes',
  'office.tab.webhooks': 'Webhooks',

  'standing.announced': 'Annoncé',
  'standing.approved': 'Homologué',
  'standing.waiting': 'En attente',
  'standing.returned': 'Rendu',
  'standing.released': 'Transmis',
  'standing.correction': 'Correction en attente',
  'standing.withdrawn': 'Homologation retirée',

  'stands.announced': 'Aucun responsable des cotes n’a homologué le tournoi ; son fichier de cotes le dit.',
  'stands.approved': 'Un responsable des cotes a homologué le tournoi le {moment}. Son fichier est transmis après la confirmation.',
  'stands.approved.by': '{name} a homologué le tournoi pour {federation} le {moment}. Son fichier est transmis après la confirmation.',
  'stands.waiting': 'Il attend un responsable des cotes, qui homologue le tournoi et transmet son fichier.',
  'stands.waiting.approved': 'Un responsable des cotes a homologué le tournoi le {moment}. Son fichier attend d’être transmis.',
  'stands.waiting.approved.by': '{name} a homologué le tournoi pour {federation} le {moment}. Son fichier attend d’être transmis.',
  'stands.released': 'Un responsable des cotes a transmis son fichier le {moment}.',
  'stands.released.by': '{name} a transmis son fichier le {moment}.',
  'stands.released.earlier': 'Le tournoi a été homologué le {moment}, quand aucune transmission n’était nécessaire.',
  'stands.correction':
    'Ce qui a changé depuis la transmission de son fichier attend un autre responsable des cotes. D’ici là, la version précédente reste en vigueur.',
  'stands.withdrawn': 'Un responsable des cotes a retiré l’homologation ; le fichier de cotes indique que le tournoi n’est pas coté.',
  'stands.returned': 'Un responsable des cotes a rendu le fichier.',
  'stands.returned.by': '{name} a rendu le fichier le {moment}.',
  'stands.returned.reason': '« {reason} »',
  'stands.returned.next': 'Ce que vous rectifiez, corrigez ou signez repart automatiquement au bureau des cotes.',
  'stands.unapproved_director':
    'Aucune fédération de la nation hôte n’a agréé un directeur principal de ce tournoi. Un responsable des cotes le fait avant d’homologuer le tournoi.',
} as const satisfies Translation<typeof english>;
