import type { actsMatches as english } from '../en/acts-matches';
import type { Translation } from '../translation';

/** Japanese texts of what somebody does in a match of finals. */
export const actsMatches = {
  'finals.choose': '{match}：{name}の選択',
  'finals.choose.do': '{name}の選択を記録：{choice}',
  'finals.choice': '選択',
  'finals.choice.black': '黒',
  'finals.choice.white': '白',
  'finals.choice.opponent_picks_colour': '引き分け勝ち（黒白は相手が選ぶ）',
  'finals.playoff.agree': '{name}の順位決定戦への同意',
  'finals.playoff.opponent': '相手',
  'finals.playoff.blocked': '勝ち点の並ぶ選手がいません',
} as const satisfies Translation<typeof english>;
