import type { embed as english } from '../en/embed';
import type { Translation } from '../translation';

/** Japanese texts of what other pages may hold in a frame, and of how it is shared. */
export const embed = {
  'embed.open': '{app}で見る',
  'embed.none': '表示するものがありません。',
  'embed.loading': '読み込み中',
  'embed.board': '盤：黒石{black}個、白石{white}個。',
  'embed.last': '最後の手{square}。',
  'embed.move': '{ply}手目',
  'embed.to_move': '{color}番',
  'embed.standings': '順位表',
  'embed.rest': { other: 'ほか{count}人' },
  'share.title': '共有',
  'share.send': 'リンクを送る',
  'share.what': 'Webページや配信に表示するもの',
  'share.what.game': 'この対局',
  'share.what.table': '大会のテーブル{table}（ラウンドごとに切り替え）',
  'share.theme': '配色',
  'share.theme.own': '見る人の端末に合わせる',
  'share.theme.light': 'ライト',
  'share.theme.dark': 'ダーク',
  'share.link': 'リンク',
  'share.frame': 'Webページ用コード',
  'share.overlay': '配信用オーバーレイ',
  'share.overlay.text': 'ブラウザーソース用のアドレス：透明な背景に名前・時計・石数、{size}ピクセル。',
  'share.picture': '画像',
  'share.picture.alt': '画像：{what}',
  'share.picture.save': '画像を保存',
  'share.picture.send': '画像を送る',
  'share.picture.none': '今は画像を表示できません。後でもう一度お試しください。',
  'share.copy': '{what}をコピー',
} as const satisfies Translation<typeof english>;
