import type { Lazy } from '../../../ui/lazy';

/** The fallback in PAPP, fetched where it is shown. */
export const PAPP: Lazy = { load: () => import('./PappExchange.svelte'), texts: ['papp'] };
