import { SvelteMap } from 'svelte/reactivity';
import { call } from '../contract/call';
import type { Table } from '../contract/types';
import type { Entry } from './frames';

/** As many of a game's last entries mostly tell of its end: what is signed and ruled after it is little. */
const NEAR = 8;

interface Ending {
  /** Cluster time in ms; null where what was read tells of none. */
  atMs: number | null;
  /** How far the game's entries are known. */
  seq: number;
}

/** When games ended: as it was heard, or as it is read of those that were over before somebody looked. */
export class Endings {
  readonly #known = new SvelteMap<string, Ending>();
  readonly #asked = new Set<string>();
  /** One after the other, however many are shown at once. */
  #last: Promise<void> = Promise.resolve();

  /** What is told of a game, entry by entry. */
  hear(game: string, entries: readonly Entry[]): void {
    const known = this.#known.get(game);
    const seq = Math.max(known?.seq ?? 0, entries.at(-1)?.seq ?? 0);
    const atMs = endIn(entries);
    if (atMs !== null) this.#known.set(game, { atMs, seq });
    else if (known && seq > known.seq) this.#known.set(game, { ...known, seq });
  }

  of(game: string): number | null {
    return this.#known.get(game)?.atMs ?? null;
  }

  /** Reads when a game that is over ended, where that is not known. */
  look({ game_id: game, seq }: Pick<Table, 'game_id' | 'seq'>): void {
    if ((this.#known.get(game)?.seq ?? -1) >= seq || this.#asked.has(game)) return;
    this.#asked.add(game);
    this.#last = this.#last.then(() => this.#read(game, seq));
  }

  async #read(game: string, seq: number): Promise<void> {
    try {
      for (const after of [Math.max(0, seq - NEAR), 0]) {
        const { entries } = await call('read_entries', { path: { game_id: game }, query: { after_seq: after } });
        const atMs = endIn(entries as readonly Entry[]);
        if (atMs === null && after > 0) continue;
        this.#known.set(game, { atMs, seq });
        return;
      }
    } catch {
      // Then its end alone is shown, and not when it was.
    } finally {
      this.#asked.delete(game);
    }
  }
}

function endIn(entries: readonly Entry[]): number | null {
  return entries.findLast(({ events }) => events.some(({ type }) => type === 'finished' || type === 'annulled'))?.at_ms ?? null;
}

export const endings = new Endings();
