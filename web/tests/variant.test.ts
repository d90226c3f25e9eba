import { describe, expect, it } from 'vitest';
import type { Board, Cell, Table, Tournament } from '../src/contract/types';
import { parseResultEntry } from '../src/pages/desk/round/result-entry';
import { narrate } from '../src/pages/table/narrate';
import { reasonText, replacedText, resultText } from '../src/event/result';
import { wordOf } from '../src/contract/plies';
import {
  beforeStartText,
  isPlacing,
  leastWin,
  lossOfAll,
  squaresIn,
  variantOf,
  variantText,
  winOfAll,
  type Variant,
} from '../src/event/variant';
import { cellView } from '../src/event/crosstable';
import { earlyEndText, isOver, isStopped } from '../src/event/ended';
import { kindWord, markOf, marksLegend, resultNote } from '../src/event/kinds';
import { plannedStart } from '../src/event/timetable';

const othello: Variant = { goal: 'most', opening: 'standard', board_size: 8 };
const anti: Variant = { ...othello, goal: 'fewest' };
const small: Variant = { ...othello, board_size: 4 };
const recorded = {
  black_discs: 0,
  white_discs: 64,
  winner: 'white',
  kind: 'forfeit',
  black_absent: false,
  white_absent: false,
  corrected: false,
} as NonNullable<Board['result']>;

describe('a variant', () => {
  it('is named, and Othello is not', () => {
    expect(variantText(othello)).toBe('');
    expect(variantText({ ...anti, board_size: 6 })).toBe('Anti-Reversi (the fewest discs win), 6×6 board');
    expect(variantText({ ...othello, opening: 'placed_1883' })).toBe('Opening of 1883');
    expect(variantText({ ...othello, opening: 'placed_1883_may_flip' })).toBe('Opening of 1883 (the second player may flip a disc)');
    expect(variantText({ ...othello, opening: 'placed_1883_must_flip' })).toBe('Opening of 1883 (the second player has to flip a disc)');
    expect(variantOf({ variant: null })).toEqual(othello);
    expect(squaresIn(small)).toBe(16);
  });

  it('has the scores that texts fix on its own board and for its own goal', () => {
    expect([lossOfAll(othello), leastWin(othello), winOfAll(othello)]).toEqual(['0–64', '33–31', '64–0']);
    expect([lossOfAll(small), leastWin(small), winOfAll(small)]).toEqual(['0–16', '9–7', '16–0']);
    expect([lossOfAll(anti), leastWin(anti), winOfAll(anti)]).toEqual(['64–0', '31–33', '0–64']);
  });

  it('places its first four discs in the centre under the opening of 1883, whatever a handicap put into the corners', () => {
    const opening = { opening: 'placed_1883', black_discs: 2, white_discs: 1, handicap_squares: [] as string[] };
    expect(isPlacing(opening)).toBe(true);
    expect(isPlacing({ ...opening, white_discs: 2 })).toBe(false);
    expect(isPlacing({ ...opening, white_discs: 3, handicap_squares: ['a1', 'h8'] })).toBe(true);
    expect(isPlacing({ ...opening, opening: 'standard', black_discs: 0 })).toBe(false);
  });

  it('tells who begins with which corners', () => {
    expect(beforeStartText({ handicap_to: 'white', handicap_squares: ['a1', 'h8'], drawn_squares: [] })).toBe(
      'Handicap: White begins with a1 and h8, Black moves first.',
    );
    expect(beforeStartText({ handicap_to: null, handicap_squares: [], drawn_squares: [] })).toBe('');
    expect(beforeStartText({ handicap_to: null, handicap_squares: [], drawn_squares: ['f5', 'd6'] })).toBe('Drawn opening: f5 d6.');
  });

  it('writes the disc that a move flipped by choice', () => {
    expect(wordOf({ square: 'e5', flip: 'd4' })).toBe('e5xd4');
  });

  it('has results of its own board entered', () => {
    const known = { squares: 16, boards: [{ table: 1, black: 'Ada Example', white: 'Bo Example' }], chosen: null };
    expect(parseResultEntry('1 9', known)).toEqual({ kind: 'entry', table: 1, blackDiscs: 9, whiteDiscs: 7 });
    expect(parseResultEntry('1 17', known).kind).toBe('bad_discs');
  });
});

describe('a cell of the crosstable', () => {
  const list = new Map([['e9', { rank: 9, place: 9, name: 'Ada Example' }]]);
  const cell: Cell = {
    round: 3,
    kind: 'played',
    opponent_entrant_id: 'e9',
    black: false,
    discs: 8,
    half_points: 1,
    game_id: 'g',
    table: 4,
    result_kind: 'played',
  };

  it('has the discs of its board', () => {
    expect(cellView(cell, list, undefined, small)).toMatchObject({
      other: 8,
      words: 'Round 3, White against rank 9, Ada Example, drew 8–8',
    });
  });

  it('counts the opponent’s discs where the fewest win, in a running game too', () => {
    const live = { phase: 'live', black_discs: 22, white_discs: 30 } as Table;
    expect(cellView({ ...cell, kind: 'open' }, list, live, anti)).toMatchObject({ discs: 22, other: 30 });
    expect(cellView({ ...cell, kind: 'open' }, list, live, othello)).toMatchObject({ discs: 30, other: 22 });
  });

  it('says how a result came about, and marks what no game gave', () => {
    const lost = { ...cell, discs: 0, half_points: 0 };
    expect(cellView({ ...lost, result_kind: 'walkover' }, list, undefined, othello)).toMatchObject({
      mark: 'w',
      words: 'Round 3, White against rank 9, Ada Example, lost 0–64 (walkover)',
    });
    const both = new Map([['e9', { rank: 9, place: 9, name: 'Ada Example', cells: [{ ...lost, black: true }] }]]);
    expect(cellView({ ...lost, result_kind: 'double_forfeit' }, both, undefined, othello)).toMatchObject({
      mark: 'ff',
      words: 'Round 3, White against rank 9, Ada Example, lost 0–0 (forfeit by both)',
    });
  });
});

describe('a kind of result', () => {
  it('has a word, and its letter a legend', () => {
    const kinds = ['played', 'time_default', 'resigned', 'entered', 'adjudicated', 'forfeit', 'double_forfeit', 'no_show', 'walkover'];
    expect(kinds.map(kindWord)).toEqual([
      '',
      'on time',
      'resigned',
      'entered',
      'adjudicated',
      'forfeit',
      'forfeit by both',
      'no-show',
      'walkover',
    ]);
    expect(kinds.map(markOf)).toEqual(['', '', '', '', 'a', 'f', 'ff', 'n', 'w']);
    expect(marksLegend(['walkover', null, 'played', 'forfeit', 'walkover'])).toEqual(['f forfeit', 'w walkover']);
    expect(kindWord('of_tomorrow')).toBe('of tomorrow');
  });

  it('stands beside its score with the word that it replaced another', () => {
    expect(resultNote({ ...recorded, kind: 'played', corrected: true })).toBe('corrected');
    expect(resultNote({ ...recorded, kind: 'entered', corrected: true })).toBe('entered, corrected');
    expect(resultNote({ ...recorded, kind: 'entered' }, true)).toBe('');
  });

  it.each([
    [{ kind: 'forfeit' }, 'By forfeit: an official decided.'],
    [{ kind: 'double_forfeit' }, 'Both forfeit the game: an official decided.'],
    [{ kind: 'adjudicated' }, 'The game was adjudicated.'],
    [{ kind: 'no_show', black_absent: true }, 'Black did not come.'],
    [{ kind: 'no_show', black_absent: true, white_absent: true }, 'Neither player came.'],
    [{ kind: 'walkover', white_absent: true }, 'White left the event before the game was decided.'],
    [{ kind: 'walkover', black_absent: true, white_absent: true }, 'Both players left the event before the game was decided.'],
    [{ kind: 'entered', corrected: true }, 'The director entered the result. The result replaced another.'],
  ])('is told at its table: %j', (parts, text) => {
    expect(reasonText('ruling', 'club', { ...recorded, ...parts })).toBe(text);
  });

  it('goes before how the game ended at its table', () => {
    const table = { result: { black_discs: 6, white_discs: 10, winner: 'white', reason: 'played', both_absent: false } } as Table;
    const corrected = { ...recorded, black_discs: 16, white_discs: 0, winner: 'black', kind: 'played', corrected: true } as const;
    expect(resultText(table, 'black', corrected)).toBe('You won 16–0.');
    expect(reasonText('played', 'club', corrected)).toBe('The director entered the result. The result replaced another.');
    expect(replacedText(table, 'black', corrected)).toBe('At the table it ended 6–10.');
    expect(replacedText(table, null, { ...corrected, black_discs: 6, white_discs: 10 })).toBe('');
    expect(replacedText(table, null, null)).toBe('');
  });

  it('in which nobody scored is no draw', () => {
    const result = { black_discs: 0, white_discs: 0, winner: null, reason: 'ruling', both_absent: false };
    const before = { seq: 1, plies: [], board: '-', board_hidden: false, result: null, phase: 'live', rulings: [] } as unknown as Table;
    const after = { ...before, seq: 2, phase: 'finished', result } as Table;
    expect(resultText(after, 'black')).toBe('Nobody scored. 0–0.');
    expect(narrate(before, after, 'black', () => '').assertive).toBe('Nobody scored. 0–0.');
  });
});

describe('an event that ended otherwise than planned', () => {
  const end = {
    kind: 'ended_early',
    rounds: 1,
    planned: 5,
    unfinished_round: 2,
    fate: 'annulled',
    without_finals: false,
    ranking_confirmed: false,
    reason: 'No light.',
    account_id: 'a',
    at_ms: 0,
    rule: null,
  };
  const inPhase = (phase: string): Tournament => ({ summary: { phase } }) as Tournament;

  it('says what it did', () => {
    expect(earlyEndText(end)).toEqual({ fact: 'Ended early: 1 round instead of 5.', consequence: 'Round 2 was annulled.' });
    expect(earlyEndText({ ...end, kind: 'shortened', rounds: 4, unfinished_round: null, fate: null, without_finals: true })).toEqual({
      fact: 'Shortened: 4 rounds instead of 5.',
      consequence: 'No finals are played.',
    });
    expect(earlyEndText({ ...end, kind: 'abandoned', fate: 'adjudicated' })).toEqual({
      fact: 'The event was abandoned.',
      consequence: 'The open boards of round 2 were adjudicated. What was played is listed, and no ranking is confirmed.',
    });
    expect(earlyEndText({ ...end, kind: 'cancelled', unfinished_round: null, fate: null })).toEqual({
      fact: 'The event was cancelled.',
      consequence: '',
    });
  });

  it('has no further round once it stopped, or when all are played', () => {
    expect(
      ['registration', 'round_open', 'between_rounds', 'played', 'confirmed', 'abandoned', 'cancelled'].map((phase) =>
        isOver(inPhase(phase)),
      ),
    ).toEqual([false, false, false, true, true, true, true]);
    expect(['played', 'confirmed', 'abandoned', 'cancelled'].map((phase) => isStopped(inPhase(phase)))).toEqual([false, false, true, true]);
  });
});

describe('the timetable', () => {
  it('says when a round is planned', () => {
    const play = (round: number | null, starts_at_ms: number | null) => ({
      round,
      stage: round ? null : 'finals',
      game: null,
      starts_at_ms,
    });
    const timetable = {
      utc_offset_minutes: 60,
      breaks: [],
      sessions: [
        { day: 1, plays: [play(1, 1_000)] },
        { day: 2, plays: [play(2, null), play(null, 9_000)] },
      ],
    };
    expect([1, 2, 3].map((round) => plannedStart({ timetable }, round))).toEqual([1_000, null, null]);
    expect(plannedStart({ timetable: null }, 1)).toBeNull();
  });
});
