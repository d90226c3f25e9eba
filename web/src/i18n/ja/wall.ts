import type { wall as english } from '../en/wall';
import type { Translation } from '../translation';

/** Japanese texts of the wall of boards. */
export const wall = {
  'wall.title': '盤面一覧',
  'wall.heading': '第{round}ラウンドの対局',
  'wall.round': '第{round}ラウンド',
  'wall.running': { other: '{count}局中{running}局が進行中' },
  'wall.shown': '{shown}局を表示',
  'wall.pages': '盤面のページ',
  'wall.earlier': '前の盤面',
  'wall.later': '次の盤面',
  'wall.turn': '{seconds}秒ごとにページ送り',
  'wall.pause': '一時停止',
  'wall.screen': '全画面表示',
  'wall.leave': '全画面表示を終える',
  'wall.hidden': '呼び出しで時計が止まっています。再開まで盤面は表示しません。',
  'wall.hall': '実際の盤で対局しています。ここには表示しません。',
  'wall.coming': '対局を準備しています。',
  'wall.move': '{ply}手目、最後の手{square}',
  'wall.adjourned': '打ち掛け',
  'wall.paused': '時計停止中',
  'wall.board': '黒{black}、白{white}、最後の手{square}。',
  'wall.board.first': '黒{black}、白{white}、まだ手がありません。',
  'wall.flag': '{color}が時間切れ',
  'wall.keys.pages': '前の盤面、次の盤面',
  'wall.keys.pause': '自動ページ送り、または一時停止',
} as const satisfies Translation<typeof english>;
