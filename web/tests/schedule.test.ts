import './texts';
import { describe, expect, it } from 'vitest';
import type { Tournament } from '../src/contract/types';
import { entryOf, fileOf, type Planned } from '../src/event/calendar-of';
import type { LiveEvent } from '../src/event/event.svelte';
import { isAhead, overlaps, scheduleOf, type OfEvent, type Slot } from '../src/event/schedule';

const NOON = Date.UTC(2026, 6, 18, 12);
const MIN = 60_000;
const HOUR = 60 * MIN;

const play = (round: number | null, at: number | null, stage: string | null = null, game: number | null = null) => ({
  round,
  stage,
  game,
  starts_at_ms: at,
});
const board = (table: number, black: string, white: string, values: object = {}) => ({
  table,
  black_entrant_id: black,
  white_entrant_id: white,
  game_id: `g${table}`,
  result: null,
  game: 0,
  purpose: 'qualification',
  main_time_ms: 25 * MIN,
  game_reopened: false,
  confirmed_at_ms: null,
  ...values,
});
const round = (number: number, at: number, boards: object[], values: object = {}) => ({
  number,
  stage: 'qualification',
  starts_at_ms: at,
  finished: false,
  boards,
  bye_entrant_ids: [],
  ...values,
});
const WON = { black_discs: 40, white_discs: 24, winner: 'black' };

function event(values: object = {}, id = 'a'): Tournament {
  return {
    summary: { id, name: `Event ${id}`, phase: 'running', round: 0, rounds: 4, seq: 7, ...(values as { summary?: object }).summary },
    rounds: [],
    timetable: {
      utc_offset_minutes: 120,
      sessions: [
        { day: 1, plays: [play(1, NOON), play(2, NOON + HOUR), play(3, null)] },
        { day: 2, plays: [play(4, NOON + 24 * HOUR), play(null, NOON + 26 * HOUR, 'finals', 1)] },
      ],
      breaks: [{ from_ms: NOON + 3 * HOUR, until_ms: NOON + 4 * HOUR }],
    },
    announced: null,
    main_time_ms: 25 * MIN,
    early_ends: [],
    annulled_rounds: [],
    entrants: [
      { id: 'me', surname: 'Alder', given_names: 'Ann', withdrawn_from_round: 0, absent_rounds: [], from_round: 0 },
      { id: 'you', surname: 'Birk; Jr\r\nEND:VEVENT', given_names: 'Bo', withdrawn_from_round: 0, absent_rounds: [], from_round: 0 },
    ],
    ...values,
    ...('summary' in values
      ? { summary: { id, name: `Event ${id}`, phase: 'running', round: 0, rounds: 4, seq: 7, ...(values.summary as object) } }
      : {}),
  } as unknown as Tournament;
}
const slots = (tournament: Tournament, entrant: string | null = 'me', now = NOON - HOUR): Slot[] =>
  scheduleOf(tournament, entrant, now).filter((one) => one.kind === 'play');
const slot = (tournament: Tournament, key: string, entrant: string | null = 'me', now?: number): Slot => {
  const found = slots(tournament, entrant, now).find((one) => one.key === key);
  if (!found) throw new Error(`no ${key}`);
  return found;
};

describe('a schedule', () => {
  it('has what is to come before anything is paired, and says what follows what where no time is known', () => {
    expect(slots(event()).map(({ key, time, after, part }) => [key, time, after, part])).toEqual([
      ['1', 'planned', null, 'open'],
      ['2', 'planned', null, 'open'],
      ['3', 'open', 'Round 2', 'open'],
      ['4', 'planned', null, 'open'],
      ['finals-1', 'planned', null, 'open'],
    ]);
  });

  it('puts a break where it is in the day', () => {
    expect(scheduleOf(event(), 'me', NOON).map((one) => one.key)).toEqual(['1', '2', '3', `break-${NOON + 3 * HOUR}`, '4', 'finals-1']);
  });

  it('has opponent, colour and the start that was fixed once a round is published, and the result once it is played', () => {
    const published = event({ rounds: [round(1, NOON + 5 * MIN, [board(2, 'you', 'me')])] });
    expect(slot(published, '1')).toMatchObject({
      time: 'fixed',
      startMs: NOON + 5 * MIN,
      color: 'white',
      opponent: 'you',
      state: 'published',
    });
    expect(slot(published, '1', 'me', NOON + HOUR).state).toBe('live');
    const played = event({ rounds: [round(1, NOON, [board(2, 'you', 'me', { result: WON })], { finished: true })] });
    expect(slot(played, '1')).toMatchObject({ state: 'played', part: 'game' });
    expect(isAhead(slot(played, '1'))).toBe(false);
  });

  it('says byes, absences and what goes on without the player', () => {
    const bye = event({ rounds: [round(1, NOON, [], { bye_entrant_ids: ['me'] })] });
    expect(slot(bye, '1').part).toBe('bye');
    expect(slot(event({ rounds: [round(1, NOON, [])] }), '1').part).toBe('none');
    const absent = event();
    absent.entrants[0]?.absent_rounds.push(2);
    expect(slots(absent).map(({ part }) => part)).toEqual(['open', 'absent', 'open', 'open', 'open']);
  });

  it('has announced finals with their opponent, and none for whoever is not in them', () => {
    const games = [{ match_id: 'final', game: 1, better_entrant_id: 'me', worse_entrant_id: 'you' }];
    const announced = event({ announced: { round: 5, starts_at_ms: NOON + 27 * HOUR, choice_until_ms: 0, games } });
    expect(slot(announced, 'finals-1')).toMatchObject({
      time: 'fixed',
      startMs: NOON + 27 * HOUR,
      opponent: 'you',
      color: null,
      part: 'game',
    });
    expect(slot(announced, 'finals-1', 'third').part).toBe('none');
  });

  it('has rounds that nobody planned, and none after the end', () => {
    const unplanned = event({ timetable: null, summary: { rounds: 2 } });
    expect(slots(unplanned).map(({ key, time, after }) => [key, time, after])).toEqual([
      ['1', 'open', null],
      ['2', 'open', 'Round 1'],
    ]);
    expect(slots(event({ timetable: null, summary: { phase: 'cancelled' } }))).toEqual([]);
  });
});

describe('overlaps', () => {
  const of = (name: string, tournament: Tournament): OfEvent[] => slots(tournament).map((one) => ({ event: name, slot: one }));

  it('are what two events would have a player do at once', () => {
    const other = event(
      { timetable: { utc_offset_minutes: 0, breaks: [], sessions: [{ day: 1, plays: [play(1, NOON + 90 * MIN)] }] } },
      'b',
    );
    const [found, ...more] = overlaps([...of('a', event()), ...of('b', other)]);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      one: { event: 'a', slot: { key: '2' } },
      other: { event: 'b', slot: { key: '1' } },
      fromMs: NOON + 90 * MIN,
      untilMs: NOON + 110 * MIN,
    });
  });

  it('are none where one ends as the other starts, nor with a bye or a game that is over', () => {
    const at = (ms: number): Tournament =>
      event(
        { summary: { rounds: 1 }, timetable: { utc_offset_minutes: 0, breaks: [], sessions: [{ day: 1, plays: [play(1, ms)] }] } },
        'b',
      );
    const one = event({ summary: { rounds: 1 }, timetable: null, rounds: [round(1, NOON, [board(1, 'me', 'you')])] });
    expect(overlaps([...of('a', one), ...of('b', at(NOON + 50 * MIN))])).toEqual([]);
    expect(overlaps([...of('a', one), ...of('b', at(NOON + 49 * MIN))])).toHaveLength(1);
    const running = (name: string, at: number): OfEvent[] =>
      slots(
        event({ summary: { rounds: 1 }, timetable: null, rounds: [round(1, at, [board(1, 'me', 'you')])] }, name),
        'me',
        NOON + 20 * MIN,
      ).map((each) => ({ event: name, slot: each }));
    expect(overlaps([...running('a', NOON), ...running('b', NOON + 10 * MIN)])).toEqual([]);
    expect(overlaps([...running('a', NOON), ...running('b', NOON + 30 * MIN)])).toHaveLength(1);
    const bye = event({ summary: { rounds: 1 }, timetable: null, rounds: [round(1, NOON, [], { bye_entrant_ids: ['me'] })] });
    expect(overlaps([...of('a', bye), ...of('b', at(NOON + 10 * MIN))])).toEqual([]);
  });
});

describe('what goes into a calendar', () => {
  const live = (tournament: Tournament): LiveEvent =>
    ({
      id: tournament.summary.id,
      tournament,
      entrant: (id: string | null) => tournament.entrants.find((one) => one.id === id) ?? null,
    }) as unknown as LiveEvent;
  const ORIGIN = 'https://outflank.example:8443';

  it('is what is ahead and has a time, under ids that stay', () => {
    const made = (tournament: Tournament) =>
      fileOf(
        slots(tournament).map((one) => ({ event: live(tournament), slot: one, own: true })),
        'Event a, my games',
        ORIGIN,
      );
    const before = made(event());
    expect(before.name).toBe('event-a-my-games.ics');
    expect(before.file.entries.map(({ uid }) => uid)).toEqual(['1', '2', '4', 'finals-1'].map((key) => `a-${key}@outflank.example:8443`));
    const after = made(event({ rounds: [round(1, NOON + 5 * MIN, [board(2, 'you', 'me')])], summary: { seq: 9 } }));
    expect(after.file.entries[0]).toMatchObject({ uid: before.file.entries[0]?.uid, sequence: 9, startMs: NOON + 5 * MIN });
  });

  it('says what is called off as cancelled: rounds that are not played, and what goes on without the player', () => {
    const parts = (tournament: Tournament, entrant: string | null = 'me'): Planned[] =>
      slots(tournament, entrant).map((one) => ({ event: live(tournament), slot: one, own: entrant !== null }));
    const told = (tournament: Tournament, entrant?: string | null): [string, boolean][] =>
      fileOf(parts(tournament, entrant), 'x', ORIGIN).file.entries.map(({ uid, cancelled }) => [uid.split('@')[0] ?? '', cancelled]);
    const stopped = event({ summary: { phase: 'cancelled' } });
    const all = [
      ['a-1', true],
      ['a-2', true],
      ['a-4', true],
      ['a-finals-1', true],
    ];
    expect(told(stopped)).toEqual(all);
    expect(told(stopped, null)).toEqual(all);
    const bye = event({ rounds: [round(1, NOON, [], { bye_entrant_ids: ['me'] })] });
    expect(told(bye)[0]).toEqual(['a-1', true]);
    expect(told(bye, null)[0]).toEqual(['a-1', false]);
    const absent = event();
    absent.entrants[0]?.absent_rounds.push(2);
    expect(told(absent).slice(0, 2)).toEqual([
      ['a-1', false],
      ['a-2', true],
    ]);
    // What is being played, or was, stays as it is.
    const played = event({ rounds: [round(1, NOON, [board(2, 'you', 'me', { result: WON })], { finished: true })] });
    expect(told(played).map(([uid]) => uid)).not.toContain('a-1');
  });

  it('leads players to their table and others to the pairings, never to a seat link', () => {
    const published = event({ rounds: [round(1, NOON, [board(2, 'you', 'me')])] });
    const own = entryOf({ event: live(published), slot: slot(published, '1'), own: true }, ORIGIN);
    expect(own.url).toBe(`${ORIGIN}/g/g2`);
    expect(own.summary).toMatch(/^Round 1 against Bo Birk; Jr/);
    expect(own.description).toMatch(/^You are White at table 2\./);
    const all = entryOf({ event: live(published), slot: slot(published, '1', null), own: false }, ORIGIN);
    expect(all).toMatchObject({ url: `${ORIGIN}/t/a/pairings`, summary: 'Round 1, Event a' });
    expect(all.endMs - all.startMs).toBe(50 * MIN);
  });
});
