import { call } from '../contract/call';
import type { Contest } from '../contract/types';
import { Paged } from '../live/paged.svelte';
import { Polled } from '../live/polled.svelte';

const EVERY_MS = 10_000;
const PAST_AT_ONCE = 20;

/** Contests that run or are to come, what ends first before the others. */
export class LookedContests extends Polled {
  /** Null until they are known. */
  all = $state.raw<readonly Contest[] | null>(null);
  readonly #most: number;

  constructor(most: number) {
    super(EVERY_MS);
    this.#most = most;
  }

  protected async read(): Promise<void> {
    this.all = (await call('list_contests', { path: {}, query: { page_size: this.#most } })).contests;
  }
}

/** Contests that are over, the latest first: in the first of them last games may still be played. */
export const pastContests = (): Paged<Contest> =>
  new Paged(async (token) => {
    const query = { over: true, page_size: PAST_AT_ONCE, ...(token !== null && { page_token: token }) };
    const { contests, next_page_token: next } = await call('list_contests', { path: {}, query });
    return { items: contests, next };
  });
