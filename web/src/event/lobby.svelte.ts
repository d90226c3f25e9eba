import { call } from '../contract/call';
import type { Lobby } from '../contract/types';
import { Looked } from '../live/looked.svelte';

/** No line tells of the lobby: whoever looks at it has it read so often. */
const EVERY_MS = 3_000;

/** Who seeks a game, and which are under way. */
export class LookedLobby extends Looked {
  lobby = $state.raw<Lobby | null>(null);
  readonly #timer = setInterval(() => {
    if (document.visibilityState === 'visible') void this.reload();
  }, EVERY_MS);

  override close(): void {
    clearInterval(this.#timer);
    super.close();
  }

  protected async read(): Promise<void> {
    this.lobby = await call('get_lobby', { path: {} });
  }
}
