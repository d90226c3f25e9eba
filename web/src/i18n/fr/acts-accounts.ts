import type { actsAccounts as english } from '../en/acts-accounts';
import type { Translation } from '../translation';

/** French texts of the control by which somebody is named by his account. */
export const actsAccounts = {
  'account.hint': 'Tapez un nom et choisissez, ou entrez un identifiant complet ou le numéro du compte.',
  'account.list': 'Noms qui commencent ainsi',
  'account.found': { one: '{count} compte trouvé', many: '{count} de comptes trouvés', other: '{count} comptes trouvés' },
  'account.none': 'Aucun compte trouvé pour « {name} ».',
  'account.is': '{name}, compte {number}…',
  'account.program': 'programme',
  'account.guest': 'sans mot de passe',
  'account.out': 'Retirer',
} as const satisfies Translation<typeof english>;
