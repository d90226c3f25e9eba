import { SvelteMap } from 'svelte/reactivity';
import { api } from '../contract/outflank';
import type { Table } from '../contract/types';
import { live } from './live.svelte';

/** Whether the two of a game are connected, and since when one is not, cluster time in ms; null where that was not seen. */
export interface Presence {
  black: boolean;
  white: boolean;
  blackAwaySinceMs: number | null;
  whiteAwaySinceMs: number | null;
}

/** What is known of presence after another word of it: whoever was there until now is away since now. */
export function presenceAfter(before: Presence | undefined, black: boolean, white: boolean, nowMs: number): Presence {
  const since = (isHere: boolean, wasHere: boolean | undefined, known: number | null | undefined): number | null => {
    if (isHere) return null;
    return wasHere ? nowMs : (known ?? null);
  };
  return {
    black,
    white,
    blackAwaySinceMs: since(black, before?.black, before?.blackAwaySinceMs),
    whiteAwaySinceMs: since(white, before?.white, before?.whiteAwaySinceMs),
  };
}

/** The tables of one round, live. */
export class LiveGames {
  readonly tables = new SvelteMap<string, Table>();
  readonly presence = new SvelteMap<string, Presence>();
  /** When an official last wrote to both players of a game, cluster time in ms. */
  readonly answered = new SvelteMap<string, number>();
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
        presence: (black, white) =>
          this.presence.set(table.game_id, presenceAfter(this.presence.get(table.game_id), black, white, live.clock.now())),
        chat: (messages) => {
          const last = messages.findLast((one) => one.role === 'official' && one.channel === 'players' && !one.removed);
          if (last) this.answered.set(table.game_id, last.at_ms);
        },
      }),
    );
  }
}
