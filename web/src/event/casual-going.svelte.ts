import { call } from '../contract/call';
import type { CasualGame } from '../contract/types';
import { Looked } from '../live/looked.svelte';

/** No line tells that a game is over: while one is shown it is looked for so often. */
const EVERY_MS = 10_000;

/** The casual game of an account that is not over: there is one at most, and it was booked last. */
export class LookedGoing extends Looked {
  game = $state.raw<CasualGame | null>(null);
  readonly #account: string;
  readonly #timer = setInterval(() => {
    if (this.game && document.visibilityState === 'visible') void this.reload();
  }, EVERY_MS);

  constructor(account: string) {
    super();
    this.#account = account;
  }

  override close(): void {
    clearInterval(this.#timer);
    super.close();
  }

  protected async read(): Promise<void> {
    const { games } = await call('list_casual_games', { path: { account_id: this.#account }, query: { page_size: 1 } });
    this.game = games.find((one) => one.over_at_ms === null) ?? null;
  }
}
