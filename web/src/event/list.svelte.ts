import { api } from '../contract/outflank';
import { Problem, unreachable } from '../contract/problem';
import type { TournamentSummary } from '../contract/types';
import { live } from '../live/live.svelte';
import { Reading, type Read } from '../live/reading';

/** All who show the list may have missed something at the same moment: they read it again within so long. */
const SPREAD_MS = 2_000;
export const OVER: readonly string[] = ['confirmed', 'abandoned', 'cancelled'];

/** As the server lists them: the latest first. */
function byDate(one: TournamentSummary, other: TournamentSummary): number {
  if (one.date !== other.date) return one.date < other.date ? 1 : -1;
  return one.id < other.id ? -1 : 1;
}

/** Every event in one line each, kept up to date. */
export class EventSummaries {
  events = $state.raw<TournamentSummary[] | null>(null);
  problem = $state.raw<Problem | null>(null);
  readonly #reading = new Reading(() => this.#look());
  /** Lines that were told while the list was read: the answer may be older. */
  #told: TournamentSummary[] = [];
  readonly #unfollow = live.connection.followEvents({ event: (line) => this.#hear(line) });

  constructor() {
    void this.reload();
  }

  reload(): Promise<void> {
    return this.#reading.now();
  }

  close(): void {
    this.#reading.stop();
    this.#unfollow();
  }

  async #look(): Promise<Read> {
    this.#told = [];
    try {
      const read = await api.tournaments();
      // A line whose day changed while pages were read may be on two of them.
      this.events = [...new Map(read.map((one) => [one.id, one])).values()];
      this.problem = null;
      for (const event of this.#told) this.#put(event);
      return 'read';
    } catch (error) {
      this.problem = error instanceof Problem ? error : unreachable();
      return this.problem.passes ? 'trouble' : 'refused';
    }
  }

  #hear(event: TournamentSummary | null): void {
    if (!event) return this.#reading.soon(SPREAD_MS);
    if (this.#reading.running) this.#told.push(event);
    this.#put(event);
  }

  #put(event: TournamentSummary): void {
    if (!this.events) return;
    const here = this.events.find(({ id }) => id === event.id);
    if (here && here.seq >= event.seq) return;
    this.events = [...this.events.filter(({ id }) => id !== event.id), event].sort(byDate);
  }
}
