/** English texts of the control by which somebody is named by his account. */
export const actsAccounts = {
  'account.hint': 'Type a name and choose, or put in a whole login or the account’s number.',
  'account.list': 'Names that begin so',
  'account.found': { one: '{count} account is found', other: '{count} accounts are found' },
  'account.none': 'No account is found by “{name}”.',
  'account.is': '{name}, account {number}…',
  'account.program': 'program',
  'account.guest': 'no password',
  'account.out': 'Leave out',
} as const;
