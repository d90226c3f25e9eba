/** English texts of what somebody does in a match of finals. A message with forms is chosen by its `count`. */
export const actsMatches = {
  'finals.choose': '{match}: {name} chooses',
  'finals.choose.do': 'Note for {name}: {choice}',
  'finals.choice': 'Choice',
  'finals.choice.black': 'Black',
  'finals.choice.white': 'White',
  'finals.choice.opponent_picks_colour': 'the win of a draw; the opponent picks the colour',
  'finals.playoff.agree': '{name} agrees to play for the better place',
  'finals.playoff.opponent': 'Against',
  'finals.playoff.blocked': 'Nobody is level on points',
} as const;
