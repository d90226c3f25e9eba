import type { follow as english } from '../en/follow';
import type { Translation } from '../translation';

/** Japanese texts of whom a spectator follows. */
export const follow = {
  'follow.follow': 'フォロー',
  'follow.following': 'フォロー中',
  'follow.off': '{name}をフォロー',
  'follow.on': '{name}をフォロー中',
  'follow.row': 'フォロー中',
  'follow.whom': 'フォロー一覧',
  'follow.kept': 'このブラウザーにだけ保存します。選手は、一覧の名前の横か検索からフォローできます。',
  'follow.nobody': 'フォローしている選手はいません。',
  'follow.countries': '国',
  'follow.now': { other: 'フォロー中：対局中{count}局' },
  'follow.now.none': 'フォロー中：対局中なし',
  'follow.game': 'テーブル{table}、{black} – {white}',
  'follow.begun': '{names}の対局がテーブル{table}で始まりました。',
  'follow.only': 'フォロー中',
  'follow.none_plays': '第{round}ラウンドで対局するフォロー中の選手はいません。',
} as const satisfies Translation<typeof english>;
