import type { actsOffice as english } from '../en/acts-office';
import type { Translation } from '../translation';

/** Japanese texts of the acts of rating officers, and of complaints. */
export const actsOffice = {
  'office.approve': 'レーティング対象として承認',
  'office.approve.renew': '承認を更新',
  'office.withdraw': '承認を取り消す',
  'office.release': 'ファイルを提出',
  'office.release.correction': '訂正を提出',
  'office.release.reason': '備考（バージョンとともに公開）',
  'office.return': 'ディレクターに差し戻す',
  'office.return.reason': 'ディレクターが直すべき点',
  'office.blocked.officers': '開催国の連盟のレーティング担当者が行います',
  'office.blocked.own_event': '選手または役員として関わった大会です。別の担当者が決定します',
  'office.blocked.approved': '承認済みです',
  'office.blocked.not_approved': '承認されていません',
  'office.blocked.unapproved': '大会はまだ承認されていません',
  'office.blocked.unconfirmed': '最終順位はまだ確定していません',
  'office.blocked.director': '先にディレクターを承認してください',
  'office.blocked.released': '提出済みで、変更はありません',
  'office.blocked.returned': 'ディレクターが対応中です',
  'office.blocked.nothing_waits': '処理待ちのファイルはありません',
  'office.blocked.stops': { other: '「不可」の点検項目が{count}件あります' },
  'office.blocked.same_officer': '自分が提出したファイルです。その後の変更は別の担当者が提出します',

  'office.number': '{name}の番号を決める',
  'office.number.short': '番号を決める',
  'office.number.stands': 'すでにその番号です',

  'office.look': 'レーティング事務局で見る',

  'complaint.title': '苦情',
  'complaint.text.who':
    '大会の運営について、参加した人は終了後に苦情を申し立てられます。読んで回答するのは、連盟のレーティング担当者のみです。',
  'complaint.of': '{name}、{moment}',
  'complaint.answer.of': '{name}の回答、{moment}',
  'complaint.waits': '未回答です。',
  'complaint.none': 'なし。',
  'complaint.file': '大会の運営について苦情を申し立てる',
  'complaint.text': 'ディレクターの問題点',
  'complaint.answer': '{name}に回答',
  'complaint.answer.text': '連盟の回答',
  'complaint.answered': '回答済みです',
} as const satisfies Translation<typeof english>;
