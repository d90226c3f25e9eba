import { api } from './outflank';
import { Problem, unreachable } from './problem';
import { session } from './session.svelte';
import type { Federation } from './types';

const NONE: readonly Federation[] = [];

/** The federations in whose name whoever is signed in decides on rating files. Asked for once, when a page first looks. */
class Offices {
  #held = $state.raw<{ by: string; federations: Federation[] } | null>(null);
  #failed = $state.raw<{ by: string; problem: Problem } | null>(null);
  #asked: string | null = null;

  /** None too until it is known. */
  get federations(): readonly Federation[] {
    return this.#current ?? [];
  }

  /** False until it is known whether there are any. */
  get known(): boolean {
    return this.#current !== null;
  }

  /** Why it is not known. */
  get problem(): Problem | null {
    return this.#failed !== null && this.#failed.by === session.account?.id ? this.#failed.problem : null;
  }

  /** Whether one of them decides on events held in that nation. */
  over(nation: string): boolean {
    return this.federations.some(({ code, members }) => code === nation || members.includes(nation));
  }

  /** Asks for them unless that was done for this account. */
  async #read(): Promise<void> {
    const by = session.account;
    if (by === null || by.id === this.#asked) return;
    this.#asked = by.id;
    try {
      const federations = await api.ownFederations();
      if (this.#asked !== by.id) return;
      this.#held = { by: by.id, federations };
      this.#failed = null;
    } catch (error) {
      if (this.#asked !== by.id) return;
      // Asked again by the next page; whatever is done is refused by the server where there is no office.
      this.#asked = null;
      this.#failed = { by: by.id, problem: error instanceof Problem ? error : unreachable() };
    }
  }

  /** Asks anew: an office began or ended. */
  async again(): Promise<void> {
    this.#asked = null;
    await this.#read();
  }

  get #current(): readonly Federation[] | null {
    // Who came by a seat link holds none.
    if (session.account?.login === null) return NONE;
    void this.#read();
    return this.#held !== null && this.#held.by === session.account?.id ? this.#held.federations : null;
  }
}

export const offices = new Offices();
