import { tableActs } from './table';

/** Operations whose page is still to be made. */
export type RoundWithoutPage = 'officiate_round' | 'enter_result' | 'record_no_show' | 'finish_round' | 'post_chat' | 'moderate_chat';

/** What people do here, by the operations of the contract. */
export const roundActs = {
  officiate: tableActs,
} as const;
