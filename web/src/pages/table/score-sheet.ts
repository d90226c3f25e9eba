import { squaresOf } from '../../board/squares';
import type { Color, PlayedPly, Table } from '../../contract/types';

/** What a square of a score sheet has: the number of the move that took it, or the disc that lay there before the first. */
export interface SheetSquare {
  square: string;
  number: number | null;
  start: Color | null;
}

/** A move as a score sheet counts it: discs, not passes, and those of a drawn opening before them. */
export interface SheetMove {
  ply: PlayedPly;
  /** Null for a pass. */
  number: number | null;
}

export function sheetMoves({ plies, drawn_squares: drawn }: Pick<Table, 'plies' | 'drawn_squares'>): SheetMove[] {
  let made = drawn.length;
  return plies.map((ply) => ({ ply, number: ply.square === null ? null : (made += 1) }));
}

/** The discs in the middle before the first move; where they are placed there are none. */
function startDisc(place: number, size: number): Color | null {
  const [row, column, middle] = [Math.floor(place / size), place % size, size / 2];
  if (![row, column].every((one) => one === middle || one === middle - 1)) return null;
  return row === column ? 'white' : 'black';
}

/** The squares of a game’s sheet, in the order of the board. */
export function sheetSquares(
  table: Pick<Table, 'plies' | 'board_size' | 'opening' | 'handicap_to' | 'handicap_squares' | 'drawn_squares'>,
): SheetSquare[] {
  const numbers = new Map<string, number | null>(table.drawn_squares.map((square, place) => [square, place + 1]));
  for (const { ply, number } of sheetMoves(table)) if (ply.square !== null) numbers.set(ply.square, number);
  return squaresOf(table.board_size).map((square, place) => {
    const number = numbers.get(square) ?? null;
    const given = table.handicap_squares.includes(square) ? table.handicap_to : null;
    const placed = table.opening === 'standard' ? startDisc(place, table.board_size) : null;
    return { square, number, start: number === null ? (given ?? placed) : null };
  });
}

/** The same in so many columns, first one first, of lengths that are as equal as can be. */
export function inColumns<T>(all: readonly T[], columns: number): T[][] {
  const each = Math.ceil(all.length / columns);
  return Array.from({ length: columns }, (_, column) => all.slice(column * each, (column + 1) * each));
}
