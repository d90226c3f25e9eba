import { call } from '../contract/call';
import { Problem, unreachable } from '../contract/problem';
import type { RatingEvent } from '../contract/types';
import { live } from '../live/live.svelte';
import { Reading, type Read } from '../live/reading';
import { STANDINGS, WAITING, type Standing } from './rating-office';

/** News of events come often, and seldom are they about rating files. */
const PAUSE_MS = 2_000;
/** What is over is read so many at a time. */
const AT_ONCE = 20;
const LARGEST_PAGE = 1000;
const OVER: readonly Standing[] = ['released', 'withdrawn'];

/** An event of the inbox. */
export interface InboxEvent extends RatingEvent {
  /** Who released last what waits again: an account, which does not release it once more. */
  releasedBy: string | null;
}
export type Inbox = Record<Standing, InboxEvent[]>;

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
  readonly #unfollow = live.connection.followEvents({ event: () => this.#reading.afterPause(PAUSE_MS) });
  /** By event and since when it waits: it stays as it is until somebody decides. */
  readonly #releasers = new Map<string, string | null>();
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
    this.#unfollow();
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
      const releasers = await this.#whoReleased(pages.flatMap(([, { events }]) => events));
      const told = (event: RatingEvent): InboxEvent => ({ ...event, releasedBy: releasers.get(event) ?? null });
      this.events = Object.fromEntries(pages.map(([state, { events }]) => [state, this.#ordered(state, events.map(told))])) as Inbox;
      this.more = pages.some(([state, page]) => OVER.includes(state) && page.next_page_token !== null) && this.#most < LARGEST_PAGE;
      this.asOf = live.clock.now();
      this.problem = null;
      return 'read';
    } catch (error) {
      this.problem = error instanceof Problem ? error : unreachable();
      return this.problem.passes ? 'trouble' : 'refused';
    }
  }

  /** Who released last what waits again: the list does not say it. */
  async #whoReleased(events: readonly RatingEvent[]): Promise<Map<RatingEvent, string | null>> {
    const again = events.filter((one) => WAITING.includes(one.state) && one.released_at_ms !== null);
    const found = new Map<RatingEvent, string | null>();
    for (let from = 0; from < again.length; from += AT_ONCE) {
      const some = again.slice(from, from + AT_ONCE);
      await Promise.all(some.map(async (one) => found.set(one, await this.#releaserOf(one))));
    }
    return found;
  }

  /** Where it cannot be read now the event waits for whoever looks, and says itself what is wrong. */
  async #releaserOf({ tournament: { id }, since_ms: since }: RatingEvent): Promise<string | null> {
    const key = `${id} ${since}`;
    const known = this.#releasers.get(key);
    if (known !== undefined) return known;
    try {
      const { released_by_account_id: by } = await call('get_rating_checks', { path: { tournament_id: id } });
      this.#releasers.set(key, by);
      return by;
    } catch {
      return null;
    }
  }

  /** What waits longest is decided first; what is to come is looked at by its day. */
  #ordered(state: Standing, events: InboxEvent[]): InboxEvent[] {
    if (OVER.includes(state)) return events;
    if (state === 'approved' || state === 'announced')
      return events.toSorted((one, other) => one.tournament.date.localeCompare(other.tournament.date));
    return events.toSorted((one, other) => one.since_ms - other.since_ms);
  }
}
