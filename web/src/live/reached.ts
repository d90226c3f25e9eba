import type { Lazy } from '../ui/lazy';

/** The switch that has a device notified while no page is open. */
export const REACHED: Lazy = { load: () => import('./Reached.svelte'), texts: ['push'] };
