/** English texts of pairing a round. A message with forms is chosen by its `count`. */
export const actsPairing = {} as const;
