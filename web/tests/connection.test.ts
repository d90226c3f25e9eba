import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Table } from '../src/contract/types';
import { retryDelayMs } from '../src/live/backoff';
import { Connection, type Outcome, type Socket } from '../src/live/connection';

class Line implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event?: { code: number }) => void) | null = null;
  closed = false;
  readonly ticket: string;
  readonly sent: Record<string, unknown>[] = [];

  constructor(ticket: string) {
    this.ticket = ticket;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.closed = true;
  }

  hear(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  greet(): void {
    this.hear({ type: 'hello', protocol: 1, server_time_ms: 1_000, account_id: null });
  }
}

let lines: Line[];
let tickets: number;
let online: boolean[];
let connection: Connection;
const line = (): Line => lines.at(-1) as Line;
const table = (seq: number): Table => ({ game_id: 'G', seq }) as Table;
const move = { type: 'move', id: 'c1', game: 'G', ply: 5, square: 'f5' } as const;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  tickets = 0;
  online = [];
  connection = new Connection(
    {
      openSocket: (ticket) => {
        lines.push(new Line(ticket));
        return line();
      },
      ticket: async () => `ticket-${(tickets += 1)}`,
      now: () => Date.now(),
      random: () => 0.5,
      after: (ms, act) => {
        const timer = setTimeout(act, ms);
        return () => clearTimeout(timer);
      },
    },
    { online: (now) => online.push(now), clock: () => undefined, notice: () => undefined },
  );
});

async function connect(): Promise<void> {
  connection.start();
  await vi.advanceTimersByTimeAsync(0);
  line().greet();
}

async function breakOff(): Promise<void> {
  line().onclose?.();
  await vi.advanceTimersByTimeAsync(0);
}

describe('the live line', () => {
  it('watches only once it is greeted', async () => {
    connection.start();
    await vi.advanceTimersByTimeAsync(0);
    connection.watch('G', 3, { table: () => undefined, presence: () => undefined });
    expect(line().sent).toEqual([]);
    line().greet();
    expect(line().sent).toEqual([{ type: 'watch', game: 'G', after_seq: 3 }]);
    expect(online.at(-1)).toBe(true);
  });

  it('tells beside all tables when it stands anew, what is sought and booked, and what was refused of it', async () => {
    const heard: unknown[] = [];
    connection.beside = (frame) => heard.push(frame?.type ?? null);
    await connect();
    line().hear({ type: 'seeking', id: 's1', terms: {}, since_ms: 1 });
    line().hear({ type: 'refused', id: 's1', problem: { code: 'already_booked' } });
    line().hear({ type: 'booked', game: 'G', color: 'black', opponent_account_id: 'b', terms: {}, starts_at_ms: 2 });
    await breakOff();
    line().greet();
    expect(heard).toEqual([null, 'seeking', 'refused', 'booked', null]);
    void connection.command(move);
    line().hear({ type: 'refused', id: 'c1', problem: { code: 'not_legal' } });
    expect(heard).toHaveLength(5);
  });

  it('tells a player where the own seat is open, and nobody else', async () => {
    await connect();
    const told: unknown[] = [];
    connection.watch('G', 0, { table: () => undefined, presence: (...said) => told.push(said) });
    line().hear({ type: 'presence', game: 'G', black: true, white: false });
    line().hear({ type: 'presence', game: 'G', black: true, white: true, own_devices: 2, newest_device: true });
    expect(told).toEqual([
      [true, false, undefined],
      [true, true, { own_devices: 2, newest_device: true }],
    ]);
  });

  it('comes back at once with a new ticket and asks for what it missed', async () => {
    await connect();
    const seen: number[] = [];
    connection.watch('G', 0, { table: (next) => seen.push(next.seq), presence: () => undefined });
    line().hear({ type: 'table', game: 'G', entries: [], table: table(7) });
    await breakOff();
    expect(lines).toHaveLength(2);
    expect(line().ticket).toBe('ticket-2');
    line().greet();
    expect(line().sent).toEqual([{ type: 'watch', game: 'G', after_seq: 7 }]);
    line().hear({ type: 'table', game: 'G', entries: [], table: table(6) });
    line().hear({ type: 'table', game: 'G', entries: [], table: table(9) });
    expect(seen).toEqual([7, 9]);
  });

  it('puts commits into the table, takes the answer that one brings, and asks again where one is missing', async () => {
    await connect();
    const seen: number[] = [];
    connection.watch('G', 0, { table: (next) => seen.push(next.seq), presence: () => undefined });
    const commit = (seq: number, id?: string) =>
      line().hear({ type: 'commit', ...(id === undefined ? {} : { id }), game: 'G', seq, at_ms: 0, events: [], changed: {} });
    commit(8);
    expect(seen, 'it follows on no table').toEqual([]);
    line().hear({ type: 'table', game: 'G', entries: [], table: table(7) });
    const outcome = connection.command({ type: 'resign', id: 'c1', game: 'G' });
    commit(8, 'c1');
    commit(8);
    await expect(outcome).resolves.toEqual({ taken: true, seq: 8 });
    expect(seen).toEqual([7, 8]);
    commit(10);
    expect(line().sent.at(-1)).toEqual({ type: 'watch', game: 'G', after_seq: 8 });
    line().hear({ type: 'table', game: 'G', entries: [], table: table(10) });
    commit(11);
    expect(seen).toEqual([7, 8, 10, 11]);
  });

  it('stays away for a while when others come first', async () => {
    await connect();
    line().onclose?.({ code: 1013 });
    await vi.advanceTimersByTimeAsync(29_000);
    expect(lines).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(lines).toHaveLength(2);
  });

  it('repeats an unanswered command under its id, after the watch, until it is answered', async () => {
    await connect();
    connection.watch('G', 4, { table: () => undefined, presence: () => undefined });
    const outcome = connection.command(move);
    await breakOff();
    line().greet();
    expect(line().sent).toEqual([{ type: 'watch', game: 'G', after_seq: 4 }, move]);
    line().hear({ type: 'ack', id: 'c1', game: 'G', seq: 5, repeated: true });
    expect(await outcome).toEqual<Outcome>({ taken: true, seq: 5 });
    await breakOff();
    line().greet();
    expect(line().sent).not.toContainEqual(move);
  });

  it('keeps a command that is given while the line is broken', async () => {
    await connect();
    await breakOff();
    void connection.command(move);
    expect(line().sent).toEqual([]);
    line().greet();
    expect(line().sent).toEqual([move]);
  });

  it('repeats a command that a standing line leaves unanswered', async () => {
    await connect();
    void connection.command(move);
    for (let beat = 0; beat < 3; beat += 1) {
      await vi.advanceTimersByTimeAsync(2_000);
      line().hear({ type: 'connection', round_trip_ms: 20, server_time_ms: 1 });
    }
    expect(line().sent.filter((frame) => frame['id'] === 'c1')).toHaveLength(2);
    expect(lines).toHaveLength(1);
  });

  it('sends a stale command again, and ends with any other refusal', async () => {
    await connect();
    const outcome = connection.command(move);
    const problem = { code: 'stale_command', title: '', detail: '', rule: null, parameters: {}, field: null };
    line().hear({ type: 'refused', id: 'c1', problem });
    await vi.advanceTimersByTimeAsync(200);
    expect(line().sent).toEqual([move, move]);
    line().hear({ type: 'refused', id: 'c1', problem: { ...problem, code: 'illegal_move' } });
    expect(await outcome).toMatchObject({ taken: false, problem: { code: 'illegal_move' } });
  });

  it.each(['outcome_unknown', 'shutting_down'])('keeps a command undecided through %s, even over a break', async (code) => {
    await connect();
    const settled = vi.fn();
    void connection.command(move).then(settled);
    line().hear({ type: 'refused', id: 'c1', problem: { code, title: '', detail: '', rule: null, parameters: {}, field: null } });
    await vi.advanceTimersByTimeAsync(1_100);
    expect(line().sent).toEqual([move, move]);
    line().hear({ type: 'refused', id: 'c1', problem: { code, title: '', detail: '', rule: null, parameters: {}, field: null } });
    await breakOff();
    line().greet();
    expect(line().sent).toEqual([move]);
    expect(settled).not.toHaveBeenCalled();
    line().hear({ type: 'ack', id: 'c1', game: 'G', seq: 5, repeated: true });
    await vi.advanceTimersByTimeAsync(1_100);
    expect(settled).toHaveBeenCalledExactlyOnceWith({ taken: true, seq: 5 });
    expect(line().sent).toEqual([move]);
  });

  it('sends a refused command ever more rarely, and tells the refusal after half a minute', async () => {
    await connect();
    const outcome = connection.command(move);
    const problem = { code: 'conflict', title: '', detail: '', rule: null, parameters: {}, field: null };
    const refuse = async (): Promise<void> => {
      line().hear({ type: 'refused', id: 'c1', problem });
      for (let waited = 0; waited < 5_000; waited += 500) {
        const before = line().sent.length;
        await vi.advanceTimersByTimeAsync(500);
        line().hear({ type: 'connection', round_trip_ms: 20, server_time_ms: 1 });
        if (line().sent.length > before) return;
      }
    };
    for (let time = 0; time < 20; time += 1) await refuse();
    expect(await outcome).toMatchObject({ taken: false, problem: { code: 'conflict' } });
    expect(line().sent.length).toBeLessThan(20);
  });

  it('lets a second command pass while the first one is refused again and again', async () => {
    await connect();
    const settled = vi.fn();
    void connection.command(move).then(settled);
    const refused = { code: 'unavailable', title: '', detail: '', rule: null, parameters: {}, field: null };
    line().hear({ type: 'refused', id: 'c1', problem: refused });
    const call = connection.command({ type: 'call_director', id: 'c2', game: 'G' });
    expect(line().sent.at(-1)).toMatchObject({ type: 'call_director' });
    line().hear({ type: 'ack', id: 'c2', game: 'G', seq: 9, repeated: false });
    expect(await call).toEqual<Outcome>({ taken: true, seq: 9 });
    expect(settled).not.toHaveBeenCalled();
  });

  it('offline asks the server less than once a second', async () => {
    await connect();
    await breakOff();
    const before = lines.length;
    for (let second = 0; second < 60; second += 1) {
      line().onclose?.();
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(lines.length - before).toBeGreaterThan(10);
    expect(lines.length - before).toBeLessThan(40);
  });

  it('takes silence for a break', async () => {
    await connect();
    await vi.advanceTimersByTimeAsync(7_000);
    expect(lines[0]?.closed).toBe(true);
    expect(lines.length).toBeGreaterThan(1);
    expect(online).toContain(false);
  });

  it('watches again when frames were dropped', async () => {
    await connect();
    connection.watch('G', 0, { table: () => undefined, presence: () => undefined });
    line().hear({ type: 'table', game: 'G', entries: [], table: table(7) });
    line().hear({ type: 'resync', game: 'G' });
    expect(line().sent.at(-1)).toEqual({ type: 'watch', game: 'G', after_seq: 7 });
  });

  it('follows again after a break, and says nothing that the server has not said', async () => {
    await connect();
    const heard: unknown[] = [];
    const stop = connection.follow('T', { tournament: (news) => heard.push(news), standings: (news) => heard.push(news) });
    line().hear({ type: 'tournament', tournament: 'T', seq: 41 });
    line().hear({ type: 'tournament', tournament: 'T', seq: 42, previous_seq: 41, changed: { format: 'Swiss' } });
    line().hear({ type: 'standings', tournament: 'T', version: 42, previous_version: 41, changed: { round: 2 } });
    await breakOff();
    line().greet();
    expect(line().sent).toEqual([{ type: 'follow', tournament: 'T' }]);
    expect(heard).toEqual([
      { version: 41, previous: null, changed: null },
      { version: 42, previous: 41, changed: { format: 'Swiss' } },
      { version: 42, previous: 41, changed: { round: 2 } },
    ]);
    stop();
    expect(line().sent.at(-1)).toEqual({ type: 'unfollow', tournament: 'T' });
  });

  it('follows the list of events again after a break, as long as somebody shows it', async () => {
    await connect();
    const heard: unknown[] = [];
    const stop = connection.followEvents({ event: (line) => heard.push(line?.id ?? null), ratingFiles: () => heard.push('files') });
    const stopOther = connection.followEvents({});
    line().hear({ type: 'event', event: null });
    line().hear({ type: 'event', event: { id: 'T', seq: 41 } });
    line().hear({ type: 'rating_files' });
    await breakOff();
    line().greet();
    expect(line().sent).toEqual([{ type: 'follow_events' }]);
    expect(heard).toEqual([null, 'T', 'files']);
    stop();
    expect(line().sent).toHaveLength(1);
    stopOther();
    expect(line().sent.at(-1)).toEqual({ type: 'unfollow_events' });
  });

  it('ignores what a closed line still says', async () => {
    await connect();
    const old = line();
    const seen: number[] = [];
    connection.watch('G', 0, { table: (next) => seen.push(next.seq), presence: () => undefined });
    await breakOff();
    old.hear({ type: 'table', game: 'G', entries: [], table: table(3) });
    expect(seen).toEqual([]);
  });
});

describe('the wait before a retry', () => {
  it('is none, then between 250 ms and 4 s', () => {
    expect(retryDelayMs(0, () => 0.9)).toBe(0);
    for (let attempt = 1; attempt < 20; attempt += 1) {
      expect(retryDelayMs(attempt, () => 0)).toBe(250);
      expect(retryDelayMs(attempt, () => 1)).toBeLessThanOrEqual(4_000);
    }
    expect(retryDelayMs(9, () => 1)).toBe(4_000);
  });
});
