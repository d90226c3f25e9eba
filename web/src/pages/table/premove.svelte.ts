import { untrack } from 'svelte';
import type { Color, Table } from '../../contract/types';
import { isHidden } from '../../event/life';
import { t } from '../../i18n';
import { announcer } from '../../ui/announcer.svelte';

/** A square that is kept for the own next move, and the ply that the opponent was to make then. */
export interface Kept {
  square: string;
  ply: number;
}

/** It waits for the opponent; it is sent; it does not fit the turn that came; or there is no turn to wait for any more. */
export type Fate = 'waits' | 'goes' | 'falls' | 'ends';

/** What becomes of a kept square at the table as the server told it last. */
export function fateOf({ square, ply }: Kept, table: Table, own: Color): Fate {
  if (table.phase !== 'live' || table.result !== null || isHidden(table)) return 'ends';
  if (table.ply === ply && table.to_move !== own) return 'waits';
  const turn = table.ply === ply + 1 && table.to_move === own && table.adjourns_at_ms === null;
  return turn && table.legal_squares.includes(square) && table.flippable_squares.length === 0 ? 'goes' : 'falls';
}

interface Place {
  table(): Table | null;
  own(): Color | null;
  /** The event allows it, and nothing else asks for a second press. */
  allowed(): boolean;
  /** The turn is the own one by the server's word, and this is legal. */
  play(square: string): void;
}

/** The move that is chosen while the opponent thinks: sent when the turn has come, and never before. */
export class Premove {
  kept = $state.raw<Kept | null>(null);
  /** One that was dropped, until the next ply. */
  fallen = $state.raw<Kept | null>(null);

  constructor(place: Place) {
    $effect(() => {
      const [table, own, allowed] = [place.table(), place.own(), place.allowed()];
      untrack(() => this.#follow(table, own, allowed, place));
    });
  }

  /** Keeps the square in place of any other, or lets it go if it is kept. */
  choose(square: string, ply: number): void {
    this.fallen = null;
    if (this.kept?.square === square) {
      this.cancel();
      return;
    }
    this.kept = { square, ply };
    announcer.say(t('table.kept_said', { square }));
  }

  /** Answers whether there was one. */
  cancel(): boolean {
    const { kept } = this;
    if (!kept) return false;
    this.kept = null;
    announcer.say(t('table.kept.back_said', { square: kept.square }));
    return true;
  }

  #follow(table: Table | null, own: Color | null, allowed: boolean, place: Place): void {
    if (this.fallen && table?.ply !== this.fallen.ply) this.fallen = null;
    const { kept } = this;
    if (!kept) return;
    const fate = table && own && allowed ? fateOf(kept, table, own) : 'ends';
    if (fate === 'waits') return;
    if (fate === 'ends') {
      this.cancel();
      return;
    }
    this.kept = null;
    if (fate === 'goes') place.play(kept.square);
    else if (table) this.fallen = { square: kept.square, ply: table.ply };
  }
}
