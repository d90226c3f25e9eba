import { elsewhere } from '../kit/act';
import { announce } from './announce';
import { tickDuty, untickDuty } from './duties';
import { abandon, cancel, endEarly, shorten } from './early-end';
import { moveTimetable, setTimetable } from './timetable';

/** Operations whose page is still to be made. */
export type SetupWithoutPage =
  | 'change_rule_set'
  | 'amend_rules'
  | 'save_rule_set'
  | 'save_rule_set_version'
  | 'rename_rule_set'
  | 'retire_rule_set'
  | 'share_rule_set'
  | 'check_rule_set'
  | 'compare_rule_sets';

/** What people do here, by the operations of the contract. */
export const setupActs = {
  create_tournament: elsewhere('/new', 'the form'),
  announce,
  set_timetable: setTimetable,
  move_timetable: moveTimetable,
  tick_duty: tickDuty,
  untick_duty: untickDuty,
  shorten_qualification: shorten,
  end_early: endEarly,
  abandon_tournament: abandon,
  cancel_tournament: cancel,
} as const;
