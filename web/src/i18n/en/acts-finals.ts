/** English texts of finals and confirming. A message with forms is chosen by its `count`. */
export const actsFinals = {} as const;
