import { elsewhere } from '../kit/act';

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
  | 'compare_rule_sets'
  | 'set_timetable'
  | 'move_timetable'
  | 'tick_duty'
  | 'untick_duty'
  | 'shorten_qualification'
  | 'end_early'
  | 'abandon_tournament'
  | 'cancel_tournament';

/** What people do here, by the operations of the contract. */
export const setupActs = {
  create_tournament: elsewhere('/new', 'the form'),
} as const;
