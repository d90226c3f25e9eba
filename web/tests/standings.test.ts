import { describe, expect, it } from 'vitest';
import type { Board, Cell, Round, Standings, Table } from '../src/contract/types';
import { boardState } from '../src/event/trouble';
import { formatHalves } from '../src/i18n/numbers';
import { decidedSentence, sharedAndParted } from '../src/event/decided';
import { purposeTitle } from '../src/event/match';
import { cellView, disputedIn, disputedLegend, listed } from '../src/event/crosstable';

const othello = { goal: 'most', opening: 'standard', board_size: 8 };
const list = new Map([['e9', { rank: 9, place: 9, name: 'Ada Example' }]]);
const cell: Cell = {
  round: 3,
  kind: 'played',
  opponent_entrant_id: 'e9',
  black: false,
  discs: 36,
  half_points: 2,
  game_id: 'g',
  table: 4,
  result_kind: 'played',
};
const table = {
  phase: 'live',
  black_discs: 22,
  white_discs: 30,
  to_move: 'black',
  defaulted: null,
  clocks: { black_ms: 90_000, white_ms: 300_000, running: 'black', as_of_ms: 0 },
} as Table;
const board: Board = {
  table: 4,
  black_entrant_id: 'a',
  white_entrant_id: 'b',
  game_id: 'g',
  result: null,
  purpose: 'qualification',
  game: 0,
  draw_winner_entrant_id: null,
  main_time_ms: 1_500_000,
  disputed: false,
  time_control: null,
  black_clock: null,
  white_clock: null,
  handicap: null,
  black_calls_since_ms: null,
  white_calls_since_ms: null,
  confirmed_at_ms: null,
  game_reopened: false,
};

describe('boards of the finals', () => {
  it('are named by their match', () => {
    const named = (purpose: string, game: number): string => purposeTitle({ ...board, purpose, game });
    expect(named('final', 2)).toBe('Final, game 2');
    expect(named('semi_final_1', 1)).toBe('Semi-final 1, game 1');
    expect(named('womens_playoff_2_3', 1)).toBe('Women’s playoff 2–3, game 1');
    expect(named('tie_playoff_e1_e12', 1)).toBe('Tie playoff, game 1');
    expect(named('side_swiss', 0)).toBe('Swiss beside the semi-finals');
    expect(named('qualification', 0)).toBe('');
  });
});

describe('the deciding sentence', () => {
  it('names both players', () => {
    const event = { nameOf: (id: string | null | undefined) => `Ada ${id?.toUpperCase()}` };
    const decided = {
      above_entrant_id: 'a',
      equal_rank: false,
      sentence: '{above} has more discs than {below}.',
      code: 'criterion',
      parameters: {},
    };
    const row = { entrant_id: 'b', decided } as Standings['rows'][number];
    expect(decidedSentence(row, event)).toBe('Ada A has more discs than Ada B.');
    expect(decidedSentence({ ...row, decided: null }, event)).toBe('');
  });
});

describe('equal points', () => {
  it('are said to share a rank, or to be parted behind the points, by rank', () => {
    const row = (rank: number, code: string, criterion?: string) => ({ rank, decided: { code, parameters: { criterion } } });
    const rows = [
      { rank: 1, decided: null },
      row(2, 'criterion', 'BQ'),
      row(3, 'lots'),
      row(4, 'criterion', 'points'),
      row(4, 'equal_points'),
      row(6, 'criterion', 'points'),
      row(7, 'head_to_head'),
    ];
    expect(sharedAndParted(rows as unknown as Standings['rows'])).toEqual({ shared: ['4'], parted: ['1–3', '6–7'] });
    expect(sharedAndParted([])).toEqual({ shared: [], parted: [] });
  });
});

describe('the crosstable', () => {
  it('says a game as it is read aloud', () => {
    expect(cellView(cell, list, undefined, othello).words).toBe('Round 3, White against rank 9, Ada Example, won 36–28');
    expect(cellView({ ...cell, half_points: 1, discs: 32 }, list, undefined, othello).kind).toBe('drawn');
  });

  it('names an opponent by the line in the list where several share a rank, and aloud by name', () => {
    const rows = ['a', 'b', 'c'].map((entrant_id, index) => ({ entrant_id, rank: index === 0 ? 1 : 2, place: index + 1 }));
    const found = listed({ rows } as Standings, (id) => `Ada ${id.toUpperCase()}`);
    expect([...found.values()].map((one) => [one.rank, one.place])).toEqual([
      [1, 1],
      [2, 2],
      [2, 3],
    ]);
    expect(cellView({ ...cell, opponent_entrant_id: 'c' }, found, undefined, othello)).toMatchObject({
      line: 3,
      words: 'Round 3, White against rank 2, Ada C, won 36–28',
    });
  });

  it('shows live discs of an open game, and none before its start', () => {
    const open = { ...cell, kind: 'open' } as const;
    expect(cellView(open, list, table, othello)).toMatchObject({ kind: 'live', discs: 30 });
    expect(cellView(open, list, undefined, othello)).toMatchObject({ kind: 'open', discs: null });
    expect(cellView(open, list, { ...table, phase: 'armed' }, othello)).toMatchObject({ kind: 'open', discs: null });
  });

  it('shows a game as played while its clocks stand, and no discs of a board that is hidden', () => {
    const open = { ...cell, kind: 'open' } as const;
    const paused = { ...table, phase: 'paused' } as const;
    expect(cellView(open, list, paused, othello)).toMatchObject({ kind: 'live', discs: 30 });
    expect(cellView(open, list, { ...paused, board_hidden: true, board: '' }, othello)).toMatchObject({
      kind: 'live',
      discs: null,
      words: 'Round 3, White against rank 9, Ada Example, playing, the board is hidden',
    });
  });

  it('marks a game whose result somebody disputes, and says so', () => {
    const rounds = [
      { number: 3, boards: [{ table: 4, disputed: true }] },
      { number: 2, boards: [{ table: 4, disputed: false }] },
    ] as unknown as Round[];
    const disputed = disputedIn(rounds);
    expect(cellView(cell, list, undefined, othello, disputed)).toMatchObject({
      mark: '?',
      words: 'Round 3, White against rank 9, Ada Example, won 36–28 (disputed)',
    });
    expect(cellView({ ...cell, round: 2 }, list, undefined, othello, disputed).mark).toBe('');
    expect([disputedLegend(rounds), disputedLegend(rounds.slice(1)), disputedLegend(undefined)]).toEqual([['? disputed'], [], []]);
  });

  it('writes half-points as the field does', () => {
    expect([0, 1, 2, 9].map(formatHalves)).toEqual(['0', '½', '1', '4½']);
  });
});

describe('trouble at a board', () => {
  const both = { black: true, white: true };
  const seated = (): boolean => true;

  it('is none while both are there and have time', () => {
    expect(boardState(board, table, both, seated, 0).trouble).toBe('playing');
  });

  it('is a low clock, an absent player, a fallen flag: the worst counts', () => {
    expect(boardState(board, table, both, seated, 40_000)).toEqual({ trouble: 'low', color: 'black' });
    expect(boardState(board, table, { black: false, white: false }, seated, 40_000)).toEqual({ trouble: 'away', color: 'black' });
    const fallen = { ...table, defaulted: 'white' } as Table;
    expect(boardState(board, fallen, { black: false, white: true }, seated, 0)).toEqual({ trouble: 'flag', color: 'white' });
  });

  it('names a seat that nobody took', () => {
    expect(boardState(board, undefined, undefined, (who) => who !== 'b', 0)).toEqual({ trouble: 'unseated', color: 'white' });
  });

  it('ends with the result', () => {
    const result = {
      black_discs: 26,
      white_discs: 38,
      winner: 'white',
      kind: 'played',
      black_absent: false,
      white_absent: false,
      corrected: true,
    } as const;
    expect(boardState({ ...board, result }, table, undefined, () => false, 0).trouble).toBe('entered');
  });
});
