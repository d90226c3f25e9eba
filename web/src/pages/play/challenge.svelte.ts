import { call } from '../../contract/call';
import type { Challenge } from '../../contract/types';
import { Looked } from '../../live/looked.svelte';

/** What is sent to whoever is challenged. */
export const challengeLink = (id: string): string => new URL(`/challenge/${encodeURIComponent(id)}`, location.origin).href;

/** A challenge, as it stood when it was looked at last. */
export class LookedChallenge extends Looked {
  challenge = $state.raw<Challenge | null>(null);
  readonly #id: string;

  constructor(id: string) {
    super();
    this.#id = id;
  }

  protected async read(): Promise<void> {
    this.challenge = await call('get_challenge', { path: { challenge_id: this.#id } });
  }
}
