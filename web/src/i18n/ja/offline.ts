import type { offline as english } from '../en/offline';
import type { Translation } from '../translation';

/** Japanese texts of a page that was opened and reached no server yet. */
export const offline = {
  'offline.opened': 'オフラインです。',
  'offline.opened.text': 'このページの内容は、接続が戻り次第サーバーから届きます。',
  'offline.no_line': 'まだサーバーに接続していません。',
  'offline.no_line.text': 'ここにない内容は、接続でき次第表示されます。',
} as const satisfies Translation<typeof english>;
