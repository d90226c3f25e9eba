import type { Color, Table } from '../contract/types';
import type { Commit, Fact } from './frames';

const CELL: Record<Color, string> = { black: '*', white: 'O' };

/** Where a square's cell is in a board's text. */
const cellOf = (square: string, size: number): number => square.charCodeAt(0) - 97 + (square.charCodeAt(1) - 49) * size;

const count = (board: string, cell: string): number => board.split(cell).length - 1;

/** A move or a pass as it follows from its event. */
function played(table: Table, { ply = 0, color = 'black', square, flip, flipped = [], charged_ms, lag_credit_ms }: Fact): Table {
  const made = {
    ply,
    color,
    square: square ?? null,
    flip: flip ?? null,
    charged_ms: charged_ms ?? 0,
    flag_fell: false,
    lag_credit_ms: lag_credit_ms ?? 0,
  };
  const plies = [...table.plies, made];
  if (!square) return { ...table, plies };
  const cells = [...table.board];
  for (const one of [...flipped, square]) cells[cellOf(one, table.board_size)] = CELL[color];
  const board = cells.join('');
  return {
    ...table,
    plies,
    board,
    black_discs: count(board, CELL.black),
    white_discs: count(board, CELL.white),
    last_square: square,
    last_flips: [...flipped],
  };
}

/** The table after a commit; null where the one given is not the one before it. */
export function follow(table: Table, { seq, events, changed }: Commit): Table | null {
  if (table.seq + 1 !== seq) return null;
  let next = table;
  for (const event of events) if (event.type === 'moved' || event.type === 'passed') next = played(next, event);
  return { ...next, ...changed, clocks: { ...next.clocks, ...changed.clocks }, seq };
}
