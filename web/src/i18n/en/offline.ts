/** English texts of a page that was opened and reached no server yet. */
export const offline = {
  'offline.opened': 'You are offline.',
  'offline.opened.text': 'What this page shows comes from the server, as soon as the connection is back.',
  'offline.no_line': 'No connection to the server yet.',
  'offline.no_line.text': 'What is missing here comes as soon as there is one.',
} as const;
