import { describe, expect, test } from 'vitest';
import type { Table } from '../src/contract/types';
import { follow } from '../src/live/follow';
import type { Commit } from '../src/live/frames';

const START = `${'-'.repeat(27)}O*------*O${'-'.repeat(27)}`;

const table = {
  seq: 4,
  board_size: 8,
  board: START,
  to_move: 'black',
  ply: 1,
  plies: [],
  black_discs: 2,
  white_discs: 2,
  last_square: null,
  last_flips: [],
  legal_squares: ['d3', 'c4', 'f5', 'e6'],
  clocks: { black_ms: 60_000, white_ms: 60_000, running: 'black', as_of_ms: 1_000, black_lag_credit_ms: 7 },
} as unknown as Table;

const commit: Commit = {
  seq: 5,
  at_ms: 3_000,
  events: [{ type: 'moved', ply: 1, color: 'black', square: 'f5', flipped: ['e5'], charged_ms: 2_000 }],
  changed: {
    to_move: 'white',
    ply: 2,
    legal_squares: ['f4', 'd6', 'f6'],
    clocks: { black_ms: 58_000, white_ms: 60_000, running: 'white', as_of_ms: 3_000 },
  },
};

describe('a table follows a commit', () => {
  test('with the disc, those it flipped, the ply and the counts, and with what else changed', () => {
    const after = follow(table, commit);
    expect(after).toEqual({
      ...table,
      seq: 5,
      board: `${'-'.repeat(27)}O*------***${'-'.repeat(26)}`,
      to_move: 'white',
      ply: 2,
      plies: [{ ply: 1, color: 'black', square: 'f5', flip: null, charged_ms: 2_000, flag_fell: false, lag_credit_ms: 0 }],
      black_discs: 4,
      white_discs: 1,
      last_square: 'f5',
      last_flips: ['e5'],
      legal_squares: ['f4', 'd6', 'f6'],
      clocks: { black_ms: 58_000, white_ms: 60_000, running: 'white', as_of_ms: 3_000, black_lag_credit_ms: 7 },
    });
    expect(table.board, 'the one before stays as it was').toBe(START);
  });

  test('of a pass with the ply alone', () => {
    const pass = { ...commit, events: [{ type: 'passed', ply: 1, color: 'black' as const, charged_ms: 10 }] };
    const after = follow(table, pass);
    expect(after?.board).toBe(START);
    expect(after?.plies).toEqual([
      { ply: 1, color: 'black', square: null, flip: null, charged_ms: 10, flag_fell: false, lag_credit_ms: 0 },
    ]);
  });

  test('with what changed in place of what follows from the events', () => {
    const plies = [{ ply: 1, color: 'black', square: 'f5', flip: null, charged_ms: 61_000, flag_fell: true, lag_credit_ms: 0 }];
    const after = follow(table, { ...commit, changed: { ...commit.changed, plies } as Commit['changed'] });
    expect(after?.plies).toEqual(plies);
  });

  test('only as the one before it', () => {
    for (const seq of [4, 6, 7]) expect(follow(table, { ...commit, seq })).toBeNull();
  });
});
