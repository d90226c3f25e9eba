import type { ownPlay as english } from '../en/own-play';
import type { Translation } from '../translation';

/** Japanese texts of what whoever looks has open in casual play. A message with forms is chosen by its `count`. */
export const ownPlay = {
  'own_play.contests': '参加中のアリーナとラダー',
  'own_play.place': '{place}位',
  'own_play.mine': '{name}にチャレンジしています。期限は{moment}です。',
  'own_play.theirs': '{name}からチャレンジされています。期限は{moment}です。',
  'own_play.waits': '{name}があなたを待っています。',
  'own_play.late': '対局を始める期限が過ぎました。',
  'own_play.go': 'ラダーへ',
  'own_play.links': '公開中のチャレンジ',
  'own_play.links.note': 'それぞれ、リンクを最初に受けた人との1局に使えます。',
  'own_play.copy': 'リンクをコピー',
  'own_play.copy.name': 'リンクをコピー：{terms}',
  'own_play.withdraw.name': '取り消す：{terms}',
} as const satisfies Translation<typeof english>;
