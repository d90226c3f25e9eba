import type { papp as english } from '../en/papp';
import type { Translation } from '../translation';

/** The fallback in PAPP, in Japanese. */
export const papp = {
  'papp.title': 'サーバーに接続できない場合：PAPP',
  'papp.text':
    '毎ラウンドの後、大会のファイルをダウンロードしてください。1つのZIPにまとまっています。サーバーが停止したら、フォルダーに展開し、そこでPAPPを起動してください。最後のラウンドの続きから始まります。',
  'papp.text.back':
    'サーバーが復旧したら、PAPPの作業ファイル（papp-internal-workfile.txt）、そのフォルダーの全ファイル、またはフォルダーのZIPを選んでください。実行前に内容が表示されます。',
  'papp.download': 'PAPP用ファイルをダウンロード',
  'papp.downloading': 'ファイルを作成中…',
  'papp.untold': 'PAPPに渡せない内容：',
  'papp.choose': 'PAPPのファイルを選ぶ',
  'papp.busy': '照合中…',
  'papp.agreed': 'PAPPとここで一致するラウンド：{rounds}。',
  'papp.findings': {
    other: '妨げとなる事項が{count}件あります。ここのデータは上書きされません。誤っているほうを正し、ファイルを選び直してください。',
  },
  'papp.more': { other: 'ほか{count}件' },
  'papp.barred': '妨げとなる事項があります',
  'papp.nothing': 'PAPPのファイルに、ここにない内容はありません。',
  'papp.round': '第{round}ラウンド',
  'papp.step.publish': { other: 'PAPPの組み合わせどおりに公開：{count}テーブル' },
  'papp.step.results': { other: '結果{count}件を入力' },
  'papp.step.finish': '終了',
  'papp.step.absence': '欠場：{names}',
  'papp.step.return': '欠場を取り消して出場：{names}',
  'papp.step.withdrawal': 'PAPPで離脱のため棄権：{names}',
  'papp.step.check_in': { other: '選手{count}人をチェックイン' },
  'papp.take': 'PAPPの内容を取り込む',
  'papp.taken': { other: 'PAPPから取り込みました：{count}件を実行。' },
} as const satisfies Translation<typeof english>;
