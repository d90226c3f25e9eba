import { describe, expect, it } from 'vitest';
import type { Timetable, Tournament } from '../src/contract/types';
import {
  draftOf,
  joined,
  localMoment,
  localText,
  offsetText,
  paced,
  plannedFinals,
  plannedStart,
  playState,
  split,
  timetableOf,
  withoutRound,
  withRound,
  type Draft,
} from '../src/event/timetable';

const play = (round: number | null, at: number | null = null, stage: string | null = null, game: number | null = null) => ({
  round,
  stage,
  game,
  starts_at_ms: at,
});
const NOON = Date.UTC(2026, 11, 18, 12);
const TIMETABLE: Timetable = {
  utc_offset_minutes: 120,
  sessions: [
    { day: 1, plays: [play(1, NOON), play(2, NOON + 3_600_000), play(3)] },
    { day: 2, plays: [play(null, NOON + 86_400_000, 'finals', 1), play(null, null, 'finals', 2)] },
  ],
  breaks: [{ from_ms: NOON + 7_200_000, until_ms: NOON + 10_800_000 }],
};
const draft = (): Draft => draftOf(TIMETABLE, true);
const rounds = (of: Draft): (number | null)[][] => of.sessions.map((one) => one.plays.map(({ round }) => round));

describe('a timetable while it is made', () => {
  it('shows moments as the event’s own clocks do, and means the same afterwards', () => {
    expect(draft().sessions[0]?.plays[0]?.at).toBe('2026-12-18T14:00');
    expect(draft().breaks[0]).toEqual({ from: '2026-12-18T16:00', until: '2026-12-18T17:00' });
    expect(timetableOf(draft())).toEqual(TIMETABLE);
  });

  it('keeps the hours that were typed when the event’s time is another', () => {
    const moved = timetableOf({ ...draft(), offset: 60 });
    expect(moved?.sessions[0]?.plays[0]?.starts_at_ms).toBe(NOON + 3_600_000);
  });

  it('is none while a break has no end', () => {
    expect(timetableOf({ ...draft(), breaks: [{ from: '2026-12-18T16:00', until: '' }] })).toBe(null);
  });

  it('splits a session, and joins it again on the day of the one before', () => {
    const apart = split(draft(), 0, 1);
    expect(rounds(apart)).toEqual([[1], [2, 3], [null, null]]);
    expect(joined(apart, 1)).toEqual(draft());
    expect(joined(draft(), 1).sessions.map((one) => one.day)).toEqual([1]);
  });

  it('spaces the starts of a session from its first on', () => {
    expect(paced(draft(), 0, 75).sessions[0]?.plays.map(({ at }) => at)).toEqual([
      '2026-12-18T14:00',
      '2026-12-18T15:15',
      '2026-12-18T16:30',
    ]);
    const open = { ...draft(), sessions: [{ day: 1, plays: [{ round: 1, stage: null, game: null, at: '' }] }] };
    expect(paced(open, 0, 75)).toEqual(open);
  });

  it('takes further rounds before the finals, and lets the last one go', () => {
    expect(rounds(withRound(draft()))).toEqual([
      [1, 2, 3, 4],
      [null, null],
    ]);
    expect(rounds(withoutRound(draft()))).toEqual([
      [1, 2],
      [null, null],
    ]);
    expect(rounds(withRound({ offset: 0, sessions: [], breaks: [] }))).toEqual([[1]]);
  });
});

describe('what became of a round that is planned', () => {
  const rounds = [
    { number: 1, finished: true, starts_at_ms: NOON },
    { number: 2, finished: false, starts_at_ms: NOON + 3_600_000 },
  ];
  const told = { rounds, summary: { rounds: 3, phase: 'round_open' } } as Pick<Tournament, 'rounds' | 'summary'>;
  const abandoned = { ...told, summary: { ...told.summary, phase: 'abandoned' } } as typeof told;
  const started = NOON + 3_600_000;

  it.each([
    [1, 'played'],
    [2, 'live'],
    [3, null],
    [4, 'never'],
    [null, null],
  ])('round %j: %j', (round, state) => expect(playState(told, play(round), started)).toBe(state));

  it('is published until it starts', () => {
    expect(playState(told, play(2), started - 1)).toBe('published');
  });

  it.each([
    [1, 'played'],
    [2, 'never'],
    [3, 'never'],
  ])('is played no more in an event that was abandoned: round %j is %j', (round, state) =>
    expect(playState(abandoned, play(round), started)).toBe(state),
  );

  it('is open before round 1, however many there will be', () => {
    expect(playState({ ...told, rounds: [] }, play(4), started)).toBeNull();
  });
});

describe('a moment of the event', () => {
  it.each([
    [0, 'UTC+00:00'],
    [-210, 'UTC−03:30'],
    [845, 'UTC+14:05'],
  ])('%d minutes ahead is %s', (minutes, text) => expect(offsetText(minutes)).toBe(text));

  it('is null where nothing is typed', () => {
    expect(localMoment('', 60)).toBe(null);
    expect(localMoment(localText(NOON, -300), -300)).toBe(NOON);
  });
});

describe('what the timetable says of the next step', () => {
  const due = (stage: string, match_id: string, game: number) => ({
    match_id,
    stage,
    game,
    title: match_id,
    better_entrant_id: 'a',
    worse_entrant_id: 'b',
  });
  const at = (...due_games: ReturnType<typeof due>[]): Pick<Tournament, 'timetable' | 'next'> => ({
    timetable: TIMETABLE,
    next: { kind: 'announce_finals', round: 4, tables: [], games: due_games.map(({ title }) => title), due_games, notice_ms: 0 },
  });

  it('has the start of a round', () => {
    expect(plannedStart({ timetable: TIMETABLE }, 2)).toBe(NOON + 3_600_000);
    expect(plannedStart({ timetable: TIMETABLE }, 3)).toBe(null);
  });

  it('has the start of the finals that are announced next, of those that it plans', () => {
    const final = due('finals', 'final', 1);
    expect(plannedFinals(at(final, due('finals', 'third_place', 1)))).toBe(NOON + 86_400_000);
    expect(plannedFinals(at(due('semi_finals', 'semi_final_1', 1), final))).toBe(NOON + 86_400_000);
    expect(plannedFinals(at(due('finals', 'final', 2)))).toBe(null);
    expect(plannedFinals(at(due('womens_final', 'womens_final', 1)))).toBe(null);
  });
});
