/** The fallback in PAPP. */
export const papp = {
  'papp.title': 'If the server cannot be reached: PAPP',
  'papp.text':
    'Download the event’s files after every round: they come as one ZIP archive. If the server fails, unpack it into a folder and start PAPP there. It goes on after the last round.',
  'papp.text.back':
    'When the server is back, choose PAPP’s work file (papp-internal-workfile.txt), all files of its folder, or a ZIP of the folder. You see what would be done before it is.',
  'papp.download': 'Download the files for PAPP',
  'papp.downloading': 'Making the files …',
  'papp.untold': 'PAPP cannot be told:',
  'papp.choose': 'Choose PAPP’s files',
  'papp.busy': 'Comparing …',
  'papp.agreed': 'Rounds that are the same in PAPP and here: {rounds}.',
  'papp.findings': {
    one: '{count} thing stands in the way. Nothing here is overwritten: put right whichever is wrong, and choose the files again.',
    other: '{count} things stand in the way. Nothing here is overwritten: put right whichever is wrong, and choose the files again.',
  },
  'papp.more': { one: '{count} more', other: '{count} more' },
  'papp.barred': 'Something stands in the way',
  'papp.nothing': 'PAPP’s files hold nothing that is not here.',
  'papp.round': 'Round {round}',
  'papp.step.publish': { one: 'Published as PAPP paired it: {count} board', other: 'Published as PAPP paired it: {count} boards' },
  'papp.step.results': { one: '{count} result is entered', other: '{count} results are entered' },
  'papp.step.finish': 'Finished',
  'papp.step.absence': 'Absent: {names}',
  'papp.step.return': 'Plays after all: {names}',
  'papp.step.withdrawal': 'Left in PAPP, and is withdrawn: {names}',
  'papp.step.check_in': { one: '{count} player is checked in', other: '{count} players are checked in' },
  'papp.take': 'Take what PAPP held',
  'papp.taken': { one: 'Taken from PAPP: {count} thing is done.', other: 'Taken from PAPP: {count} things are done.' },
} as const;
