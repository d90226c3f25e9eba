/** English texts of setting an event up and ending it. A message with forms is chosen by its `count`. */
export const actsSetup = {} as const;
