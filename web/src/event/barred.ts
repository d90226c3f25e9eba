import { casualStanding } from '../contract/casual-standing.svelte';
import { nowBySecond } from '../live/ticker';
import { holds } from './restriction';

/** Whether whoever is signed in may begin no casual game now, as far as it is known. */
export const isBarred = (): boolean => casualStanding.bar !== null && holds(casualStanding.bar, nowBySecond());

/** What tells of a bar, for `aria-describedby` of what it keeps somebody from. */
export const barredBy = (): string | undefined => (isBarred() ? 'barred' : undefined);
