import { holdActs } from './dispute';
import { finishRound } from './finish';
import { enterResult, recordNoShow } from './result';
import { tableActs } from './table';
import { roundOfficiateActs } from './whole-round';
import { chatActs, moderateActs } from './words';

/** Operations whose page is still to be made. */
export type RoundWithoutPage = never;

/** What people do here, by the operations of the contract. */
export const roundActs = {
  officiate: tableActs,
  officiate_round: roundOfficiateActs,
  enter_result: enterResult,
  record_no_show: recordNoShow,
  finish_round: finishRound,
  hold_pairing: holdActs,
  post_chat: chatActs,
  moderate_chat: moderateActs,
} as const;
