import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEvent } from '../src/event/event.svelte';
import { EventSummaries } from '../src/event/list.svelte';
import { LiveGames } from '../src/live/games.svelte';
import { LiveTable } from '../src/live/table.svelte';
import { live } from '../src/live/live.svelte';
import { FakeServer } from './server';

let server: FakeServer;
let serial = 0;
/** Stores outlive a test: each has an event of its own. */
let id: string;
let seq: number;

const settle = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const tournamentPath = (): string => `/tournaments/${id}`;
const standingsPath = (): string => `/tournaments/${id}/standings`;

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  id = `t${(serial += 1)}`;
  seq = 7;
  server.answers.set(tournamentPath(), () => ({ summary: { id, seq }, entrants: [], rounds: [], format: `as of ${seq}` }));
  server.answers.set(standingsPath(), () => ({ tournament_id: id, version: seq, rows: [] }));
});
afterEach(async () => {
  await settle(60_000);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the store of an event', () => {
  it('reads tournament and standings once each, though the live line then says where they stand', async () => {
    const { event, release } = openEvent(id);
    server.tell(id, 7);
    server.tellStandings(id, 7);
    await settle(5_000);
    expect(server.asked.sort()).toEqual([tournamentPath(), standingsPath()].sort());
    expect(event.tournament?.format).toBe('as of 7');
    release();
  });

  it('is one for all who show something of it, and outlives a change of page', async () => {
    const one = openEvent(id);
    const other = openEvent(id);
    expect(other.event).toBe(one.event);
    await settle();
    one.release();
    other.release();
    await settle(5_000);
    const next = openEvent(id);
    expect(next.event).toBe(one.event);
    await settle(60_000);
    expect(server.count(tournamentPath())).toBe(1);
    next.release();
    next.release();
    await settle(20_000);
    expect(server.listeners.get(id)?.size).toBe(0);
    const anew = openEvent(id);
    expect(anew.event).not.toBe(one.event);
    anew.release();
  });

  it('has caught up with an act once its news are here, without a read; where none come or no line brings them, it reads', async () => {
    const { event, release } = openEvent(id);
    await settle();
    live.online = true;
    const told = vi.fn();
    void event.caughtUp(7).then(told);
    await settle(200);
    expect(told).not.toHaveBeenCalled();
    server.tell(id, 8, 7, { summary: { id, seq: 8 } });
    await settle();
    expect(told).toHaveBeenCalledOnce();
    expect(server.count(tournamentPath())).toBe(1);
    // The news of somebody who is quicker than the answer are here already.
    await event.caughtUp(7);
    expect(server.count(tournamentPath())).toBe(1);
    const late = event.caughtUp(8);
    await settle(2_000);
    await late;
    expect(server.count(tournamentPath())).toBe(2);
    live.online = false;
    await event.caughtUp(7);
    expect(server.count(tournamentPath())).toBe(3);
    release();
  });

  it('says what an entrant is called, and something else for nobody', async () => {
    server.answers.set(tournamentPath(), () => ({
      summary: { id, seq },
      entrants: [{ id: 'e1', given_names: 'Ada', surname: 'Berg' }],
      rounds: [],
    }));
    const { event, release } = openEvent(id);
    await settle();
    expect([event.nameOf('e1'), event.nameOf('e2'), event.nameOf(null, '–')]).toEqual(['Ada Berg', '…', '–']);
    release();
  });

  it('takes news that fit without a read', async () => {
    const { event, release } = openEvent(id);
    await settle();
    server.tell(id, 8, 7, { summary: { id, seq: 8 }, entrants: { set: [{ id: 'e1' }] } });
    server.tellStandings(id, 8, 7, { version: 8, round: 1 });
    expect(event.tournament?.entrants).toEqual([{ id: 'e1' }]);
    expect(event.standings?.round).toBe(1);
    await settle(5_000);
    expect(server.asked.length).toBe(2);
    release();
  });

  it('reads once, a moment later, whatever it has missed', async () => {
    const { event, release } = openEvent(id);
    await settle();
    seq = 12;
    for (const now of [9, 10, 11, 12]) server.tell(id, now, now - 1, { summary: { id, seq: now } });
    expect(event.tournament?.summary.seq).toBe(7);
    await settle(5_000);
    expect(event.tournament?.format).toBe('as of 12');
    expect(server.count(tournamentPath())).toBe(2);
    expect(server.count(standingsPath())).toBe(1);
    release();
  });

  it('folds what came while it read', async () => {
    const { event, release } = openEvent(id);
    server.tell(id, 8, 7, { summary: { id, seq: 8 }, format: 'told' });
    await settle(5_000);
    expect([event.tournament?.summary.seq, event.tournament?.format]).toEqual([8, 'told']);
    expect(server.count(tournamentPath())).toBe(1);
    release();
  });

  it('reads again where an answer is older than the news, and not for ever', async () => {
    const { release } = openEvent(id);
    await settle();
    server.tell(id, 9);
    await settle(600_000);
    expect(server.count(tournamentPath())).toBeLessThanOrEqual(9);
    release();
  });

  it('tells of trouble and comes back by itself', async () => {
    const good = server.answers.get(tournamentPath());
    server.answers.set(tournamentPath(), () => ({ status: 503, code: 'role_away' }));
    const { event, release } = openEvent(id);
    await settle();
    expect(event.problem?.code).toBe('role_away');
    if (good) server.answers.set(tournamentPath(), good);
    await settle(2_000);
    expect([event.problem, event.tournament?.summary.seq]).toEqual([null, 7]);
    release();
  });

  it('takes it for no trouble that there are no standings yet', async () => {
    server.answers.set(standingsPath(), () => ({ status: 404, code: 'no_standings' }));
    const { event, release } = openEvent(id);
    await settle(60_000);
    expect([event.problem, event.standings]).toEqual([null, null]);
    expect(server.count(standingsPath())).toBe(1);
    release();
  });
});

describe('the list of events', () => {
  const line = (id: string, seq: number, date: string, phase = 'round_open') => ({ id, seq, date, phase });
  let lines: object[];
  beforeEach(() => {
    lines = [line('a', 3, '2026-07-18'), line('b', 1, '2026-05-02', 'confirmed')];
    server.answers.set('/tournaments', () => ({ tournaments: lines, next_page_token: null }));
  });
  const shown = (list: EventSummaries): string[] => (list.events ?? []).map(({ id, seq, phase }) => `${id} ${seq} ${phase}`);

  it('is read when it is opened and where news may have been missed, and at no other time', async () => {
    const list = new EventSummaries();
    await settle(600_000);
    expect(server.count('/tournaments')).toBe(1);
    server.tellEvent(null);
    server.tellEvent(null);
    await settle(600_000);
    expect(server.count('/tournaments')).toBe(2);
    list.close();
    expect(server.eventsListeners.size).toBe(0);
  });

  it('takes each line that it is told in its place, and a new one in the order of the days', async () => {
    const list = new EventSummaries();
    await settle();
    server.tellEvent(line('a', 5, '2026-07-18', 'between_rounds'));
    server.tellEvent(line('c', 1, '2026-06-06', 'registration'));
    server.tellEvent(line('a', 4, '2026-07-18'));
    expect(shown(list)).toEqual(['a 5 between_rounds', 'c 1 registration', 'b 1 confirmed']);
    await settle(600_000);
    expect(server.count('/tournaments')).toBe(1);
    list.close();
  });

  it('keeps what it is told while an older list is on its way', async () => {
    const list = new EventSummaries();
    await settle();
    const reading = list.reload();
    server.tellEvent(line('a', 5, '2026-07-18', 'played'));
    await reading;
    expect(shown(list)).toEqual(['a 5 played', 'b 1 confirmed']);
    list.close();
  });
});

describe('the tables of a round', () => {
  const path = (): string => `/tournaments/${id}/games?round=1`;
  const serve = (tables: object[]): void => {
    server.answers.set(path(), () => ({ tables, next_page_token: null }));
  };

  it('are not asked for again where the round has none to wait for', async () => {
    serve([]);
    const games = new LiveGames(id, 1);
    games.expect([]);
    await settle(60_000);
    expect(server.count(path())).toBe(1);
    games.close();
  });

  it('that are not made yet are read when there is news of them', async () => {
    serve([]);
    const games = new LiveGames(id, 1);
    games.expect(['g1']);
    await settle(600_000);
    expect(server.count(path())).toBe(1);
    serve([{ game_id: 'g1', seq: 0, phase: 'annulled' }]);
    server.tellGames(id, 2);
    await settle(600_000);
    expect(server.count(path())).toBe(1);
    server.tellGames(id, 1);
    await settle(300);
    expect(server.count(path())).toBe(2);
    expect([...games.tables.keys()]).toEqual(['g1']);
    games.close();
    expect(server.listeners.get(id)?.size).toBe(0);
  });

  it('of which news may have been missed are read where one is missing', async () => {
    serve([]);
    const games = new LiveGames(id, 1);
    await settle();
    server.tellGames(id, null);
    await settle(300);
    expect(server.count(path())).toBe(1);
    games.expect(['g1']);
    serve([{ game_id: 'g1', seq: 0, phase: 'annulled' }]);
    server.tellGames(id, null);
    await settle(300);
    expect([...games.tables.keys()]).toEqual(['g1']);
    server.tellGames(id, null);
    await settle(300);
    expect(server.count(path())).toBe(2);
    games.close();
  });

  it('say what is wrong, ask later each time, and come when it is over', async () => {
    server.answers.set(path(), () => ({ status: 503, code: 'unavailable' }));
    const games = new LiveGames(id, 1);
    await settle(600_000);
    expect(games.problem?.code).toBe('unavailable');
    expect(server.count(path())).toBeLessThan(50);
    serve([{ game_id: 'g1', seq: 0, phase: 'annulled' }]);
    await settle(30_000);
    expect([games.problem, games.tables.size]).toEqual([null, 1]);
    games.close();
  });

  it('that are refused are not asked for again', async () => {
    server.answers.set(path(), () => ({ status: 403, code: 'not_public' }));
    const games = new LiveGames(id, 1);
    await settle(600_000);
    expect([games.problem?.code, server.count(path())]).toEqual(['not_public', 1]);
    games.close();
  });
});

describe('a table', () => {
  it.each([[null], [{ status: 503, code: 'role_away' }], [{ status: 429, code: 'too_many_requests' }]])(
    'that cannot be read for now (%o) is read when it can',
    async (trouble) => {
      const watch = vi.spyOn(live.connection, 'watch').mockReturnValue(() => undefined);
      server.answers.set(`/games/${id}`, () => trouble);
      const table = new LiveTable(id);
      await settle(3_000);
      expect(table.problem).not.toBeNull();
      server.answers.set(`/games/${id}`, () => ({ game_id: id, seq: 3, rulings: [] }));
      await settle(30_000);
      expect([table.problem, table.table?.seq]).toEqual([null, 3]);
      expect(watch).toHaveBeenCalledOnce();
      table.close();
    },
  );

  it('knows what the last ruling did, though it is opened later', async () => {
    vi.spyOn(live.connection, 'watch').mockReturnValue(() => undefined);
    const facts = [{ type: 'ruled' }, { type: 'time_adjusted', color: 'white', ms: -120_000, clock: { remaining_ms: 777_000 } }];
    server.answers.set(`/games/${id}`, () => ({ game_id: id, seq: 9, rulings: [{ seq: 7, act: 'adjust_time' }] }));
    server.answers.set(`/games/${id}/entries?after_seq=6`, () => ({ entries: [{ seq: 7, at_ms: 1, events: facts }] }));
    const table = new LiveTable(id);
    await settle(1_000);
    expect(table.ruled.get(7)).toEqual(facts);
    table.close();
  });

  it('calls the director while a move hangs, and not twice', async () => {
    vi.spyOn(live.connection, 'watch').mockReturnValue(() => undefined);
    const command = vi.spyOn(live.connection, 'command').mockReturnValue(new Promise(() => undefined));
    server.answers.set(`/games/${id}`, () => ({ game_id: id, seq: 3, rulings: [], to_move: 'black', ply: 1 }));
    const table = new LiveTable(id);
    await settle(1_000);
    table.move('f5');
    void table.callDirector();
    void table.callDirector();
    expect(command.mock.calls.map(([{ type }]) => type)).toEqual(['move', 'call_director']);
    table.close();
  });

  it('that is none is asked for once', async () => {
    const table = new LiveTable(id);
    await settle(60_000);
    expect([table.problem?.status, server.count(`/games/${id}`)]).toEqual([404, 1]);
    table.close();
  });
});
