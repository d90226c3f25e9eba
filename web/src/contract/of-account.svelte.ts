import { Problem, unreachable } from './problem';
import { session } from './session.svelte';

/** What is known of whoever is signed in. Asked for once, when a page first looks, and anew when one asks. */
export class OfAccount<T> {
  #held = $state.raw<{ by: string; found: T } | null>(null);
  #failed = $state.raw<{ by: string; problem: Problem } | null>(null);
  #asked: string | null = null;
  readonly #ask: () => Promise<T>;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  /** Null until it is known. */
  get found(): T | null {
    void this.#read();
    return this.#held !== null && this.#held.by === session.account?.id ? this.#held.found : null;
  }

  /** Why it is not known. */
  get problem(): Problem | null {
    return this.#failed !== null && this.#failed.by === session.account?.id ? this.#failed.problem : null;
  }

  /** Asks anew: something was done or refused, or may have ended. */
  async again(): Promise<void> {
    this.#asked = null;
    await this.#read();
  }

  async #read(): Promise<void> {
    const by = session.account?.id;
    if (by === undefined || by === this.#asked) return;
    this.#asked = by;
    try {
      const found = await this.#ask();
      if (this.#asked !== by) return;
      this.#held = { by, found };
      this.#failed = null;
    } catch (error) {
      if (this.#asked !== by) return;
      // Who looks next asks again; whatever is done is refused by the server all the same.
      this.#asked = null;
      this.#failed = { by, problem: error instanceof Problem ? error : unreachable() };
    }
  }
}
