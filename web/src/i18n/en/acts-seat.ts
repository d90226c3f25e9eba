/** English texts of what a player does from the own seat. A message with forms is chosen by its `count`. */
export const actsSeat = {} as const;
