import type { papp as english } from '../en/papp';
import type { Translation } from '../translation';

/** The fallback in PAPP. */
export const papp = {
  'papp.title': 'Si le serveur est inaccessible : PAPP',
  'papp.text':
    'Téléchargez les fichiers du tournoi après chaque ronde : ils viennent dans une seule archive ZIP. Si le serveur tombe, décompressez-la dans un dossier et lancez-y PAPP. Il continue après la dernière ronde.',
  'papp.text.back':
    'Quand le serveur est de retour, choisissez le fichier de travail de PAPP (papp-internal-workfile.txt), tous les fichiers de son dossier, ou un ZIP du dossier. Vous voyez ce qui serait fait avant que cela soit fait.',
  'papp.download': 'Télécharger les fichiers pour PAPP',
  'papp.downloading': 'Préparation des fichiers…',
  'papp.untold': 'Impossible à dire à PAPP :',
  'papp.choose': 'Choisir les fichiers de PAPP',
  'papp.busy': 'Comparaison…',
  'papp.agreed': 'Rondes identiques dans PAPP et ici : {rounds}.',
  'papp.findings': {
    one: '{count} obstacle. Rien n’est écrasé ici : corrigez ce qui est faux, d’un côté ou de l’autre, et choisissez de nouveau les fichiers.',
    many: '{count} d’obstacles. Rien n’est écrasé ici : corrigez ce qui est faux, d’un côté ou de l’autre, et choisissez de nouveau les fichiers.',
    other:
      '{count} obstacles. Rien n’est écrasé ici : corrigez ce qui est faux, d’un côté ou de l’autre, et choisissez de nouveau les fichiers.',
  },
  'papp.more': { one: '{count} autre', many: '{count} autres', other: '{count} autres' },
  'papp.barred': 'Il y a un obstacle',
  'papp.nothing': 'Les fichiers de PAPP ne contiennent rien qui ne soit déjà ici.',
  'papp.round': 'Ronde {round}',
  'papp.step.publish': {
    one: 'Publiée telle que PAPP l’a appariée : {count} table',
    many: 'Publiée telle que PAPP l’a appariée : {count} de tables',
    other: 'Publiée telle que PAPP l’a appariée : {count} tables',
  },
  'papp.step.results': {
    one: '{count} résultat est saisi',
    many: '{count} de résultats sont saisis',
    other: '{count} résultats sont saisis',
  },
  'papp.step.finish': 'Terminée',
  'papp.step.absence': 'Absents : {names}',
  'papp.step.return': 'Jouent finalement : {names}',
  'papp.step.withdrawal': 'Partis dans PAPP, et retirés : {names}',
  'papp.step.check_in': {
    one: '{count} joueur est pointé',
    many: '{count} de joueurs sont pointés',
    other: '{count} joueurs sont pointés',
  },
  'papp.take': 'Reprendre ce que PAPP contenait',
  'papp.taken': {
    one: 'Repris de PAPP : {count} chose est faite.',
    many: 'Repris de PAPP : {count} de choses sont faites.',
    other: 'Repris de PAPP : {count} choses sont faites.',
  },
} as const satisfies Translation<typeof english>;
