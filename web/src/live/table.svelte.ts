import { api } from '../api/outflank';
import { Problem, unreachable } from '../api/problem';
import type { Color, Table } from '../api/types';
import { newCommandId } from '../api/command-id';
import type { Outcome } from './connection';
import type { Command } from './frames';
import { live } from './live.svelte';

/** What was sent and is not yet answered. */
export type Sent = { act: 'move'; square: string; color: Color } | { act: 'pass' } | { act: 'resign' };

/** One table, kept up to date, with the commands of the person who sits there. */
export class LiveTable {
  readonly game: string;
  table = $state.raw<Table | null>(null);
  presence = $state.raw<{ black: boolean; white: boolean } | null>(null);
  sent = $state.raw<Sent | null>(null);
  /** The last own move that the server took. */
  lastTaken = $state<string | null>(null);
  refusal = $state.raw<Problem | null>(null);
  problem = $state.raw<Problem | null>(null);
  #leave: (() => void) | null = null;
  #closed = false;

  constructor(game: string) {
    this.game = game;
    void this.load();
  }

  async load(): Promise<void> {
    try {
      const table = await api.game(this.game);
      if (this.#closed) return;
      this.problem = null;
      this.#show(table);
      this.#leave ??= live.connection.watch(this.game, table.seq, {
        table: (next) => this.#show(next),
        presence: (black, white) => (this.presence = { black, white }),
      });
    } catch (error) {
      this.problem = error instanceof Problem ? error : unreachable();
      if (this.problem.unreachable && !this.#closed) setTimeout(() => void this.load(), 2_000);
    }
  }

  close(): void {
    this.#closed = true;
    this.#leave?.();
  }

  move(square: string): void {
    const { table } = this;
    if (!table?.to_move) return;
    const id = newCommandId();
    const color = table.to_move;
    void this.#send({ act: 'move', square, color }, { type: 'move', id, game: this.game, ply: table.ply, square });
  }

  pass(): void {
    if (!this.table) return;
    void this.#send({ act: 'pass' }, { type: 'pass', id: newCommandId(), game: this.game, ply: this.table.ply });
  }

  resign(): void {
    void this.#send({ act: 'resign' }, { type: 'resign', id: newCommandId(), game: this.game });
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

  #show(table: Table): void {
    if (this.table && table.seq < this.table.seq) return;
    const grown = this.table !== null && table.seq > this.table.seq;
    if (grown) {
      this.refusal = null;
      if (this.sent && this.#holds(table)) this.sent = null;
    }
    this.table = table;
  }

  /** Whether this later table settles what was sent: the ply was taken, or the game is over. */
  #holds(table: Table): boolean {
    return table.result !== null || this.sent?.act === 'resign' || table.ply !== this.table?.ply;
  }
}
