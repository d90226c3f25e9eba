import { onDestroy } from 'svelte';

/**
 * For a component that asks again before it was answered: each question gets what tells whether it is still the last one.
 * It is not once another was asked, nor once the component is gone, which must read nothing of what it derived then.
 */
export function latest(): () => () => boolean {
  let last = 0;
  onDestroy(() => (last += 1));
  return () => {
    last += 1;
    const own = last;
    return () => own === last;
  };
}
