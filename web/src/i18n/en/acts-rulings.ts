/** English texts of rulings, protests and appeals. A message with forms is chosen by its `count`. */
export const actsRulings = {} as const;
