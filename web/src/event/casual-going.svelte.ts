import { untrack } from 'svelte';
import { call } from '../contract/call';
import { session } from '../contract/session.svelte';
import type { CasualGame } from '../contract/types';
import { live } from '../live/live.svelte';

/** The casual game of whoever is signed in that is not over: there is one at most, and it was booked last. */
class OwnGoing {
  #found = $state.raw<{ account: string; game: CasualGame | null } | null>(null);
  /** For whom, and after which news, it was asked for last. */
  #asked = '';
  #turn = 0;

  /** Null where there is none, and until it is known. */
  get game(): CasualGame | null {
    return this.#found !== null && this.#found.account === session.account?.id ? this.#found.game : null;
  }

  /** Asks where it is not known, or may be another since: where none goes on, page after page shows it without asking. */
  look(): void {
    const asks = `${session.account?.id ?? ''} ${live.gameNews}`;
    untrack(() => {
      if (asks === this.#asked && this.game === null) return;
      this.#asked = asks;
      void this.reload();
    });
  }

  /** Whoever is at its table sees how it stands: who looks next asks again. */
  forget(): void {
    this.#turn += 1;
    this.#found = null;
    this.#asked = '';
  }

  async reload(): Promise<void> {
    const account = session.account?.id;
    if (account === undefined) return;
    const turn = ++this.#turn;
    try {
      const { games } = await call('list_casual_games', { path: { account_id: account }, query: { page_size: 1 } });
      if (turn === this.#turn) this.#found = { account, game: games.find((one) => one.over_at_ms === null) ?? null };
    } catch {
      // Who looks next asks again; what was found stands meanwhile.
      if (turn === this.#turn) this.#asked = '';
    }
  }
}

export const ownGoing = new OwnGoing();
