/** English texts of what a player does from the own seat. A message with forms is chosen by its `count`. */
export const actsSeat = {
  'seat.rulings': 'Rulings about you',
  'seat.hears': 'Appeals that you hear',
} as const;
