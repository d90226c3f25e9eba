import type { Color } from '../contract/types';

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;

/** Squares along an edge of a board text: 8, in variants 6 or 4. */
export function sizeOf(board: string): number {
  return Math.min(LETTERS.length, Math.round(Math.sqrt(board.length)));
}

/** The letters of the columns. */
export function filesOf(size: number): readonly string[] {
  return LETTERS.slice(0, size);
}

/** The names of the squares in the order of a board text: a1, b1, … */
export function squaresOf(size: number): readonly string[] {
  return Array.from({ length: size * size }, (_, place) => `${LETTERS[place % size] ?? ''}${Math.floor(place / size) + 1}`);
}

/** Column and row of a square, from 0; null for what is none of that board. */
function at(square: string, size: number): { file: number; row: number } | null {
  const file = LETTERS.findIndex((letter) => letter === square[0]);
  const row = Number(square.slice(1)) - 1;
  return file >= 0 && file < size && row >= 0 && row < size ? { file, row } : null;
}

/** The place of a square in the board text; -1 for what is none of that board. */
export function placeOf(square: string, size: number): number {
  const found = at(square, size);
  return found === null ? -1 : found.row * size + found.file;
}

/** What lies on a square of a board text: `*` black, `O` white, else nothing. */
export function discAt(board: string, place: number): Color | null {
  const cell = board[place];
  if (cell === '*') return 'black';
  return cell === 'O' ? 'white' : null;
}

const DIRECTIONS = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => ({ down, right })));

/**
 * How many discs a move would flip. For the words of a legal square only: what is
 * legal is said by the server.
 */
export function flips(board: string, square: string, color: Color): number {
  const start = placeOf(square, sizeOf(board));
  if (start < 0 || discAt(board, start) !== null) return 0;
  let total = 0;
  for (const { down, right } of DIRECTIONS) {
    if (down === 0 && right === 0) continue;
    total += flipsAlong(board, start, color, down, right);
  }
  return total;
}

function flipsAlong(board: string, start: number, color: Color, down: number, right: number): number {
  const size = sizeOf(board);
  let row = Math.floor(start / size) + down;
  let file = (start % size) + right;
  for (let passed = 0; row >= 0 && row < size && file >= 0 && file < size; passed += 1) {
    const disc = discAt(board, row * size + file);
    if (disc === null) return 0;
    if (disc === color) return passed;
    row += down;
    file += right;
  }
  return 0;
}

/** Steps between two squares, a diagonal step counting as one. */
export function distance(one: string, other: string): number {
  const a = at(one, LETTERS.length);
  const b = at(other, LETTERS.length);
  if (a === null || b === null) return 0;
  return Math.max(Math.abs(a.file - b.file), Math.abs(a.row - b.row));
}

/** Where a key of the board takes the cursor; null for other keys. */
export function cursorAfter(place: number, key: string, size: number): number | null {
  const row = Math.floor(place / size);
  const file = place % size;
  switch (key) {
    case 'ArrowLeft':
      return row * size + Math.max(0, file - 1);
    case 'ArrowRight':
      return row * size + Math.min(size - 1, file + 1);
    case 'ArrowUp':
      return Math.max(0, row - 1) * size + file;
    case 'ArrowDown':
      return Math.min(size - 1, row + 1) * size + file;
    case 'Home':
      return row * size;
    case 'End':
      return row * size + size - 1;
    default:
      return null;
  }
}

/** The next legal square after the cursor, around the board. */
export function nextLegal(place: number, legal: readonly string[], size: number): number | null {
  const places = legal
    .map((square) => placeOf(square, size))
    .filter((one) => one >= 0)
    .sort((a, b) => a - b);
  return places.find((one) => one > place) ?? places[0] ?? null;
}
