import type { Lazy } from '../../ui/lazy';

/** Whom this browser follows, fetched when somebody asks. */
export const WHOM: Lazy = { load: () => import('./FollowOverlay.svelte'), texts: [] };
