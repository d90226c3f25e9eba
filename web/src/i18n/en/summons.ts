/** English texts of what calls a player to a table on every page. */
export const summons = {
  'summons.label': 'Your table in {event}',
  'summons.armed': 'Round {round} starts in {left}.',
  'summons.live': 'Round {round} is running.',
  'summons.place': 'You are {color} at table {table} against {opponent}.',
} as const;
