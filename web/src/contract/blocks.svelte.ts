import { list } from './client';
import { Problem, unreachable } from './problem';
import { session } from './session.svelte';
import type { BlockedPlayer } from './types';

/** Whom whoever is signed in has blocked. Asked for once, when a page first looks, and anew after each act. */
class Blocks {
  #held = $state.raw<{ by: string; blocks: BlockedPlayer[] } | null>(null);
  #failed = $state.raw<{ by: string; problem: Problem } | null>(null);
  #asked: string | null = null;

  /** The latest first; null until they are known. */
  get all(): readonly BlockedPlayer[] | null {
    void this.#read();
    return this.#held !== null && this.#held.by === session.account?.id ? this.#held.blocks : null;
  }

  /** Why they are not known. */
  get problem(): Problem | null {
    return this.#failed !== null && this.#failed.by === session.account?.id ? this.#failed.problem : null;
  }

  /** False too until it is known. */
  has(account: string): boolean {
    return this.all?.some((one) => one.account.account_id === account) ?? false;
  }

  /** Asks anew: somebody was blocked, or is no longer. */
  async again(): Promise<void> {
    this.#asked = null;
    await this.#read();
  }

  async #read(): Promise<void> {
    const by = session.account?.id;
    if (by === undefined || by === this.#asked) return;
    this.#asked = by;
    try {
      const blocks = await list<'blocks', BlockedPlayer>('/blocks', 'blocks');
      if (this.#asked !== by) return;
      this.#held = { by, blocks };
      this.#failed = null;
    } catch (error) {
      if (this.#asked !== by) return;
      this.#asked = null;
      this.#failed = { by, problem: error instanceof Problem ? error : unreachable() };
    }
  }
}

export const blocks = new Blocks();
