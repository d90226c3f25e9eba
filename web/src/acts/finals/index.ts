/** Operations whose page is still to be made. */
export type FinalsWithoutPage =
  | 'announce_finals_round'
  | 'choose_colour'
  | 'agree_to_playoff'
  | 'confirm_tournament'
  | 'amend_confirmed'
  | 'approve_event'
  | 'withdraw_approval'
  | 'declare_over_the_board';

/** What people do here, by the operations of the contract. */
export const finalsActs = {} as const;
