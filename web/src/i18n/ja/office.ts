import type { office as english } from '../en/office';
import type { Translation } from '../translation';

/** Japanese texts of how rating files stand, wherever that is told. */
export const office = {
  'office.tabs': 'レーティング事務局',
  'office.tab.inbox': '受信箱',
  'office.tab.events': '大会',
  'office.tab.deadline': '期日',
  'office.tab.players': '選手',
  'office.tab.imports': '取り込み',
  'office.tab.federations': '連盟',
  'office.tab.files': 'レーティングファイル',
  'office.tab.webhooks': 'Webhook',

  'standing.announced': '発表済み',
  'standing.approved': '承認済み',
  'standing.waiting': '処理待ち',
  'standing.returned': '差し戻し',
  'standing.released': '提出済み',
  'standing.correction': '訂正待ち',
  'standing.withdrawn': '承認取り消し',

  'stands.announced': 'この大会を承認したレーティング担当者はいません。レーティングファイルにもそう記載されます。',
  'stands.approved': '{moment}にレーティング担当者が大会を承認しました。ファイルは確定後に提出されます。',
  'stands.approved.by': '{moment}に{federation}の{name}が大会を承認しました。ファイルは確定後に提出されます。',
  'stands.waiting': 'レーティング担当者による大会の承認とファイルの提出を待っています。',
  'stands.waiting.approved': '{moment}にレーティング担当者が大会を承認しました。ファイルは提出待ちです。',
  'stands.waiting.approved.by': '{moment}に{federation}の{name}が大会を承認しました。ファイルは提出待ちです。',
  'stands.released': '{moment}にレーティング担当者がファイルを提出しました。',
  'stands.released.by': '{moment}に{name}がファイルを提出しました。',
  'stands.released.earlier': '大会は{moment}に承認されました。当時、提出は不要でした。',
  'stands.correction': 'ファイル提出後の変更は、別のレーティング担当者を待っています。それまでは前のバージョンが有効です。',
  'stands.withdrawn': 'レーティング担当者が承認を取り消しました。レーティングファイルには対象外と記載されます。',
  'stands.returned': 'レーティング担当者がファイルを差し戻しました。',
  'stands.returned.by': '{moment}に{name}がファイルを差し戻しました。',
  'stands.returned.reason': '「{reason}」',
  'stands.returned.next': '修正、訂正または署名をすると、自動でレーティング事務局に戻ります。',
  'stands.unapproved_director':
    '開催国のどの連盟も、この大会のヘッドディレクターを承認していません。レーティング担当者は、大会を承認する前にディレクターを承認します。',
} as const satisfies Translation<typeof english>;
