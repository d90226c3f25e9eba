import { appointAppealsCommittee, dissolveAppealsCommittee, nameChair } from './committee';
import { appealActs, committeeActs, fileAppeal, noteTestimony } from './appeals';
import { giveConsent } from './consent';
import { settleDispute } from './disputes';
import { disputeResult } from './own-dispute';
import { penaltyActs } from './impose';
import { fileProtest, protestActs, reportActs, reportIrregularity, reviewActs } from './proceedings';

/** Operations whose page is still to be made. */
export type RulingsWithoutPage = never;

/** What people do here, by the operations of the contract. */
export const rulingsActs = {
  impose_penalty: penaltyActs,
  review_penalty: reviewActs,
  file_protest: fileProtest,
  decide_protest: protestActs,
  file_appeal: fileAppeal,
  appoint_committee: committeeActs,
  note_testimony: noteTestimony,
  decide_appeal: appealActs,
  appoint_appeals_committee: appointAppealsCommittee,
  dissolve_appeals_committee: dissolveAppealsCommittee,
  name_chair: nameChair,
  settle_dispute: settleDispute,
  pairing_dispute_result: disputeResult,
  give_consent: giveConsent,
  answer_report: reportActs,
  report_irregularity: reportIrregularity,
} as const;
