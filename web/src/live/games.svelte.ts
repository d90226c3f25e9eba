import { SvelteMap } from 'svelte/reactivity';
import { api } from '../contract/outflank';
import { Problem, unreachable } from '../contract/problem';
import type { Table } from '../contract/types';
import { lastAnswer } from './answer';
import { endings } from './endings.svelte';
import { live } from './live.svelte';
import { Reading, type Read } from './reading';

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
  readonly round: number;
  readonly tables = new SvelteMap<string, Table>();
  readonly presence = new SvelteMap<string, Presence>();
  /** When an official last wrote to both players of a game, cluster time in ms. */
  readonly answered = new SvelteMap<string, number>();
  problem = $state.raw<Problem | null>(null);
  readonly #tournament: string;
  readonly #leaves = new Map<string, () => void>();
  readonly #reading = new Reading(() => this.#load());
  readonly #unfollow: () => void;
  /** The games of the round's boards. */
  #expected: readonly string[] = [];
  #closed = false;

  constructor(tournament: string, round: number) {
    this.#tournament = tournament;
    this.round = round;
    this.#unfollow = live.connection.follow(tournament, { games: (of) => this.#heard(of) });
    void this.#reading.now();
  }

  /** The games that the round's boards name: each is made a moment after its board, and then there is news of it. */
  expect(games: readonly string[]): void {
    this.#expected = games;
  }

  #heard(round: number | null): void {
    if (round === this.round || (round === null && (this.#missing || this.problem))) this.#reading.soon();
  }

  reload(): Promise<void> {
    return this.#reading.now();
  }

  close(): void {
    this.#closed = true;
    this.#reading.stop();
    this.#unfollow();
    for (const leave of this.#leaves.values()) leave();
  }

  get #missing(): boolean {
    return this.#expected.some((game) => !this.tables.has(game));
  }

  async #load(): Promise<Read> {
    try {
      const tables = await api.games(this.#tournament, this.round);
      if (this.#closed) return 'refused';
      this.problem = null;
      for (const table of tables) this.#watch(table);
      return 'read';
    } catch (error) {
      this.problem = error instanceof Problem ? error : unreachable();
      return this.problem.passes ? 'trouble' : 'refused';
    }
  }

  #watch(table: Table): void {
    const game = table.game_id;
    if (this.#leaves.has(game)) return;
    this.tables.set(game, table);
    if (table.phase === 'annulled' || table.confirmation?.state === 'confirmed') return;
    this.#leaves.set(
      game,
      live.connection.watch(game, table.seq, {
        table: (next, entries) => {
          endings.hear(game, entries);
          this.tables.set(game, next);
        },
        presence: (black, white) => this.presence.set(game, presenceAfter(this.presence.get(game), black, white, live.clock.now())),
        chat: (messages) => {
          const last = lastAnswer(messages);
          if (last) this.answered.set(game, last.at_ms);
        },
      }),
    );
  }
}
