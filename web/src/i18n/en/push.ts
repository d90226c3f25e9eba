/** English texts of what a device is told while no page is open, and of the switch for it. */
export const push = {
  'push.paired.black': 'Round {round} starts at {time}: you have Black against {opponent}, table {table}.',
  'push.paired.white': 'Round {round} starts at {time}: you have White against {opponent}, table {table}.',
  'push.start.black': 'Your game starts at {time}: round {round}, table {table}, Black against {opponent}.',
  'push.start.white': 'Your game starts at {time}: round {round}, table {table}, White against {opponent}.',
  'push.bye': 'Round {round}: you have a bye.',
  'push.call': 'Round {round}: table {table} calls for the director.',
  'push.news': 'There is something new in this event.',

  'push.ask': 'Notify me with this page closed, too',
  'push.on': 'This device is notified even with every page closed.',
  'push.stop': 'Only while a page is open',
  'push.open': 'Only while a page is open.',
  'push.failed': 'The server did not take it. Try again.',
  'push.missing': 'This browser is not notified once its pages are closed: leave one open until your game.',
} as const;
