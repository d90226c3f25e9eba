import type { Lazy } from '../../ui/lazy';

/** The checks of signatures and digests, fetched where something signed is shown. */
export const CHECK_VERSION: Lazy = { load: () => import('./CheckVersion.svelte'), texts: ['checks'] };
export const CHECK_OWN_FILES: Lazy = { load: () => import('./CheckOwnFiles.svelte'), texts: ['checks'] };
export const CHECK_GAME: Lazy = { load: () => import('./CheckGame.svelte'), texts: ['checks'] };
