import type { Lazy } from '../../ui/lazy';

/** The draws of an event and their check, fetched where they are shown. */
export const DRAWS: Lazy = { load: () => import('./Draws.svelte'), texts: ['draws'] };
