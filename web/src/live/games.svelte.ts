import { SvelteMap } from 'svelte/reactivity';
import { api } from '../contract/outflank';
import type { Table } from '../contract/types';
import { live } from './live.svelte';

/** The tables of one round, live. */
export class LiveGames {
  readonly tables = new SvelteMap<string, Table>();
  readonly presence = new SvelteMap<string, { black: boolean; white: boolean }>();
  #leaves: (() => void)[] = [];
  #closed = false;

  constructor(tournament: string, round: number) {
    void this.#load(tournament, round);
  }

  close(): void {
    this.#closed = true;
    for (const leave of this.#leaves) leave();
  }

  async #load(tournament: string, round: number): Promise<void> {
    try {
      const tables = await api.games(tournament, round);
      if (this.#closed) return;
      // The games are made from the published round a moment after it.
      if (tables.length === 0) return this.#later(tournament, round);
      for (const table of tables) this.#watch(table);
    } catch {
      this.#later(tournament, round);
    }
  }

  #later(tournament: string, round: number): void {
    setTimeout(() => {
      if (!this.#closed) void this.#load(tournament, round);
    }, 1_000);
  }

  #watch(table: Table): void {
    this.tables.set(table.game_id, table);
    if (table.phase === 'annulled' || table.confirmation?.state === 'confirmed') return;
    this.#leaves.push(
      live.connection.watch(table.game_id, table.seq, {
        table: (next) => this.tables.set(next.game_id, next),
        presence: (black, white) => this.presence.set(table.game_id, { black, white }),
      }),
    );
  }
}
