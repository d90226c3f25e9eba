import type { ownGames as english } from '../en/own-games';
import type { Translation } from '../translation';

/** Japanese texts of one player’s games side by side. A message with forms is chosen by its `count`. */
export const ownGames = {
  'own_games.title': '自分の対局',
  'own_games.heading': '進行中の自分の対局',
  'own_games.waiting.none': '自分の手番のテーブルはありません',
  'own_games.none': '進行中の自分の対局はありません。',
  'own_games.none.text': 'どの大会の対局も、ラウンドが公開されるとここに表示されます。',
  'own_games.signed_out': 'ログインするか、このブラウザーで席リンクを開いてください。自分の席の対局が表示されます。',
  'own_games.name': '{event}、第{round}ラウンド、テーブル{table}',
  'own_games.waits': '自分の手番',
  'own_games.acts': '投了・ディレクターを呼ぶ',
  'own_games.go': 'テーブル{table}へ',
  'own_games.armed': '開始まで{left}です。',
  'own_games.theirs': '相手の手番です。',
  'own_games.sign': '対局は終わりました。テーブルで署名してください。',
  'own_games.paused': '時計は止まっています。',
  'own_games.adjourned': '対局は打ち掛けです。',
  'own_games.said': '{name}：{said}',
  'own_games.next': '次の自分の手番のテーブルへ',
  'own_games.order': '盤は開始順のまま動きません。',
  'own_games.order.phone': '自分の手番のテーブルを、長く待っている順に上に置きます。',
  'own_games.keys.go': '次のテーブル、前のテーブル',
  'own_games.keys.next': '次の自分の手番のテーブル',
  'own_games.keys.legal': 'このテーブルの次の打てるマス',
  'own_games.keys.pass': 'このテーブルでパス',
  'own_games.keys.clocks': 'このテーブルの両方の時計を読み上げ',
  'own_games.keys.back': '選んだ手や予約した手を取り消す',
} as const satisfies Translation<typeof english>;
