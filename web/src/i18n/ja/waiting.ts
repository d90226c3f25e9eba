import type { waiting as english } from '../en/waiting';
import type { Translation } from '../translation';

/** Japanese texts of what waits for a decision. */
export const waiting = {
  'waiting.title': '決定待ち',
  'waiting.held': { other: '次の組み合わせは{count}件の異議の決定を待っています。' },
  'waiting.not_held': 'ラウンドの終了と次の組み合わせは行えます。大会の確定は決定を待ちます。',
  'waiting.dispute': '第{round}ラウンド、テーブル{table}：{name}が結果に異議',
  'waiting.protest': '{name}の抗議',
  'waiting.appeal': '{name}の上訴',
  'waiting.review': '{name}へのペナルティの審査',
  'waiting.report': '第{round}ラウンド、テーブル{table}：報告',
  'waiting.nobody': '観戦者',
} as const satisfies Translation<typeof english>;
