/** What was typed into the result field: a table and Black's discs, or why it is none. */
export type ResultEntry =
  | { kind: 'empty' }
  | { kind: 'incomplete' }
  | { kind: 'bad_discs' }
  | { kind: 'entry'; table: number; blackDiscs: number; whiteDiscs: number };

/**
 * Reads `4 26` (table 4, Black has 26 discs). A full score such as `4 26-38` is taken too
 * when it sums to the squares of the board. Separators: blanks, comma, colon.
 */
export function parseResultEntry(text: string, squares: number): ResultEntry {
  const typed = text.trim();
  if (typed === '') return { kind: 'empty' };
  const match = /^(\d{1,4})[\s,:]+(\d{1,3})(?:\s*[-–−:\s]\s*(\d{1,3}))?$/.exec(typed);
  if (!match) return { kind: 'incomplete' };
  const table = Number(match[1]);
  const blackDiscs = Number(match[2]);
  const whiteDiscs = squares - blackDiscs;
  if (table < 1) return { kind: 'incomplete' };
  if (blackDiscs > squares) return { kind: 'bad_discs' };
  if (match[3] !== undefined && Number(match[3]) !== whiteDiscs) return { kind: 'bad_discs' };
  return { kind: 'entry', table, blackDiscs, whiteDiscs };
}
