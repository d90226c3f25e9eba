/** English texts of whom a spectator follows. A message with forms is chosen by its `count`. */
export const follow = {
  'follow.follow': 'Follow',
  'follow.following': 'Following',
  'follow.off': 'Follow {name}',
  'follow.on': 'Following {name}',
  'follow.row': 'followed',
  'follow.whom': 'Whom you follow',
  'follow.kept': 'Kept in this browser only. Follow players beside their names in the lists, or in Find.',
  'follow.nobody': 'You follow no player.',
  'follow.countries': 'Countries',
  'follow.now': { one: 'Following: {count} game now', other: 'Following: {count} games now' },
  'follow.now.none': 'Following: no game now',
  'follow.game': 'Table {table}, {black} – {white}',
  'follow.begun': 'The game of {names} has begun at table {table}.',
  'follow.only': 'Followed',
  'follow.none_plays': 'Nobody whom you follow plays in round {round}.',
} as const;
