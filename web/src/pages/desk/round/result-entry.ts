/** A board as the result field knows it: its table and who sits there. */
export interface EntryBoard {
  table: number;
  black: string;
  white: string;
}

/** What was typed into the result field: a board and Black's discs there, or why it is none. */
export type ResultEntry =
  | { kind: 'empty' }
  | { kind: 'incomplete' }
  | { kind: 'bad_discs' }
  | { kind: 'bad_margin' }
  | { kind: 'no_table'; table: number }
  | { kind: 'nobody'; name: string }
  | { kind: 'several'; names: string[] }
  | { kind: 'none_chosen' }
  | { kind: 'entry'; table: number; blackDiscs: number; whiteDiscs: number };

interface Known {
  /** The squares of the board: the discs of a score together. */
  squares: number;
  boards: readonly EntryBoard[];
  /** The table that is open in the panel, which a score alone is for. */
  chosen: number | null;
}

/** Letters that no accent makes of another. */
const LETTERS: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/** A name as it is looked for: without accents and capitals. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[øæœßłđðþı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .trim();

interface Side {
  board: EntryBoard;
  color: 'black' | 'white';
  name: string;
}

/** Who is meant by part of a name: whose words begin with it, or, where nobody's do, who has it anywhere. */
function meant(part: string, boards: readonly EntryBoard[]): Side[] {
  const sought = plain(part);
  const sides = boards.flatMap((board): Side[] => [
    { board, color: 'black', name: board.black },
    { board, color: 'white', name: board.white },
  ]);
  const begin = sides.filter(({ name }) => ` ${plain(name)}`.includes(` ${sought}`));
  return begin.length > 0 ? begin : sides.filter(({ name }) => plain(name).includes(sought));
}

/**
 * Reads a result: `4 26` (table 4, Black has 26 discs; `4 26-38` is taken where it sums to the squares), `name 35` (part of a
 * player's name and that player's discs), `+6` and `-6` (Black's margin at the chosen table), `=` (a draw there), and `4 +6`,
 * `4 =`. Separators: blanks, comma, colon.
 */
export function parseResultEntry(text: string, known: Known): ResultEntry {
  const typed = text.trim().replace(/[−–]/g, '-');
  if (typed === '') return { kind: 'empty' };
  const margin = /^(?:(\d{1,4})[\s,:]*)?(=|[+-]\s*\d{1,3})$/.exec(typed);
  if (margin?.[2] !== undefined) return byMargin(margin[1], margin[2], known);
  const byTable = /^(\d{1,4})[\s,:]+(\d{1,3})(?:\s*[-:\s]\s*(\d{1,3}))?$/.exec(typed);
  if (byTable) return atTable(Number(byTable[1]), Number(byTable[2]), byTable[3], known);
  const byName = /^(\D*\p{L}\D*?)[\s,:]+(\d{1,3})$/u.exec(typed);
  return byName ? ofPlayer(byName[1] ?? '', Number(byName[2]), known) : { kind: 'incomplete' };
}

function atTable(table: number, blackDiscs: number, whites: string | undefined, { squares, boards }: Known): ResultEntry {
  const whiteDiscs = squares - blackDiscs;
  if (table < 1) return { kind: 'incomplete' };
  if (blackDiscs > squares || (whites !== undefined && Number(whites) !== whiteDiscs)) return { kind: 'bad_discs' };
  if (!boards.some((board) => board.table === table)) return { kind: 'no_table', table };
  return { kind: 'entry', table, blackDiscs, whiteDiscs };
}

function ofPlayer(name: string, discs: number, { squares, boards }: Known): ResultEntry {
  const found = meant(name, boards);
  const [side] = found;
  if (!side) return { kind: 'nobody', name };
  if (found.length > 1) return { kind: 'several', names: found.map((one) => one.name) };
  if (discs > squares) return { kind: 'bad_discs' };
  const blackDiscs = side.color === 'black' ? discs : squares - discs;
  return { kind: 'entry', table: side.board.table, blackDiscs, whiteDiscs: squares - blackDiscs };
}

function byMargin(at: string | undefined, margin: string, { squares, boards, chosen }: Known): ResultEntry {
  const table = at === undefined ? chosen : Number(at);
  if (table === null) return { kind: 'none_chosen' };
  if (!boards.some((board) => board.table === table)) return { kind: 'no_table', table };
  const by = margin === '=' ? 0 : Number(margin.replace(/\s/g, ''));
  if (Math.abs(by) > squares || (squares + by) % 2 !== 0) return { kind: 'bad_margin' };
  const blackDiscs = (squares + by) / 2;
  return { kind: 'entry', table, blackDiscs, whiteDiscs: squares - blackDiscs };
}
