import { untrack } from 'svelte';
import { useEvent } from '../../event/event.svelte';

/** What is played now at a table of an event: a game, none, or not known yet. */
export interface BoardNow {
  readonly game: string | null;
  readonly isRead: boolean;
}

/** Follows a table of an event from round to round, as long as the component is there. */
export function useBoard(tournament: () => string, table: () => string | null | undefined): BoardNow {
  const event = useEvent(untrack(tournament));
  const board = $derived(event.round?.boards.find((one) => String(one.table) === table()));
  return {
    get game() {
      return board?.game_id || null;
    },
    get isRead() {
      return event.tournament !== null || event.problem !== null;
    },
  };
}
