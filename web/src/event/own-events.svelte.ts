import { session } from '../contract/session.svelte';
import { openEvent, type LiveEvent } from './event.svelte';

/** Of the newest seats so many are looked at: those in events that go on come first. */
const MOST = 24;

/** The events that the viewer has a seat in, each with the own entrant, while a component is there; to be called while it is being made. */
export function useOwnEvents(): { readonly current: readonly OwnEvent[] } {
  let current = $state.raw<readonly OwnEvent[]>([]);
  const seats = $derived(
    session.seats
      .slice(0, MOST)
      .map((seat) => `${seat.tournament_id} ${seat.entrant_id}`)
      .join('\n'),
  );
  $effect(() => {
    const held = seats === '' ? [] : seats.split('\n').map((seat) => hold(seat));
    current = held.map(({ own }) => own);
    return () => held.forEach(({ release }) => release());
  });
  return {
    get current() {
      return current;
    },
  };
}

export interface OwnEvent {
  event: LiveEvent;
  entrant: string;
}

function hold(seat: string): { own: OwnEvent; release: () => void } {
  const [tournament = '', entrant = ''] = seat.split(' ');
  const { event, release } = openEvent(tournament);
  return { own: { event, entrant }, release };
}
