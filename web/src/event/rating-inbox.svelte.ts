import { call } from '../contract/call';
import { Problem, unreachable } from '../contract/problem';
import type { RatingEvent } from '../contract/types';
import { live } from '../live/live.svelte';
import { Reading, type Read } from '../live/reading';
import { STANDINGS, type Standing } from './rating-office';

/** Nobody tells of events that come to the office. */
const LOOK_MS = 30_000;
/** What is over is read so many at a time. */
const AT_ONCE = 20;
const LARGEST_PAGE = 1000;
const OVER: readonly Standing[] = ['released', 'withdrawn'];

export type Inbox = Record<Standing, RatingEvent[]>;

/** The events that a federation's officers decide on, by how their rating files stand. */
export class RatingInbox {
  events = $state.raw<Inbox | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** Server time of the last reading. */
  asOf = $state(0);
  /** Released ones that are not shown yet. */
  more = $state(false);
  readonly #federation: string;
  readonly #reading = new Reading(() => this.#look());
  readonly #timer = setInterval(() => void this.reload(), LOOK_MS);
  #most = AT_ONCE;

  constructor(federation: string) {
    this.#federation = federation;
    void this.reload();
  }

  reload(): Promise<void> {
    return this.#reading.now();
  }

  /** Reads earlier ones of what is over. */
  earlier(): void {
    this.#most = Math.min(this.#most + AT_ONCE, LARGEST_PAGE);
    void this.reload();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#reading.stop();
  }

  async #look(): Promise<Read> {
    try {
      const pages = await Promise.all(
        STANDINGS.map(async (state) => {
          const page_size = OVER.includes(state) ? this.#most : LARGEST_PAGE;
          return [
            state,
            await call('list_rating_events', { path: {}, query: { federation: this.#federation, state, page_size } }),
          ] as const;
        }),
      );
      this.events = Object.fromEntries(pages.map(([state, { events }]) => [state, this.#ordered(state, events)])) as Inbox;
      this.more = pages.some(([state, page]) => OVER.includes(state) && page.next_page_token !== null) && this.#most < LARGEST_PAGE;
      this.asOf = live.clock.now();
      this.problem = null;
      return 'read';
    } catch (error) {
      this.problem = error instanceof Problem ? error : unreachable();
      return this.problem.passes ? 'trouble' : 'refused';
    }
  }

  /** What waits longest is decided first; what is to come is looked at by its day. */
  #ordered(state: Standing, events: RatingEvent[]): RatingEvent[] {
    if (OVER.includes(state)) return events;
    if (state === 'approved' || state === 'announced')
      return events.toSorted((one, other) => one.tournament.date.localeCompare(other.tournament.date));
    return events.toSorted((one, other) => one.since_ms - other.since_ms);
  }
}
