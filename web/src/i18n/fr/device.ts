import type { device as english } from '../en/device';
import type { Translation } from '../translation';

/** French texts of what a player's device can do, said before the event. */
export const device = {
  'device.title': 'Cet appareil',
  'device.lead': 'Ce qu’il sait faire ici, et ce qui remplace le reste.',
  'device.ready': 'Prêt',
  'device.stops': { one: '{count} chose vous bloque', many: '{count} de choses vous bloquent', other: '{count} choses vous bloquent' },
  'device.looks': { one: '{count} point à voir', many: '{count} de points à voir', other: '{count} points à voir' },
  'device.weight.stop': 'Bloquant',
  'device.weight.look': 'À voir',
  'device.weight.note': 'Note',
  'device.weight.fine': 'Bon',

  'device.connection': 'Connexion',
  'device.connection.missing':
    'Ce navigateur n’a pas de ligne en direct : aucune partie ne peut y être jouée. Utilisez un autre navigateur.',
  'device.connection.broken': 'Il n’y a pas de connexion. Elle est retentée d’elle-même ; vous pourrez jouer dès son retour.',
  'device.connection.measured': 'Connecté. Sa vitesse sera connue dans quelques secondes.',
  'device.connection.slow':
    'Une réponse prend {typical} ms, parfois {longest} ms. Rapprochez-vous du point d’accès ou prenez un câble : votre pendule n’en rattrape qu’une partie.',
  'device.connection.fine': 'Une réponse prend {typical} ms, entre {shortest} et {longest} ms.',
  'device.clock.ahead': 'L’horloge de cet appareil avance de {time} sur celle du serveur ; les pendules des tables suivent le serveur.',
  'device.clock.behind': 'L’horloge de cet appareil retarde de {time} sur celle du serveur ; les pendules des tables suivent le serveur.',

  'device.seat': 'Votre place',
  'device.seat.fine': 'Ce navigateur garde votre place : une page fermée ou rechargée la retrouve.',
  'device.seat.missing':
    'Ce navigateur ne garde rien : une page fermée ou rechargée perd votre place. Autorisez-le à garder les données de cette adresse, ou demandez au directeur un lien de place pour un autre navigateur.',

  'device.sound': 'Son',
  'device.sound.try': 'Jouer le signal',
  'device.sound.turn_on': 'Activer le son',
  'device.sound.busy': 'Lecture',
  'device.sound.untried': 'Jouez le signal qui vous appelle à votre table, et écoutez s’il est assez fort.',
  'device.sound.played': 'Le signal a été joué. Si vous ne l’avez pas entendu, montez le volume et quittez le mode silencieux.',
  'device.sound.blocked':
    'Ce navigateur retient le son : autorisez-le pour cette adresse dans ses réglages. D’ici là, le titre de l’onglet vous appelle.',
  'device.sound.off': 'Le son est coupé : seul le titre de l’onglet vous appelle.',
  'device.sound.missing': 'Ce navigateur ne joue aucun son : le titre de l’onglet vous appelle.',

  'device.notifications': 'Notifications',
  'device.notify.askable': 'Ce navigateur peut vous avertir au départ, si vous le permettez.',
  'device.notify.denied':
    'Ce navigateur refuse ici les notifications : autorisez-les dans ses réglages, ou gardez cette page au premier plan ; le titre et un son vous appellent.',
  'device.notify.plain': 'Pas de notifications en HTTP simple : gardez cette page au premier plan ; le titre et un son vous appellent.',
  'device.notify.missing':
    'Ce navigateur n’a pas de notifications : gardez cette page au premier plan ; le titre et un son vous appellent.',

  'device.awake': 'Écran',
  'device.awake.fine': 'L’écran reste allumé pendant votre partie.',
  'device.awake.refused':
    'Cet appareil ne garde pas l’écran allumé, le plus souvent pour sa batterie : branchez-le, ou allongez le délai de mise en veille.',
  'device.awake.plain': 'Aucune page ne garde l’écran allumé en HTTP simple : réglez la mise en veille à 10 min ou plus.',
  'device.awake.missing': 'Ce navigateur ne garde pas l’écran allumé : réglez la mise en veille à 10 min ou plus.',

  'device.kept': 'Sans réseau',
  'device.kept.fine': 'L’application est gardée sur cet appareil : les pages s’ouvrent sans réseau, et reprennent à son retour.',
  'device.kept.soon':
    'L’application est en cours de copie sur cet appareil. D’ici là, ne fermez ni ne rechargez votre table tant que le réseau manque.',
  'device.kept.plain':
    'Rien n’est gardé en HTTP simple : ne fermez ni ne rechargez votre table tant que le réseau manque ; elle reprend d’elle-même.',
  'device.kept.missing':
    'Ce navigateur ne garde pas l’application : ne fermez ni ne rechargez votre table tant que le réseau manque ; elle reprend d’elle-même.',

  'device.copying': 'Copie',
  'device.copying.clipboard': 'Coups et liens peuvent être copiés.',
  'device.copying.selection': 'Ici la copie passe par une sélection : si rien n’arrive, sélectionnez le texte et copiez-le vous-même.',

  'device.browser': 'Navigateur',
  'device.browser.fine': 'Ce navigateur a tout ce dont les pages sont faites.',
  'device.browser.old':
    'Il manque à ce navigateur {features}, et les pages peuvent mal s’afficher. Prévu pour : Chrome 123, Firefox 120, Safari 17.5 ou plus récent.',
} as const satisfies Translation<typeof english>;
