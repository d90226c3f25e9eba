import { call } from '../contract/call';
import { session } from '../contract/session.svelte';
import type { OwnPlay } from '../contract/types';
import { live } from '../live/live.svelte';
import { Looked } from '../live/looked.svelte';

/** No line tells of it, nor of whether the other of a challenge waits. */
const EVERY_MS = 5_000;
/** What was read so long ago, and nobody watched since, is shown no more. */
const KEPT_MS = 60_000;

/**
 * The arenas and ladders that whoever is signed in takes part in, and the challenges of his that stand: one for all that shows
 * them, read as they change while anything does.
 */
class LookedOwnPlay extends Looked {
  #held = $state.raw<{ by: string; own: OwnPlay } | null>(null);
  #heldSinceMs = 0;
  /** For whom it was asked last. */
  #asked: string | undefined;
  #watching = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Null until it is known. */
  get own(): OwnPlay | null {
    return this.#held !== null && this.#held.by === session.account?.id ? this.#held.own : null;
  }

  /** Reads it from now on; answers how to end that. */
  watch(): () => void {
    if (this.#watching === 0 && live.clock.now() - this.#heldSinceMs > KEPT_MS) this.#held = null;
    this.#watching += 1;
    if (this.#watching === 1 || this.#asked !== session.account?.id) void this.reload();
    if (this.#watching === 1) {
      this.#timer = setInterval(() => {
        if (document.visibilityState === 'visible') void this.reload();
      }, EVERY_MS);
    }
    return () => {
      this.#watching -= 1;
      if (this.#watching === 0) clearInterval(this.#timer);
    };
  }

  protected async read(): Promise<void> {
    const by = session.account?.id;
    // After trouble it is looked for again, though nothing shows it any more.
    if (by === undefined || this.#watching === 0) return;
    this.#asked = by;
    const own = await call('get_own_play', { path: {} });
    this.#held = { by, own };
    this.#heldSinceMs = live.clock.now();
  }
}

export const ownPlay = new LookedOwnPlay();
