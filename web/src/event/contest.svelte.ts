import { call } from '../contract/call';
import { Problem } from '../contract/problem';
import { session } from '../contract/session.svelte';
import type { ContestEntrant, ContestHead } from '../contract/types';
import { Polled } from '../live/polled.svelte';

const EVERY_MS = 3_000;
/** So many entrants come with it, and so many more at a time. */
const AT_ONCE = 100;

/** A contest as it stands, with as much of its list as somebody wants to see, and the own line whatever its place. */
export class LookedContest extends Polled {
  head = $state.raw<ContestHead | null>(null);
  entrants = $state.raw<readonly ContestEntrant[]>([]);
  /** Some are not shown. */
  more = $state(false);
  /** Of whoever is signed in; null where he has never entered. */
  own = $state.raw<ContestEntrant | null>(null);
  readonly #id: string;
  #wanted = AT_ONCE;
  /** Who has not entered, as far as it is known: nobody asks for his line again. */
  #absent: string | null = null;

  constructor(id: string) {
    super(EVERY_MS);
    this.#id = id;
  }

  /** Reads it after an act: whoever had not entered may have. */
  changed(): Promise<void> {
    this.#absent = null;
    return this.reload();
  }

  /** Shows more of the list. */
  showMore(): Promise<void> {
    this.#wanted += AT_ONCE;
    return this.reload();
  }

  protected async read(): Promise<void> {
    const path = { contest_id: this.#id };
    const wanted = this.#wanted;
    const [head, list] = await Promise.all([
      call('get_contest', { path }),
      wanted > AT_ONCE ? call('list_contest_entrants', { path, query: { page_size: wanted } }) : null,
    ]);
    const entrants = list?.entrants ?? head.entrants;
    const more = list ? list.next_page_token !== null : entrants.length >= AT_ONCE;
    const own = await this.#ownOf(entrants, more);
    this.head = head;
    this.entrants = entrants;
    this.more = more;
    this.own = own;
  }

  async #ownOf(entrants: readonly ContestEntrant[], more: boolean): Promise<ContestEntrant | null> {
    const account = session.account?.id;
    const shown = entrants.find(({ player }) => player.account_id === account);
    if (shown || !more || account === undefined || account === this.#absent) return shown ?? null;
    try {
      return await call('get_contest_entrant', { path: { contest_id: this.#id, account_id: account } });
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 404) throw error;
      this.#absent = account;
      return null;
    }
  }
}
