import { call } from '../contract/call';
import type { Lobby } from '../contract/types';
import { Polled } from '../live/polled.svelte';

const EVERY_MS = 3_000;

/** Who is here, who seeks a game, and which are under way. Whoever is signed in is here by looking. */
export class LookedLobby extends Polled {
  lobby = $state.raw<Lobby | null>(null);

  constructor() {
    super(EVERY_MS);
  }

  protected async read(): Promise<void> {
    this.lobby = await call('get_lobby', { path: {} });
  }
}
