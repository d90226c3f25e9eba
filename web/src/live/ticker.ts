import { createSubscriber } from 'svelte/reactivity';
import { live } from './live.svelte';

function beat(everyMs: number): () => number {
  const subscribe = createSubscriber((update) => {
    const timer = setInterval(update, everyMs);
    return () => clearInterval(timer);
  });
  return () => {
    subscribe();
    return live.clock.now();
  };
}

/** Server time in ms, renewed ten times a second where it is read by a page. */
export const now = beat(100);

/** The same, once a second. */
export const nowBySecond = beat(1000);
