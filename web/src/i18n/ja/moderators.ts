import type { moderators as english } from '../en/moderators';
import type { Translation } from '../translation';

/** Japanese texts of who moderates casual play, and how moderators are named. */
export const moderators = {
  'moderators.title': 'フリー対局のモデレーター',
  'moderators.lead': 'フリー対局についての報告に答えます。大会の秩序を守るのはディレクターです。',
  'moderators.none': 'モデレーターがいません。フリー対局についての報告に答える人がいません。',
  'moderators.since': '{day}から',
  'moderators.yours': 'あなたもその一人です。',
  'moderators.desk': 'モデレーターのデスクへ',
  'moderators.account': '誰を',
  'moderators.name': 'モデレーターを任命する',
  'moderators.name.do': '{name}をモデレーターに任命する',
  'moderators.dismiss': '{name}を解任する',
  'moderators.dismiss.ask': '{name}を解任しますか？',
  'moderators.dismiss.text': '今後は報告に答えません。これまでの決定はそのまま残ります。',
  'moderators.blocked.administrators': 'これは管理者が行います',
} as const satisfies Translation<typeof english>;
