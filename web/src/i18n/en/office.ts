/** English texts of how rating files stand, wherever that is told. A message with forms is chosen by its `count`. */
export const office = {
  'office.tabs': 'Rating office',
  'office.tab.inbox': 'Inbox',
  'office.tab.events': 'Events',
  'office.tab.deadline': 'Deadline',
  'office.tab.players': 'Players',
  'office.tab.imports': 'Imports',
  'office.tab.federations': 'Federations',
  'office.tab.files': 'Rating files',
  'office.tab.webhooks': 'Webhooks',

  'standing.announced': 'Announced',
  'standing.approved': 'Approved',
  'standing.waiting': 'Waits',
  'standing.returned': 'Returned',
  'standing.released': 'Released',
  'standing.correction': 'Correction waits',
  'standing.withdrawn': 'Approval withdrawn',

  'stands.announced': 'No rating officer has approved the event; its rating file says so.',
  'stands.approved': 'A rating officer approved the event on {moment}. Its file is released after the confirmation.',
  'stands.approved.by': '{name} approved the event for {federation} on {moment}. Its file is released after the confirmation.',
  'stands.waiting': 'It waits for a rating officer, who approves the event and releases its file.',
  'stands.waiting.approved': 'A rating officer approved the event on {moment}. Its file waits to be released.',
  'stands.waiting.approved.by': '{name} approved the event for {federation} on {moment}. Its file waits to be released.',
  'stands.released': 'A rating officer released its file on {moment}.',
  'stands.released.by': '{name} released its file on {moment}.',
  'stands.released.earlier': 'The event was approved on {moment}, when no release was needed.',
  'stands.correction':
    'What changed since its file was released waits for another rating officer. Until then the version before it is in force.',
  'stands.withdrawn': 'A rating officer withdrew the approval; its rating file says that it is unrated.',
  'stands.returned': 'A rating officer gave the file back.',
  'stands.returned.by': '{name} gave the file back on {moment}.',
  'stands.returned.reason': '“{reason}”',
  'stands.returned.next': 'What you amend, correct or sign goes back to the rating office by itself.',
  'stands.unapproved_director':
    'No federation of the host nation has approved a head director of this event. A rating officer does that before approving the event.',
} as const;
