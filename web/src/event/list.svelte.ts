import type { News, TournamentChange } from '../contract/deltas';
import { api } from '../contract/outflank';
import { Problem, unreachable } from '../contract/problem';
import type { TournamentSummary } from '../contract/types';
import { live } from '../live/live.svelte';
import { Reading, type Read } from '../live/reading';

export const OVER: readonly string[] = ['confirmed', 'abandoned', 'cancelled'];
/** New events are told to nobody who does not know them. */
const LOOK_MS = 30_000;

/** Every event in one line each, with those that are not over kept up to date. */
export class EventSummaries {
  events = $state.raw<TournamentSummary[] | null>(null);
  problem = $state.raw<Problem | null>(null);
  readonly #reading = new Reading(() => this.#look());
  // The list has no address of its own on the live line: each event is followed.
  readonly #followed = new Map<string, () => void>();
  /** What is known to be there of an event, by its id: a version. */
  readonly #known = new Map<string, number>();
  readonly #timer = setInterval(() => void this.reload(), LOOK_MS);

  constructor() {
    void this.reload();
  }

  reload(): Promise<void> {
    return this.#reading.now();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#reading.stop();
    for (const leave of this.#followed.values()) leave();
  }

  async #look(): Promise<Read> {
    try {
      this.events = await api.tournaments();
      this.problem = null;
      this.#follow();
      return this.events.some(({ id, seq }) => seq < (this.#known.get(id) ?? 0)) ? 'behind' : 'read';
    } catch (error) {
      this.problem = error instanceof Problem ? error : unreachable();
      return this.problem.passes ? 'trouble' : 'refused';
    }
  }

  #follow(): void {
    const open = new Set((this.events ?? []).filter(({ phase }) => !OVER.includes(phase)).map(({ id }) => id));
    for (const [id, leave] of this.#followed) {
      if (open.has(id)) continue;
      leave();
      this.#followed.delete(id);
    }
    for (const id of open) {
      if (this.#followed.has(id)) continue;
      this.#followed.set(id, live.connection.follow(id, { tournament: (news) => this.#hear(id, news) }));
    }
  }

  #hear(id: string, { version, changed }: News<TournamentChange>): void {
    const here = this.events?.find((one) => one.id === id);
    if (!here || version <= here.seq) return;
    this.#known.set(id, version);
    const summary = changed?.summary;
    if (summary?.seq === version) this.events = (this.events ?? []).map((one) => (one.id === id ? summary : one));
    else this.#reading.soon();
  }
}
