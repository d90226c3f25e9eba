import { onDestroy, untrack } from 'svelte';
import type { Color, Entrant, Table } from '../contract/types';
import { openEvent, type LiveEvent } from './event.svelte';
import { live } from '../live/live.svelte';
import { LiveTable } from '../live/table.svelte';

/** A table with its event. */
export interface LookedAt {
  readonly desk: LiveTable;
  readonly table: Table | null;
  readonly event: LiveEvent | null;
  /** Over a cut line: when the table was heard of last, cluster time in ms; its clocks do not run on as if it were live. */
  readonly frozenMs: number | null;
  entrant(color: Color): Entrant | null;
}

/** Follows a table as long as the component is there. */
export function useTable(game: string): LookedAt {
  const desk = new LiveTable(game);
  onDestroy(() => desk.close());
  let event = $state.raw<LiveEvent | null>(null);
  const tournament = $derived(desk.table?.tournament_id ?? null);
  $effect(() => {
    if (!tournament) return;
    const held = untrack(() => openEvent(tournament));
    event = held.event;
    return held.release;
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
    entrant: (color) => event?.entrant(desk.table?.[`${color}_entrant_id`]) ?? null,
  };
}
