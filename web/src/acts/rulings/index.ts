/** Operations whose page is still to be made. */
export type RulingsWithoutPage =
  | 'impose_penalty'
  | 'review_penalty'
  | 'file_protest'
  | 'decide_protest'
  | 'file_appeal'
  | 'appoint_committee'
  | 'note_testimony'
  | 'decide_appeal'
  | 'appoint_appeals_committee'
  | 'dissolve_appeals_committee'
  | 'name_chair'
  | 'settle_dispute'
  | 'pairing_dispute_result'
  | 'give_consent'
  | 'answer_report'
  | 'report_irregularity';

/** What people do here, by the operations of the contract. */
export const rulingsActs = {} as const;
