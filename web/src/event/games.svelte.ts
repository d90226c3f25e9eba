import { untrack } from 'svelte';
import { LiveGames } from '../live/games.svelte';
import type { LiveEvent } from './event.svelte';

/**
 * The tables of a round of an event while a component is there, to be called while it is being made; none where there is
 * no such round.
 */
export function useGames(event: LiveEvent, round: () => number): { readonly current: LiveGames | null } {
  let current = $state.raw<LiveGames | null>(null);
  const wanted = $derived(event.roundNumbered(round())?.number ?? 0);
  $effect(() => {
    if (wanted === 0) return;
    const made = untrack(() => new LiveGames(event.id, wanted));
    current = made;
    return () => {
      made.close();
      current = null;
    };
  });
  // What happens in the event makes and annuls games.
  $effect(() => current?.expect(event.roundNumbered(current.round)?.boards.map((board) => board.game_id) ?? []));
  return {
    get current() {
      return current;
    },
  };
}
