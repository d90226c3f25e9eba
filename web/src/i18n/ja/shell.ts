import type { shell as english } from '../en/shell';
import type { Translation } from '../translation';

/** Japanese texts of what stands on every page. */
export const shell = {
  'app.name': 'Outflank',
  'app.skip': '本文へ移動',
  'nav.main': 'メイン',
  'nav.tournaments': '大会',
  'nav.archive': 'アーカイブ',
  'nav.rating_office': 'レーティング事務局',
  'nav.path': '現在地',
  'nav.sign_in': 'ログイン',
  'nav.sign_out': 'ログアウト',
  'nav.sign_out.light': 'ログアウトして席を離れますか？',
  'nav.sign_out.light.text': '席リンクで入ったため、パスワードがありません。戻るにはディレクターからの新しいリンクが必要です。',
  'nav.account': '{name}としてログイン中',
  'nav.to_dark': '暗い配色',
  'nav.to_light': '明るい配色',
  'nav.server_time': 'サーバー時刻 {time}',
  'nav.sound_on': '音オン',
  'nav.sound_off': '音オフ',
  separator: '·',

  'missing.title': 'ページがありません',
  'missing.text': '{path}というアドレスのページはありません。何も変更されていません。',
  'missing.home': 'すべての大会',

  'error.as_of': '{time}時点の表示です。',
  'error.again': '再試行',
  'error.unreachable': 'サーバーから応答がありません。送信した内容が受け付けられたかどうかは不明です。確認してから再試行してください。',
  'error.rule': '規則：{rule}',
  'refusal.playing_now': 'あなたの対局が進行中です。再生・グラフ・試し手は対局が終わると使えます。',
  'refusal.too_many_requests': '要求が多すぎます。{retry_after_s}秒後に再試行してください。',
  'error.nothing': '何も変更されていません。',
  'copy.do': 'コピー',
  'copy.done': 'コピー済み',
  'busy.sending': '送信中',
  'busy.loading': '読み込み中',

  'offline.page': '接続が切れています。表示は{time}時点のものです。再接続しています。',

  'summons.label': '{event}の自分のテーブル',
  'summons.armed': '第{round}ラウンド開始まで{left}です。',
  'summons.live': '第{round}ラウンドの対局中です。',
  'summons.place': 'テーブル{table}で{color}、相手は{opponent}です。',
  'summons.go': 'テーブル{table}へ',
  'summons.title': '対局：第{round}ラウンド、テーブル{table}',

  'color.black': '黒',
  'color.white': '白',
  'deviation.title': '規則の原文からの逸脱になります。',
  'deviation.text': '逸脱は記録され、すべてのレーティングファイルの署名付きマニフェストに記載されます。',
  'deviation.agree': '承知のうえで行う',
  'deviation.cancel': 'やめる',

  'account.server': 'サーバー',
  'account.nameless': '名前のない人',
  'country.choose': '国を選ぶ',
  'overlay.close': '閉じる',
  'keys.title': 'キー',
  'keys.on': '単独キーは有効です',
  'print.foot': '{what} · {time}印刷',
} as const satisfies Translation<typeof english>;
