import { call } from '../../contract/call';
import type { ChatOrder } from '../../contract/types';

/** How order is kept where something is written: who is silenced, and whether spectators may write. Officials alone are told. */
export class KeptOrder {
  current = $state.raw<ChatOrder | null>(null);
  readonly #game: string;

  constructor(game: string) {
    this.#game = game;
  }

  silences(account: string): boolean | null {
    return this.current && this.current.silenced.some((one) => one.account_id === account);
  }

  async read(): Promise<void> {
    try {
      const { order } = await call('read_chat', { path: { game_id: this.#game }, query: { newest: true, most: 1 } });
      this.current = order;
    } catch {
      // What was read before stays.
    }
  }
}
