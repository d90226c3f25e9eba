import type { shell as english } from '../en/shell';
import type { Translation } from '../translation';

/** French texts of what stands on every page. A message with forms is chosen by its `count`. */
export const shell = {
  'app.name': 'Outflank',
  'app.skip': 'Aller au contenu',
  'nav.main': 'Principal',
  'nav.tournaments': 'Tournois',
  'nav.archive': 'Archives',
  'nav.rating_office': 'Bureau des cotes',
  'nav.path': 'Où vous êtes',
  'nav.sign_in': 'Se connecter',
  'nav.sign_out': 'Se déconnecter',
  'nav.sign_out.light': 'Se déconnecter et quitter la place ?',
  'nav.sign_out.light.text':
    'Vous êtes venu par un lien de place et n’avez pas de mot de passe : pour revenir, il vous faut un nouveau lien du directeur.',
  'nav.account': 'Connecté : {name}',
  'nav.to_dark': 'Couleurs sombres',
  'nav.to_light': 'Couleurs claires',
  'nav.server_time': 'Heure du serveur {time}',
  'nav.sound_on': 'Son activé',
  'nav.sound_off': 'Son coupé',
  separator: '·',

  'missing.title': 'Il n’y a pas de page ici',
  'missing.text': 'L’adresse {path} ne désigne aucune page. Rien n’a changé.',
  'missing.home': 'Tous les tournois',

  'error.as_of': 'État à {time}.',
  'error.again': 'Réessayer',
  'error.unreachable': 'Le serveur n’a pas répondu. On ne sait pas s’il a reçu votre demande : vérifiez, puis réessayez.',
  'error.no_answer': 'Le serveur n’a pas répondu.',
  'error.rule': 'Règle : {rule}',
  'refusal.playing_now':
    'Une de vos parties est en cours : relectures, graphiques et coups d’essai vous seront ouverts quand elle sera finie.',
  'refusal.too_many_requests': 'Trop de demandes. Réessayez dans {retry_after_s} s.',
  'error.nothing': 'Rien n’a changé.',
  'copy.do': 'Copier',
  'copy.done': 'Copié',
  'busy.sending': 'Envoi',
  'busy.loading': 'Chargement',

  'offline.read': 'Rien ne peut être lu tant que vous êtes hors ligne.',
  'offline.page': 'La connexion est rompue. Ce que vous voyez date de {time}. Nouvelle tentative en cours.',

  'summons.label': 'Votre table : {event}',
  'summons.armed': 'La ronde {round} commence dans {left}.',
  'summons.live': 'La ronde {round} est en cours.',
  'summons.place': 'Vous avez {color} à la table {table} contre {opponent}.',
  'summons.go': 'Aller à la table {table}',
  'summons.title': 'Maintenant : ronde {round}, table {table}',

  'color.black': 'Noir',
  'color.white': 'Blanc',
  'deviation.title': 'Cela s’écarte du texte des règles.',
  'deviation.text': 'C’est consigné, et le manifeste signé de chaque fichier de cotes le dit.',
  'deviation.agree': 'Je le sais et je le veux ainsi',
  'deviation.cancel': 'Renoncer',

  'account.server': 'le serveur',
  'account.nameless': 'quelqu’un sans nom ici',
  'country.choose': 'Choisir un pays',
  'overlay.close': 'Fermer',
  'keys.title': 'Touches',
  'keys.on': 'Touches simples activées',
  'print.foot': '{what} · imprimé le {time}',
} as const satisfies Translation<typeof english>;
