import { onDestroy, untrack } from 'svelte';
import type { CasualGame, Color, Entrant, Table } from '../contract/types';
import { LookedCasual, seatOf } from './casual-game.svelte';
import { isCasual } from './life';
import { openEvent, type LiveEvent } from './event.svelte';
import { live } from '../live/live.svelte';
import { LiveTable } from '../live/table.svelte';

/** A table with its event. */
export interface LookedAt {
  readonly desk: LiveTable;
  readonly table: Table | null;
  readonly event: LiveEvent | null;
  /** What is known of a game of no event; null of any other. */
  readonly casual: CasualGame | null;
  /** The same as it was last read while the game went on; null where it was over already. */
  readonly casualBefore: CasualGame | null;
  /** Over a cut line: when the table was heard of last, cluster time in ms; its clocks do not run on as if it were live. */
  readonly frozenMs: number | null;
  /** Reads again what is known of a game of no event. */
  readAgain(): void;
  entrant(color: Color): Entrant | null;
}

/** Follows a table as long as the component is there. */
export function useTable(game: string): LookedAt {
  const desk = new LiveTable(game);
  const casual = new LookedCasual(game);
  onDestroy(() => {
    desk.close();
    casual.close();
  });
  let event = $state.raw<LiveEvent | null>(null);
  const tournament = $derived(desk.table?.tournament_id ?? null);
  $effect(() => {
    if (!tournament) return;
    const held = untrack(() => openEvent(tournament));
    event = held.event;
    return held.release;
  });
  const withoutEvent = $derived(desk.table !== null && isCasual(desk.table));
  $effect(() => {
    if (withoutEvent) void casual.reload();
  });
  return {
    desk,
    get table() {
      return desk.table;
    },
    get event() {
      return event;
    },
    get frozenMs() {
      return !live.online && live.brokenSince !== null ? desk.asOf : null;
    },
    get casual() {
      return casual.game;
    },
    get casualBefore() {
      return casual.before;
    },
    readAgain: () => void casual.reload(),
    entrant: (color) => (casual.game ? seatOf(casual.game[color]) : (event?.entrant(desk.table?.[`${color}_entrant_id`]) ?? null)),
  };
}
