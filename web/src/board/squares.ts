import type { Color } from '../api/types';

export const FILES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
export const SIZE = 8;

/** The names of the squares in the order of a board text: a1, b1, … h8. */
export const SQUARES: readonly string[] = Array.from(
  { length: SIZE * SIZE },
  (_, place) => `${FILES[place % SIZE]}${Math.floor(place / SIZE) + 1}`,
);

export function placeOf(square: string): number {
  return SQUARES.indexOf(square);
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
  const start = placeOf(square);
  if (start < 0 || discAt(board, start) !== null) return 0;
  let total = 0;
  for (const { down, right } of DIRECTIONS) {
    if (down === 0 && right === 0) continue;
    total += flipsAlong(board, start, color, down, right);
  }
  return total;
}

function flipsAlong(board: string, start: number, color: Color, down: number, right: number): number {
  let row = Math.floor(start / SIZE) + down;
  let file = (start % SIZE) + right;
  for (let passed = 0; row >= 0 && row < SIZE && file >= 0 && file < SIZE; passed += 1) {
    const disc = discAt(board, row * SIZE + file);
    if (disc === null) return 0;
    if (disc === color) return passed;
    row += down;
    file += right;
  }
  return 0;
}

/** Steps between two squares, a diagonal step counting as one. */
export function distance(one: string, other: string): number {
  const a = placeOf(one);
  const b = placeOf(other);
  if (a < 0 || b < 0) return 0;
  return Math.max(Math.abs((a % SIZE) - (b % SIZE)), Math.abs(Math.floor(a / SIZE) - Math.floor(b / SIZE)));
}

/** Where a key of the board takes the cursor; null for other keys. */
export function cursorAfter(place: number, key: string): number | null {
  const row = Math.floor(place / SIZE);
  const file = place % SIZE;
  switch (key) {
    case 'ArrowLeft':
      return row * SIZE + Math.max(0, file - 1);
    case 'ArrowRight':
      return row * SIZE + Math.min(SIZE - 1, file + 1);
    case 'ArrowUp':
      return Math.max(0, row - 1) * SIZE + file;
    case 'ArrowDown':
      return Math.min(SIZE - 1, row + 1) * SIZE + file;
    case 'Home':
      return row * SIZE;
    case 'End':
      return row * SIZE + SIZE - 1;
    default:
      return null;
  }
}

/** The next legal square after the cursor, around the board. */
export function nextLegal(place: number, legal: readonly string[]): number | null {
  const places = legal.map(placeOf).filter((one) => one >= 0).sort((a, b) => a - b);
  return places.find((one) => one > place) ?? places[0] ?? null;
}
