/** Operations whose page is still to be made. */
export type PairingWithoutPage = 'preview_round' | 'publish_round' | 'unpublish_round' | 'name_group_a' | 'draw_lots';

/** What people do here, by the operations of the contract. */
export const pairingActs = {} as const;
