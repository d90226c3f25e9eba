/** English texts of entrants and officials. A message with forms is chosen by its `count`. */
export const actsEntrants = {} as const;
