import type { actsAccounts as english } from '../en/acts-accounts';
import type { Translation } from '../translation';

/** Japanese texts of the control by which somebody is named by his account. */
export const actsAccounts = {
  'account.hint': '名前を入力して選ぶか、ログインID全体またはアカウント番号を入力してください。',
  'account.list': '前方一致する名前',
  'account.found': { other: 'アカウントが{count}件見つかりました' },
  'account.none': '「{name}」のアカウントは見つかりません。',
  'account.is': '{name}、アカウント{number}…',
  'account.program': 'プログラム',
  'account.guest': 'パスワードなし',
  'account.out': '外す',
} as const satisfies Translation<typeof english>;
