/** English texts of what whoever looks has open in casual play. A message with forms is chosen by its `count`. */
export const ownPlay = {
  'own_play.contests': 'Your arenas and ladders',
  'own_play.place': 'place {place}',
  'own_play.mine': 'You have challenged {name}, until {moment}.',
  'own_play.theirs': '{name} has challenged you, until {moment}.',
  'own_play.waits': '{name} waits for you now.',
  'own_play.late': 'The time to begin the game is over.',
  'own_play.go': 'To the ladder',
  'own_play.links': 'Your open challenges',
  'own_play.links.note': 'Each is good for one game, whoever opens its link first.',
  'own_play.copy': 'Copy the link',
  'own_play.copy.name': 'Copy the link: {terms}',
  'own_play.withdraw.name': 'Take it back: {terms}',
} as const;
