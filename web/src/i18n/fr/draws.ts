import type { draws as english } from '../en/draws';
import type { Translation } from '../translation';

/** French texts of the draws by lot and their check. */
export const draws = {
  'draws.title': 'Tirages au sort',
  'draws.text':
    'Le sort vient de nombres secrets fixés avant le premier tirage : chaque tirage en montre un, et personne ne peut le choisir après coup. Les joueurs peuvent ajouter leurs propres nombres secrets.',
  'draws.proof': 'Comment c’est prouvé',
  'draws.proof.text':
    'Avant le premier tirage, la fin d’une chaîne de graines est publiée. Chaque tirage révèle la graine qui la précède : seul l’auteur de la chaîne la connaît, et son empreinte SHA-256 doit être la valeur déjà connue. Les nombres des joueurs sont fixés d’avance par leurs empreintes.',
  'draws.check': 'Cette page le vérifie dans votre navigateur, avec ce que le serveur publie. Il ne faut croire personne sur parole.',
  'draws.anchor': 'Fin de la chaîne',
  'draws.none': 'Aucun tirage n’a encore eu lieu.',
  'draws.all': {
    one: 'Vérifié ici : {count} tirage, et il concorde.',
    many: 'Vérifié ici : {count} de tirages, et tous concordent.',
    other: 'Vérifié ici : {count} tirages, et tous concordent.',
  },
  'draws.some': {
    one: 'Vérifié ici : {count} tirage ne concorde pas. Demandez au directeur.',
    many: 'Vérifié ici : {count} de tirages ne concordent pas. Demandez au directeur.',
    other: 'Vérifié ici : {count} tirages ne concordent pas. Demandez au directeur.',
  },
  'draws.of.round': 'Tirage {index}, pour la ronde {round}',
  'draws.of.ties': 'Tirage {index}, sort entre joueurs à égalité',
  'draws.of.other': 'Tirage {index}, pour {purpose}',
  'draws.fits': 'Vérifié ici :',
  'draws.fits.seed.first': 'la graine correspond à la fin de la chaîne.',
  'draws.fits.seed': 'la graine correspond à celle du tirage {before}, et donc à la fin de la chaîne.',
  'draws.fits.numbers': {
    one: '{count} nombre a été donné, celui sur lequel son joueur était engagé.',
    many: '{count} de nombres ont été donnés, ceux sur lesquels leurs joueurs étaient engagés.',
    other: '{count} nombres ont été donnés, ceux sur lesquels leurs joueurs étaient engagés.',
  },
  'draws.fits.key.seed': 'Aucun joueur n’a donné de nombre : la clé est la graine.',
  'draws.fits.key': 'La clé découle de la graine et des nombres.',
  'draws.faults': 'Vérifié ici, cela ne concorde pas :',
  'draws.fault.unreadable': 'Il contient quelque chose qui n’est pas une valeur de 64 chiffres hexadécimaux.',
  'draws.fault.order': 'Il ne suit pas le tirage précédent.',
  'draws.fault.seed.first': 'L’empreinte de sa graine n’est pas la fin de la chaîne.',
  'draws.fault.seed': 'L’empreinte de sa graine n’est pas la graine du tirage {before}.',
  'draws.fault.before': 'Sa graine correspond à celle du tirage {before}, qui ne mène pas à la fin de la chaîne.',
  'draws.fault.number': 'Le nombre donné pour {name} ne correspond pas à l’empreinte indiquée avant le tirage.',
  'draws.fault.key': 'La clé ne découle pas de la graine et des nombres.',
  'draws.values': 'Ses valeurs',
  'draws.seed': 'Graine',
  'draws.number': 'Nombre : {name}',
  'draws.number.kept': 'Pas donné avant le tirage : il n’y est pas entré.',
  'draws.bound': 'Fixé par l’empreinte',
  'draws.key': 'Clé, d’où vient le sort',
} as const satisfies Translation<typeof english>;
