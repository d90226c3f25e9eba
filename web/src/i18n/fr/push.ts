import type { push as english } from '../en/push';
import type { Translation } from '../translation';

/** French texts of what a device is told while no page is open, and of the switch for it. */
export const push = {
  'push.paired.black': 'La ronde {round} commence à {time} : vous jouez Noir contre {opponent}, table {table}.',
  'push.paired.white': 'La ronde {round} commence à {time} : vous jouez Blanc contre {opponent}, table {table}.',
  'push.start.black': 'Votre partie commence à {time} : ronde {round}, table {table}, Noir contre {opponent}.',
  'push.start.white': 'Votre partie commence à {time} : ronde {round}, table {table}, Blanc contre {opponent}.',
  'push.bye': 'Ronde {round} : vous êtes exempt.',
  'push.call': 'Ronde {round} : la table {table} appelle le directeur.',
  'push.news': 'Il y a du nouveau dans ce tournoi.',

  'push.ask': 'M’avertir aussi quand cette page est fermée',
  'push.on': 'Cet appareil est averti même quand toutes les pages sont fermées.',
  'push.stop': 'Seulement quand une page est ouverte',
  'push.open': 'Seulement quand une page est ouverte.',
  'push.failed': 'Le serveur ne l’a pas accepté. Réessayez.',
  'push.missing': 'Ce navigateur n’est plus averti une fois ses pages fermées : laissez-en une ouverte jusqu’à votre partie.',
} as const satisfies Translation<typeof english>;
