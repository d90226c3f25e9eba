import type { Lazy } from './lazy';

/** The keys of a page and what they do, fetched when somebody asks for them. */
export const KEYS_HELP: Lazy = { load: () => import('./KeysHelp.svelte'), texts: [] };
