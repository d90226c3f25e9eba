import { discAt, placeOf } from '../src/board/squares';
import type { Color, ReplayPosition } from '../src/contract/types';

const START = `${'-'.repeat(27)}O*${'-'.repeat(6)}*O${'-'.repeat(27)}`;
const AROUND = [-9, -8, -7, -1, 1, 7, 8, 9];

function turned(board: string, place: number, color: Color): number[] {
  return AROUND.flatMap((step) => {
    const along: number[] = [];
    for (let at = place; ;) {
      const next = at + step;
      if (next < 0 || next > 63 || Math.abs((next % 8) - (at % 8)) > 1) return [];
      const disc = discAt(board, next);
      if (disc === null) return [];
      if (disc === color) return along;
      along.push(next);
      at = next;
    }
  });
}

const named = (place: number): string => `${'abcdefgh'[place % 8] ?? ''}${Math.floor(place / 8) + 1}`;
const cells = Array.from({ length: 64 }, (_, place) => place);

function legal(board: string, color: Color): string[] {
  return cells.filter((place) => discAt(board, place) === null && turned(board, place, color).length > 0).map(named);
}

const count = (board: string, disc: string): number => [...board].filter((cell) => cell === disc).length;

function position(ply: number, board: string, toMove: Color, played: Partial<ReplayPosition>): ReplayPosition {
  return {
    ply,
    color: null,
    square: null,
    flip: null,
    flips: [],
    board,
    to_move: toMove,
    legal_squares: legal(board, toMove),
    flippable_squares: [],
    must_flip: false,
    black_discs: count(board, '*'),
    white_discs: count(board, 'O'),
    black_mobility: legal(board, 'black').length,
    white_mobility: legal(board, 'white').length,
    charged_ms: null,
    remaining_ms: null,
    ...played,
  };
}

/** The positions of a game that goes so, as the server tells them, from one of them on; each move takes so many seconds as its ply. */
export function replayed(moves: string, fromPly = 0): ReplayPosition[] {
  const squares = moves.match(/../g) ?? [];
  const positions = [position(0, START, 'black', {})];
  for (const [index, square] of squares.entries()) {
    const before = positions[index];
    if (!before?.to_move) throw new Error('over');
    const color = before.to_move;
    const flips = turned(before.board, placeOf(square, 8), color);
    const lies = new Set([...flips, placeOf(square, 8)]);
    const board = [...before.board].map((cell, place) => (lies.has(place) ? (color === 'black' ? '*' : 'O') : cell)).join('');
    const ply = index + 1;
    positions.push(
      position(ply, board, color === 'black' ? 'white' : 'black', {
        color,
        square,
        flips: flips.map(named),
        charged_ms: ply * 1_000,
        remaining_ms: 600_000 - ply * 1_000,
      }),
    );
  }
  return positions.slice(fromPly);
}
