import { api } from './outflank';
import { session } from './session.svelte';
import type { Federation } from './types';

/** The federations in whose name whoever is signed in decides on rating files. Asked for once, when a page first looks. */
class Offices {
  #held = $state.raw<{ by: string; federations: Federation[] } | null>(null);
  #asked: string | null = null;

  /** None too until it is known. */
  get federations(): readonly Federation[] {
    return this.#current ?? [];
  }

  /** False until it is known whether there are any. */
  get known(): boolean {
    return this.#current !== null;
  }

  /** Whether one of them decides on events held in that nation. */
  over(nation: string): boolean {
    return this.federations.some(({ code, members }) => code === nation || members.includes(nation));
  }

  /** Asks for them unless that was done for this account. Who came by a seat link has none. */
  async #read(): Promise<void> {
    const by = session.account;
    if (by === null || by.id === this.#asked) return;
    this.#asked = by.id;
    if (by.login === null) {
      this.#held = { by: by.id, federations: [] };
      return;
    }
    try {
      const federations = await api.ownFederations();
      if (this.#asked === by.id) this.#held = { by: by.id, federations };
    } catch {
      // Asked again by the next page; whatever is done is refused by the server where there is no office.
      if (this.#asked === by.id) this.#asked = null;
    }
  }

  /** Asks anew: an office began or ended. */
  async again(): Promise<void> {
    this.#asked = null;
    await this.#read();
  }

  get #current(): Federation[] | null {
    void this.#read();
    return this.#held !== null && this.#held.by === session.account?.id ? this.#held.federations : null;
  }
}

export const offices = new Offices();
