import { call } from './call';
import { Problem, unreachable } from './problem';
import { session } from './session.svelte';
import type { CasualStanding, Restriction } from './types';

/** How whoever is signed in stands in casual play. Asked for once, when a page first looks, and anew when one asks. */
class OwnCasualStanding {
  #held = $state.raw<{ by: string; standing: CasualStanding } | null>(null);
  #failed = $state.raw<{ by: string; problem: Problem } | null>(null);
  #asked: string | null = null;

  /** It may not write at casual tables; null where it may, and until it is known. */
  get mute(): Restriction | null {
    return this.#current?.mute ?? null;
  }

  /** It may play no casual games; null where it may, and until it is known. */
  get bar(): Restriction | null {
    return this.#current?.bar ?? null;
  }

  /** It keeps order in casual play. */
  get moderator(): boolean {
    return this.#current?.moderator ?? false;
  }

  /** False until it is known. */
  get known(): boolean {
    return this.#current !== null;
  }

  /** Why it is not known. */
  get problem(): Problem | null {
    return this.#failed !== null && this.#failed.by === session.account?.id ? this.#failed.problem : null;
  }

  /** Asks anew: something was refused, or may have ended. */
  async again(): Promise<void> {
    this.#asked = null;
    await this.#read();
  }

  async #read(): Promise<void> {
    const by = session.account?.id;
    if (by === undefined || by === this.#asked) return;
    this.#asked = by;
    try {
      const standing = await call('get_casual_standing', { path: {} });
      if (this.#asked !== by) return;
      this.#held = { by, standing };
      this.#failed = null;
    } catch (error) {
      if (this.#asked !== by) return;
      // The next page asks again; whatever is done is refused by the server all the same.
      this.#asked = null;
      this.#failed = { by, problem: error instanceof Problem ? error : unreachable() };
    }
  }

  get #current(): CasualStanding | null {
    void this.#read();
    return this.#held !== null && this.#held.by === session.account?.id ? this.#held.standing : null;
  }
}

export const casualStanding = new OwnCasualStanding();
