import type { summons as english } from '../en/summons';
import type { Translation } from '../translation';

/** Japanese texts of what calls a player to a table on every page. */
export const summons = {
  'summons.label': '{event}の自分のテーブル',
  'summons.armed': '第{round}ラウンド開始まで{left}です。',
  'summons.live': '第{round}ラウンドの対局中です。',
  'summons.place': 'テーブル{table}で{color}、相手は{opponent}です。',
} as const satisfies Translation<typeof english>;
