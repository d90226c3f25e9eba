import { SvelteMap } from 'svelte/reactivity';
import { api } from '../contract/outflank';
import { Problem, unreachable } from '../contract/problem';
import type { ChatChannel, ChatMessage, Color, Table } from '../contract/types';
import { call } from '../contract/call';
import { newCommandId } from '../contract/command-id';
import type { Outcome } from './connection';
import { endings } from './endings.svelte';
import type { Command, Entry, Fact, OwnDevices } from './frames';
import { presenceAfter, type Presence } from './games.svelte';
import { live } from './live.svelte';
import { Reading, type Read } from './reading';

/** What was sent and is not yet answered. */
export type Sent = { act: 'move' | 'seal'; square: string; color: Color } | { act: 'pass' | 'resign' | 'confirm' | 'dispute' };

/** One table, kept up to date, with the commands of the person who sits there. */
export class LiveTable {
  readonly game: string;
  table = $state.raw<Table | null>(null);
  presence = $state.raw<Presence | null>(null);
  /** Where the reader's own seat is open; null for whoever does not play here. */
  devices = $state.raw<OwnDevices | null>(null);
  sent = $state.raw<Sent | null>(null);
  /** The director is being called. It waits for nothing else: what hangs may be the very reason. */
  calling = $state(false);
  /** The last own move that the server took. */
  lastTaken = $state<string | null>(null);
  refusal = $state.raw<Problem | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** What was written at the table, oldest first. */
  chat = $state.raw<ChatMessage[]>([]);
  mayWrite = $state.raw<ChatChannel[]>([]);
  /** Messages before this number are not here yet; null when all are. */
  olderBefore = $state<number | null>(null);
  /** How many messages of others have not been in view here. */
  unread = $state(0);
  /** What the entries of officials' acts hold, by their seq. */
  readonly ruled = new SvelteMap<number, readonly Fact[]>();
  /** Server time of the last word of it. */
  asOf = $state(0);
  readonly #reading = new Reading(() => this.#read());
  #leave: (() => void) | null = null;
  #closed = false;

  constructor(game: string) {
    this.game = game;
    void this.load();
  }

  load(): Promise<void> {
    return this.#reading.now();
  }

  async #read(): Promise<Read> {
    try {
      const table = await api.game(this.game);
      if (this.#closed) return 'refused';
      this.problem = null;
      this.#show(table);
      this.#leave ??= live.connection.watch(this.game, table.seq, {
        table: (next, entries) => {
          this.#note(entries);
          endings.hear(this.game, entries);
          this.#show(next);
        },
        presence: (black, white, own) => {
          this.presence = presenceAfter(this.presence ?? undefined, black, white, live.clock.now());
          this.devices = own ?? null;
        },
        chat: (messages, mayWrite, olderBefore) => this.#heard(messages, mayWrite, olderBefore),
      });
      void this.#readRulings(table);
      return 'read';
    } catch (error) {
      this.problem = error instanceof Problem ? error : unreachable();
      return this.problem.passes ? 'trouble' : 'refused';
    }
  }

  close(): void {
    this.#closed = true;
    this.#reading.stop();
    this.#leave?.();
  }

  move(square: string, flip: string | null = null): void {
    const { table } = this;
    if (!table?.to_move) return;
    const id = newCommandId();
    const color = table.to_move;
    void this.#send(
      { act: 'move', square, color },
      { type: 'move', id, game: this.game, ply: table.ply, square, ...(flip === null ? {} : { flip }) },
    );
  }

  /** Seals a move at an adjournment: nobody sees it before play goes on. */
  seal(square: string, flip: string | null = null): void {
    const { table } = this;
    if (!table?.to_move) return;
    const command: Command = {
      type: 'seal',
      id: newCommandId(),
      game: this.game,
      ply: table.ply,
      square,
      ...(flip === null ? {} : { flip }),
    };
    void this.#send({ act: 'seal', square, color: table.to_move }, command);
  }

  pass(): void {
    if (!this.table) return;
    void this.#send({ act: 'pass' }, { type: 'pass', id: newCommandId(), game: this.game, ply: this.table.ply });
  }

  resign(): void {
    void this.#send({ act: 'resign' }, { type: 'resign', id: newCommandId(), game: this.game });
  }

  /** Calls the director, whatever else is on its way. */
  async callDirector(): Promise<void> {
    if (this.calling) return;
    this.calling = true;
    this.refusal = null;
    const outcome = await live.connection.command({ type: 'call_director', id: newCommandId(), game: this.game });
    this.calling = false;
    if (!outcome.taken) this.refusal = new Problem(outcome.problem, 422);
  }

  /** Signs the transcript that is shown. */
  confirm(): void {
    const digest = this.table?.confirmation?.digest;
    if (digest) void this.#send({ act: 'confirm' }, { type: 'confirm', id: newCommandId(), game: this.game, digest });
  }

  dispute(reason: string): void {
    void this.#send({ act: 'dispute' }, { type: 'dispute', id: newCommandId(), game: this.game, reason });
  }

  /** Writes at the table; answers with what was refused, if it was. */
  async say(channel: ChatChannel, text: string, to?: Color): Promise<Problem | null> {
    const id = newCommandId();
    const frame: Command = { type: 'chat', id, game: this.game, channel, text };
    const outcome = await live.connection.command(to ? { ...frame, to } : frame);
    return outcome.taken ? null : new Problem(outcome.problem, 422);
  }

  /** Reads what was written before what is here. */
  async readOlderChat(): Promise<Problem | null> {
    const before = this.olderBefore;
    if (before === null) return null;
    try {
      const older = await api.olderChat(this.game, before);
      if (this.olderBefore === before) {
        this.olderBefore = older.older_before;
        this.#add(older.messages);
      }
      return null;
    } catch (error) {
      return error instanceof Problem ? error : unreachable();
    }
  }

  async #send(sent: Sent, command: Command): Promise<void> {
    if (this.sent) return;
    this.sent = sent;
    this.refusal = null;
    const outcome: Outcome = await live.connection.command(command);
    if (outcome.taken) {
      if (sent.act === 'move') this.lastTaken = sent.square;
      // The ghost stays until the table that holds the move is here.
      if ((this.table?.seq ?? 0) < outcome.seq) return;
    } else {
      this.refusal = new Problem(outcome.problem, 422);
    }
    this.sent = null;
  }

  /** What the last act of an official did, which the table alone does not tell. */
  async #readRulings({ rulings }: Table): Promise<void> {
    const last = rulings.at(-1);
    if (!last || this.ruled.has(last.seq)) return;
    try {
      const { entries } = await call('read_entries', { path: { game_id: this.game }, query: { after_seq: last.seq - 1 } });
      this.#note(entries as readonly Entry[]);
    } catch {
      // Then the act alone is said.
    }
  }

  #note(entries: readonly Entry[]): void {
    for (const { seq, events } of entries) if (events.some((fact) => fact.type === 'ruled')) this.ruled.set(seq, events);
  }

  #show(table: Table): void {
    this.asOf = live.clock.now();
    if (this.table && table.seq < this.table.seq) return;
    const grown = this.table !== null && table.seq > this.table.seq;
    if (grown) {
      this.refusal = null;
      if (this.sent && this.#holds(table)) this.sent = null;
    }
    this.table = table;
  }

  #heard(messages: ChatMessage[], mayWrite: ChatChannel[] | undefined, olderBefore: number | null): void {
    if (mayWrite) {
      const last = this.chat.at(-1)?.number ?? 0;
      // What was written during a long break is read from its end: what is known from before it comes back when asked for.
      if (olderBefore === null || last < olderBefore) {
        this.olderBefore = olderBefore;
        if (olderBefore !== null) this.chat = [];
      }
      this.mayWrite = mayWrite;
    }
    this.#add(messages);
  }

  #add(messages: ChatMessage[]): void {
    const byNumber = new Map(this.chat.map((one) => [one.number, one]));
    for (const message of messages) byNumber.set(message.number, message);
    this.chat = [...byNumber.values()].sort((one, other) => one.number - other.number);
  }

  /** Whether this later table settles what was sent: the ply was taken, or the game is over. */
  #holds(table: Table): boolean {
    if (this.sent?.act !== 'move' && this.sent?.act !== 'pass') return true;
    return table.result !== null || table.phase !== 'live' || table.ply !== this.table?.ply;
  }
}
