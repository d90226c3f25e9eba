import type { push as english } from '../en/push';
import type { Translation } from '../translation';

/** Japanese texts of what a device is told while no page is open, and of the switch for it. */
export const push = {
  'push.paired.black': '第{round}ラウンドは{time}に始まります。テーブル{table}、{opponent}に対して黒番です。',
  'push.paired.white': '第{round}ラウンドは{time}に始まります。テーブル{table}、{opponent}に対して白番です。',
  'push.start.black': '対局は{time}に始まります。第{round}ラウンド、テーブル{table}、{opponent}に対して黒番です。',
  'push.start.white': '対局は{time}に始まります。第{round}ラウンド、テーブル{table}、{opponent}に対して白番です。',
  'push.bye': '第{round}ラウンドは不戦勝（バイ）です。',
  'push.call': '第{round}ラウンド、テーブル{table}がディレクターを呼んでいます。',
  'push.news': 'この大会に新しいお知らせがあります。',

  'push.ask': 'このページを閉じていても通知する',
  'push.on': 'すべてのページを閉じていても、この端末に通知します。',
  'push.stop': 'ページを開いている間だけにする',
  'push.open': 'ページを開いている間だけ通知します。',
  'push.failed': 'サーバーに登録できませんでした。もう一度お試しください。',
  'push.missing': 'このブラウザーは、ページを閉じると通知を受け取れません。対局までページを一つ開いたままにしてください。',
} as const satisfies Translation<typeof english>;
