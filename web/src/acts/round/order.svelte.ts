import { call } from '../../contract/call';
import type { ChatOrder } from '../../contract/types';

/** How order is kept where something is written: who is silenced, and whether spectators may write. Officials alone are told. */
export class KeptOrder {
  current = $state.raw<ChatOrder | null>(null);
  readonly #game: string;
  #asked = 0;

  constructor(game: string) {
    this.#game = game;
  }

  silences(account: string): boolean | null {
    return this.current && this.current.silenced.some((one) => one.account_id === account);
  }

  async read(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const { order } = await call('read_chat', { path: { game_id: this.#game }, query: { newest: true, most: 1 } });
      // What was asked for last is the newest.
      if (asked === this.#asked) this.current = order;
    } catch {
      // What was read before stays.
    }
  }
}
