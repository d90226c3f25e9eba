import type { device as english } from '../en/device';
import type { Translation } from '../translation';

/** French texts of what a player's device can do, said before the event. */
export const device = {
  'device.title': 'Cet appareil',
  'device.lead': 'Ce qu’il sait faire ici, et ce qui remplace le reste.',
  'device.help': 'Que faire',
  'device.ready': 'Prêt',
  'device.stops': { one: '{count} chose vous bloque', many: '{count} de choses vous bloquent', other: '{count} choses vous bloquent' },
  'device.looks': { one: '{count} point à voir', many: '{count} de points à voir', other: '{count} points à voir' },
  'device.weight.stop': 'Bloquant',
  'device.weight.look': 'À voir',
  'device.weight.note': 'Note',
  'device.weight.fine': 'En ordre',

  'device.connection': 'Connexion',
  'device.connection.missing': 'Ce navigateur ne permet pas de connexion en direct : on ne peut pas y jouer. Utilisez un autre navigateur.',
  'device.connection.broken': 'Pas de connexion en ce moment. Elle se rétablira d’elle-même ; vous pourrez jouer dès son retour.',
  'device.connection.measured': 'Connecté. La vitesse sera connue dans quelques secondes.',
  'device.connection.slow':
    'Une réponse prend {typical} ms, parfois {longest} ms. Rapprochez-vous du point d’accès ou branchez un câble : votre pendule n’en compense qu’une partie.',
  'device.connection.fine': 'Une réponse prend {typical} ms, entre {shortest} et {longest} ms.',
  'device.clock.ahead': 'L’horloge de cet appareil avance de {time} sur celle du serveur ; les pendules des tables suivent le serveur.',
  'device.clock.behind': 'L’horloge de cet appareil retarde de {time} sur celle du serveur ; les pendules des tables suivent le serveur.',

  'device.seat': 'Votre place',
  'device.seat.fine': 'Ce navigateur garde votre place : vous la retrouvez si la page est fermée ou rechargée.',
  'device.seat.missing':
    'Ce navigateur ne garde rien : si la page est fermée ou rechargée, vous perdez votre place. Autorisez-le à garder les données de cette adresse, ou demandez au directeur un lien de place pour un autre navigateur.',

  'device.sound': 'Son',
  'device.sound.try': 'Écouter le signal',
  'device.sound.turn_on': 'Activer le son',
  'device.sound.busy': 'Lecture',
  'device.sound.untried': 'Écoutez le signal qui vous appelle à votre table, et vérifiez qu’il est assez fort.',
  'device.sound.played': 'Le signal a été émis. Si vous ne l’avez pas entendu, montez le volume et quittez le mode silencieux.',
  'device.sound.blocked':
    'Ce navigateur bloque le son : autorisez-le pour cette adresse dans ses réglages. D’ici là, le titre de l’onglet vous appelle.',
  'device.sound.off': 'Le son est coupé : seul le titre de l’onglet vous appelle.',
  'device.sound.missing': 'Ce navigateur ne joue aucun son : le titre de l’onglet vous appelle.',

  'device.notifications': 'Notifications',
  'device.notify.askable': 'Ce navigateur peut vous avertir du début de la partie, si vous l’y autorisez.',
  'device.notify.denied':
    'Ce navigateur refuse ici les notifications : autorisez-les dans ses réglages, ou gardez cette page au premier plan ; le titre et un son vous appellent.',
  'device.notify.plain': 'Pas de notifications en HTTP simple : gardez cette page au premier plan ; le titre et un son vous appellent.',
  'device.notify.missing':
    'Ce navigateur n’envoie pas de notifications : gardez cette page au premier plan ; le titre et un son vous appellent.',

  'device.awake': 'Écran',
  'device.awake.fine': 'L’écran reste allumé pendant votre partie.',
  'device.awake.refused':
    'Cet appareil ne garde pas l’écran allumé, le plus souvent pour ménager sa batterie : branchez-le, ou allongez le délai de mise en veille.',
  'device.awake.plain': 'Aucune page ne garde l’écran allumé en HTTP simple : réglez la mise en veille à 10 min ou plus.',
  'device.awake.missing': 'Ce navigateur ne garde pas l’écran allumé : réglez la mise en veille à 10 min ou plus.',

  'device.kept': 'Sans réseau',
  'device.kept.fine': 'L’application est gardée sur cet appareil : les pages s’ouvrent sans réseau, et reprennent dès son retour.',
  'device.kept.soon': 'L’application se copie sur cet appareil. D’ici là, ne fermez ni ne rechargez votre table tant que le réseau manque.',
  'device.kept.refused':
    'Le navigateur ne garde pas l’application : il ne fait pas confiance à ce site, ou la fenêtre est privée. Ne fermez ni ne rechargez votre table tant que le réseau manque.',
  'device.kept.plain':
    'Rien n’est gardé en HTTP simple : ne fermez ni ne rechargez votre table tant que le réseau manque ; elle reprend d’elle-même.',
  'device.kept.missing':
    'Ce navigateur ne garde pas l’application : ne fermez ni ne rechargez votre table tant que le réseau manque ; elle reprend d’elle-même.',

  'device.copying': 'Copie',
  'device.copying.clipboard': 'Les coups et les liens peuvent être copiés.',
  'device.copying.selection': 'Ici la copie passe par une sélection : si rien n’arrive, sélectionnez le texte et copiez-le vous-même.',

  'device.browser': 'Navigateur',
  'device.browser.fine': 'Ce navigateur a tout ce qu’il faut pour ces pages.',
  'device.browser.old':
    'Il manque à ce navigateur : {features} ; les pages peuvent mal s’afficher. Prévu pour Chrome 123, Firefox 120, Safari 17.5 ou plus récent.',
} as const satisfies Translation<typeof english>;
