import { describe, expect, it } from 'vitest';
import type { PlayedPly, Table } from '../src/contract/types';
import { inColumns, sheetMoves, sheetSquares } from '../src/pages/table/score-sheet';

const plies = (...squares: (string | null)[]): PlayedPly[] =>
  squares.map((square, place) => ({
    ply: place + 1,
    color: place % 2 === 0 ? 'black' : 'white',
    square,
    charged_ms: 1_000,
    flag_fell: false,
    lag_credit_ms: 0,
    flip: null,
  }));
const OTHELLO = { board_size: 8, opening: 'standard', handicap_to: null, handicap_squares: [] as string[], drawn_squares: [] as string[] };
const sheet = (game: Partial<Parameters<typeof sheetSquares>[0]>) =>
  Object.fromEntries(
    sheetSquares({ ...OTHELLO, plies: [], ...game } as unknown as Table).flatMap(({ square, number, start }) =>
      number === null && start === null ? [] : [[square, number ?? start] as const],
    ),
  );

describe('a score sheet', () => {
  it('counts discs, and no passes', () => {
    expect(sheetMoves({ plies: plies('f5', null, 'd6', 'c5'), drawn_squares: [] }).map(({ number }) => number)).toEqual([1, null, 2, 3]);
    expect(sheet({ plies: plies('f5', null, 'd6') })).toEqual({ f5: 1, d6: 2, d4: 'white', e5: 'white', d5: 'black', e4: 'black' });
  });

  it('has the discs in the middle of every board, and none where they are placed', () => {
    expect(sheet({ board_size: 6 })).toEqual({ c3: 'white', d4: 'white', c4: 'black', d3: 'black' });
    expect(sheet({ board_size: 4 })).toEqual({ b2: 'white', c3: 'white', b3: 'black', c2: 'black' });
    expect(sheet({ opening: 'placed_1883', plies: plies('d4', 'd5') })).toEqual({ d4: 1, d5: 2 });
  });

  it('has the corners of a handicap', () => {
    expect(sheet({ handicap_to: 'black', handicap_squares: ['a1', 'h8'] })).toMatchObject({ a1: 'black', h8: 'black' });
  });

  it('begins with the plies that the lot drew', () => {
    expect(sheet({ drawn_squares: ['f5', 'd6'], plies: plies('c3') })).toMatchObject({ f5: 1, d6: 2, c3: 3, d4: 'white' });
  });

  it('stands in columns of about the same length', () => {
    const numbers = Array.from({ length: 10 }, (_, place) => place);
    expect(inColumns(numbers, 4).map((one) => one.length)).toEqual([3, 3, 3, 1]);
    expect(inColumns([], 4)).toEqual([[], [], [], []]);
  });
});
