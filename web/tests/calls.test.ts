import { describe, expect, it } from 'vitest';
import type { Board, Round, Table } from '../src/contract/types';
import { callSince, isAnswered, openCalls } from '../src/event/calls';
import { presenceAfter } from '../src/live/games.svelte';

const board = (table: number, parts: Partial<Board> = {}): Board =>
  ({ table, game_id: `g${table}`, black_calls_since_ms: null, white_calls_since_ms: null, ...parts }) as Board;
const called = (parts: Partial<Table>): Table => ({ called_by: null, pause: null, ...parts }) as Table;

describe('a call for the director', () => {
  it('is open since its clocks stand, or since the event says where they go on', () => {
    const standing = called({ called_by: 'black', pause: { cause: 'call', since_ms: 500, until_ms: null } });
    expect(callSince(board(1), standing)).toBe(500);
    expect(callSince(board(1, { white_calls_since_ms: 700 }), called({ called_by: 'white' }))).toBe(700);
    expect(callSince(board(1), called({}))).toBeNull();
    expect(callSince(board(1, { black_calls_since_ms: 700 }), undefined)).toBeNull();
  });

  it.each([
    [500, 600, true],
    [500, 400, false],
    [500, undefined, false],
    [null, 600, false],
    [null, undefined, false],
  ])('since %j, answered %j: %j', (since, answered, is) => expect(isAnswered(since, answered)).toBe(is));

  it('is told of each table that waits', () => {
    const tables: Record<string, Table> = { g2: called({ called_by: 'white' }), g3: called({}) };
    const round = { boards: [board(1), board(2), board(3)] } as Round;
    expect(openCalls(round, (game) => tables[game]).map(({ table, color }) => [table, color])).toEqual([[2, 'white']]);
  });
});

describe('who is away', () => {
  it('is so since the desk saw it, and nobody knows since when before', () => {
    const first = presenceAfter(undefined, false, true, 1_000);
    expect(first).toEqual({ black: false, white: true, blackAwaySinceMs: null, whiteAwaySinceMs: null });
    const gone = presenceAfter(first, false, false, 2_000);
    expect(gone).toMatchObject({ blackAwaySinceMs: null, whiteAwaySinceMs: 2_000 });
    expect(presenceAfter(gone, true, false, 3_000)).toMatchObject({ blackAwaySinceMs: null, whiteAwaySinceMs: 2_000 });
  });
});
