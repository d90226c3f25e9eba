import { elsewhere } from '../kit/act';
import { announce } from './announce';
import { describeTournament } from './description';
import { tickDuty, untickDuty } from './duties';
import { abandon, cancel, endEarly, shorten } from './early-end';
import { rehearse } from './rehearsal';
import {
  amendRules,
  changeRuleSet,
  createTournament,
  renameRuleSet,
  retireRuleSet,
  saveRuleSet,
  saveRuleSetVersion,
  shareRuleSet,
} from './rules';
import { moveTimetable, setTimetable } from './timetable';

/** Operations whose page is still to be made. */
export type SetupWithoutPage = never;

/** What people do here, by the operations of the contract. */
export const setupActs = {
  create_tournament: createTournament,
  check_rule_set: elsewhere('/new', 'the rule-set editor, at each change'),
  change_rule_set: changeRuleSet,
  amend_rules: amendRules,
  save_rule_set: saveRuleSet,
  save_rule_set_version: saveRuleSetVersion,
  rename_rule_set: renameRuleSet,
  share_rule_set: shareRuleSet,
  retire_rule_set: retireRuleSet,
  compare_rule_sets: elsewhere('/new', 'saved rule sets, their versions'),
  announce,
  describe_tournament: describeTournament,
  rehearse_tournament: rehearse,
  set_timetable: setTimetable,
  move_timetable: moveTimetable,
  tick_duty: tickDuty,
  untick_duty: untickDuty,
  shorten_qualification: shorten,
  end_early: endEarly,
  abandon_tournament: abandon,
  cancel_tournament: cancel,
} as const;
