import type { News, StandingsChange, TournamentChange } from '../contract/deltas';
import type { ChatChannel, ChatMessage, ProblemDocument, Table, TournamentSummary } from '../contract/types';
import { retryDelayMs } from './backoff';
import { follow } from './follow';
import {
  parseFrame,
  type ClientFrame,
  type Command,
  type Commit,
  type Entry,
  type LiveNotice,
  type OwnDevices,
  type ServerFrame,
} from './frames';

/** The part of a WebSocket that the connection uses. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event?: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** What lies outside: the network and time. */
export interface World {
  openSocket(ticket: string): Socket;
  ticket(): Promise<string>;
  now(): number;
  random(): number;
  after(ms: number, act: () => void): () => void;
}

export interface TableListener {
  /** `entries` are what led to it, as far as they were told. */
  table(table: Table, entries: readonly Entry[]): void;
  /** `own` is told to a player alone. */
  presence(black: boolean, white: boolean, own?: OwnDevices): void;
  /** New or changed messages; `mayWrite` is told when the game is watched. */
  chat?(messages: ChatMessage[], mayWrite: ChatChannel[] | undefined, olderBefore: number | null): void;
}

export interface TournamentListener {
  tournament?(news: News<TournamentChange>): void;
  standings?(news: News<StandingsChange>): void;
  /** A round may have other games; null: any of its rounds. */
  games?(round: number | null): void;
}

export interface EventsListener {
  /** A line of the list of all tournaments changed, or how its rating file stands; null: anything may have. */
  event?(event: TournamentSummary | null): void;
  /** A rating file was published. */
  ratingFiles?(): void;
}

/** How a command ended: committed at a seq, or refused with nothing changed. */
export type Outcome = { taken: true; seq: number } | { taken: false; problem: ProblemDocument };

export interface StateListener {
  online(online: boolean): void;
  clock(serverTimeMs: number, roundTripMs: number): void;
  notice(notice: LiveNotice): void;
}

interface Watched {
  seq: number;
  /** As it was told last: commits are put into it. */
  table: Table | null;
  listeners: Set<TableListener>;
}

interface Pending {
  command: Command;
  sentAt: number;
  /** How often it was refused with a "not now" since it was last told over a new line, and since when. */
  refused: number;
  refusedSince: number;
  settle(outcome: Outcome): void;
}

// The server reports every 2.5 s; two reports missing and a half mean the line is dead.
const SILENCE_MS = 6_500;
// The server is full and others come first: it is tried again when somebody may have left.
const FULL = 1013;
const FULL_WAIT_MS = 30_000;
// A live line without an answer: the same command again, under the same id.
const RESEND_MS = 4_000;
// Refusals that mean "not now" or "not known", and how long to wait before the same command
// again: under its one id it is done once, however often it arrives.
const AGAIN_MS: Record<string, number> = {
  stale_command: 150,
  conflict: 150,
  outcome_unknown: 600,
  unavailable: 600,
  role_away: 600,
  stopping: 1_000,
  shutting_down: 1_000,
  too_many_requests: 1_000,
};

// The waits double up to this, and after so long a "not now" is told as the answer.
const AGAIN_LONGEST_MS = 4_000;
const AGAIN_FOR_MS = 30_000;

/**
 * The one live line of the app. It comes back by itself after any break, asks for
 * exactly the entries it has missed, and repeats every command that was not answered
 * under the id it had.
 */
export class Connection {
  readonly #world: World;
  readonly #state: StateListener;
  readonly #tables = new Map<string, Watched>();
  readonly #tournaments = new Map<string, Set<TournamentListener>>();
  readonly #events = new Set<EventsListener>();
  readonly #pending = new Map<string, Pending>();
  /** Hears what is of no table and no event, and null whenever the line stands anew. */
  beside: (frame: ServerFrame | null) => void = () => undefined;
  #socket: Socket | null = null;
  #greeted = false;
  #attempt = 0;
  #line = 0;
  #cancelRetry: (() => void) | null = null;
  #cancelSilence: (() => void) | null = null;
  #stopped = true;

  constructor(world: World, state: StateListener) {
    this.#world = world;
    this.#state = state;
  }

  start(): void {
    if (!this.#stopped) return;
    this.#stopped = false;
    this.#attempt = 0;
    void this.#open();
  }

  stop(): void {
    this.#stopped = true;
    this.#drop();
  }

  /** Opens anew at once: the account changed, or the network is said to be back. */
  renew(): void {
    if (this.#stopped) return;
    this.#drop();
    this.#attempt = 0;
    void this.#open();
  }

  /** Gives the open line the session's next access token; without a line the next ticket does. */
  token(token: string): void {
    this.say({ type: 'renew', token });
  }

  /** Tells that the page of a running game lost or regained the focus. */
  focus(game: string, lost: boolean): void {
    this.say({ type: 'focus', game, lost });
  }

  /** Shows a table from `afterSeq` on; answers how to stop. */
  watch(game: string, afterSeq: number, listener: TableListener): () => void {
    const watched = this.#tables.get(game) ?? { seq: afterSeq, table: null, listeners: new Set() };
    watched.listeners.add(listener);
    watched.seq = Math.min(watched.seq, afterSeq);
    this.#tables.set(game, watched);
    this.say({ type: 'watch', game, after_seq: watched.seq });
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size > 0 || this.#tables.get(game) !== watched) return;
      this.#tables.delete(game);
      this.say({ type: 'leave', game });
    };
  }

  /** Tells when a tournament or its standings change; answers how to stop. */
  follow(tournament: string, listener: TournamentListener): () => void {
    const listeners = this.#tournaments.get(tournament) ?? new Set();
    listeners.add(listener);
    this.#tournaments.set(tournament, listeners);
    if (listeners.size === 1) this.say({ type: 'follow', tournament });
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.#tournaments.get(tournament) !== listeners) return;
      this.#tournaments.delete(tournament);
      this.say({ type: 'unfollow', tournament });
    };
  }

  /** Tells when the list of all tournaments changes and when rating files are published; answers how to stop. */
  followEvents(listener: EventsListener): () => void {
    this.#events.add(listener);
    if (this.#events.size === 1) this.say({ type: 'follow_events' });
    return () => {
      if (this.#events.delete(listener) && this.#events.size === 0) this.say({ type: 'unfollow_events' });
    };
  }

  /** Sends a command and keeps sending it, under its one id, until it is answered. */
  command(command: Command): Promise<Outcome> {
    return new Promise((settle) => {
      const pending: Pending = { command, sentAt: this.#world.now(), refused: 0, refusedSince: 0, settle };
      this.#pending.set(command.id, pending);
      this.say(command);
      this.#mind(pending);
    });
  }

  async #open(): Promise<void> {
    const line = ++this.#line;
    try {
      const ticket = await this.#world.ticket();
      if (line !== this.#line || this.#stopped) return;
      const socket = this.#world.openSocket(ticket);
      this.#socket = socket;
      socket.onmessage = (event) => {
        if (line === this.#line && typeof event.data === 'string') this.#hear(event.data);
      };
      socket.onclose = (event) => {
        if (line === this.#line) this.#broken(event?.code === FULL ? FULL_WAIT_MS : 0);
      };
      this.#listen();
    } catch {
      if (line === this.#line && !this.#stopped) this.#broken();
    }
  }

  #broken(least = 0): void {
    const wasOnline = this.#greeted;
    this.#drop();
    if (this.#stopped) return;
    if (wasOnline) this.#attempt = 0;
    const wait = least + retryDelayMs(this.#attempt, () => this.#world.random());
    this.#attempt += 1;
    this.#cancelRetry = this.#world.after(wait, () => void this.#open());
  }

  #drop(): void {
    this.#line += 1;
    this.#cancelRetry?.();
    this.#cancelSilence?.();
    this.#cancelRetry = null;
    this.#cancelSilence = null;
    const socket = this.#socket;
    this.#socket = null;
    this.#greeted = false;
    socket?.close();
    this.#state.online(false);
  }

  #listen(): void {
    this.#cancelSilence?.();
    this.#cancelSilence = this.#world.after(SILENCE_MS, () => this.#broken());
  }

  /** Says it where the line stands. */
  say(frame: ClientFrame): void {
    if (this.#greeted) this.#socket?.send(JSON.stringify(frame));
  }

  /** Says again all that the new socket must know. */
  #greet(): void {
    this.#greeted = true;
    for (const [game, { seq }] of this.#tables) this.say({ type: 'watch', game, after_seq: seq });
    // The answer says where it stands: whoever missed something reads it then.
    for (const tournament of this.#tournaments.keys()) this.say({ type: 'follow', tournament });
    if (this.#events.size > 0) this.say({ type: 'follow_events' });
    for (const pending of this.#pending.values()) {
      pending.sentAt = this.#world.now();
      pending.refused = 0;
      this.say(pending.command);
    }
    this.beside(null);
    this.#state.online(true);
  }

  #mind(pending: Pending): void {
    this.#world.after(RESEND_MS, () => {
      if (this.#pending.get(pending.command.id) !== pending) return;
      if (this.#world.now() - pending.sentAt >= RESEND_MS) {
        pending.sentAt = this.#world.now();
        this.say(pending.command);
      }
      this.#mind(pending);
    });
  }

  #hear(text: string): void {
    this.#listen();
    const frame = parseFrame(text);
    if (!frame) return;
    this.#take(frame);
  }

  #take(frame: ServerFrame): void {
    switch (frame.type) {
      case 'hello':
        this.#state.clock(frame.server_time_ms, 0);
        return this.#greet();
      case 'connection':
        return this.#state.clock(frame.server_time_ms, frame.round_trip_ms);
      case 'table':
        return this.#show(frame.game, frame.table, frame.entries);
      case 'commit':
        if (frame.id !== undefined) this.#settle(frame.id, { taken: true, seq: frame.seq });
        return this.#follow(frame.game, frame);
      case 'presence':
        for (const one of this.#tables.get(frame.game)?.listeners ?? []) {
          one.presence(frame.black, frame.white, ownDevices(frame));
        }
        return;
      case 'resync': {
        const watched = this.#tables.get(frame.game);
        if (watched) this.say({ type: 'watch', game: frame.game, after_seq: watched.seq });
        return;
      }
      case 'tournament':
        return this.#tell(frame.tournament, (one) =>
          one.tournament?.({ version: frame.seq, previous: frame.previous_seq ?? null, changed: frame.changed ?? null }),
        );
      case 'standings':
        return this.#tell(frame.tournament, (one) =>
          one.standings?.({ version: frame.version, previous: frame.previous_version ?? null, changed: frame.changed ?? null }),
        );
      case 'games':
        return this.#tell(frame.tournament, (one) => one.games?.(frame.round));
      case 'event':
        for (const one of this.#events) one.event?.(frame.event);
        return;
      case 'rating_files':
        for (const one of this.#events) one.ratingFiles?.();
        return;
      case 'ack':
        return this.#settle(frame.id, { taken: true, seq: frame.seq });
      case 'posted':
        return this.#settle(frame.id, { taken: true, seq: 0 });
      case 'chat':
        for (const one of this.#tables.get(frame.game)?.listeners ?? [])
          one.chat?.(frame.messages, frame.may_write, frame.older_before ?? null);
        return;
      case 'notice':
        return this.#state.notice(frame);
      case 'renewed':
        return;
      case 'refused':
        return this.#refused(frame);
      case 'seeking':
      case 'booked':
        return this.beside(frame);
    }
  }

  #tell(tournament: string, news: (listener: TournamentListener) => void): void {
    for (const one of this.#tournaments.get(tournament) ?? []) news(one);
  }

  #show(game: string, table: Table, entries: readonly Entry[]): void {
    const watched = this.#tables.get(game);
    if (!watched || table.seq < watched.seq) return;
    watched.seq = table.seq;
    watched.table = table;
    for (const one of watched.listeners) one.table(table, entries);
  }

  #follow(game: string, commit: Commit): void {
    const watched = this.#tables.get(game);
    const table = watched?.table;
    if (!watched || !table || commit.seq <= table.seq) return;
    const next = follow(table, commit);
    if (next) this.#show(game, next, [commit]);
    // Something before it was missed: it comes with the answer.
    else this.say({ type: 'watch', game, after_seq: watched.seq });
  }

  #refused(frame: Extract<ServerFrame, { type: 'refused' }>): void {
    const { id, problem } = frame;
    const pending = id === null ? undefined : this.#pending.get(id);
    if (!pending) return this.beside(frame);
    const again = AGAIN_MS[problem.code];
    const now = this.#world.now();
    if (pending.refused === 0) pending.refusedSince = now;
    if (again !== undefined && now - pending.refusedSince < AGAIN_FOR_MS) {
      pending.sentAt = now;
      const wait = Math.min(AGAIN_LONGEST_MS, again * 2 ** pending.refused);
      pending.refused += 1;
      this.#world.after(wait, () => {
        if (this.#pending.get(pending.command.id) === pending) this.say(pending.command);
      });
      return;
    }
    this.#settle(pending.command.id, { taken: false, problem });
  }

  #settle(id: string, outcome: Outcome): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.settle(outcome);
  }
}

/** Only a player is told where the own seat is open. */
function ownDevices({ own_devices, newest_device = false }: Partial<OwnDevices>): OwnDevices | undefined {
  return own_devices === undefined ? undefined : { own_devices, newest_device };
}
