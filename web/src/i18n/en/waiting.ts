/** English texts of what waits for a decision. A message with forms is chosen by its `count`. */
export const waiting = {
  'waiting.title': 'Waits for a decision',
  'waiting.held': { one: 'The next pairing waits for {count} dispute.', other: 'The next pairing waits for {count} disputes.' },
  'waiting.not_held': 'The round can be finished and the next one paired. Confirming waits for a decision.',
  'waiting.dispute': 'Round {round}, table {table}: {name} disputes the result',
  'waiting.protest': 'Protest of {name}',
  'waiting.appeal': 'Appeal of {name}',
  'waiting.review': 'A penalty of {name} to review',
  'waiting.report': 'Round {round}, table {table}: a report',
  'waiting.nobody': 'a spectator',
} as const;
