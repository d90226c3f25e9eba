import type { Lazy } from '../../ui/lazy';

/** What rating officers do with an event, fetched where one of them looks at it. */
export const OFFICE: Lazy = { load: () => import('./OfficeHere.svelte'), texts: ['acts', 'acts_office', 'federations', 'office'] };

/** The complaints of those who took part. */
export const COMPLAINTS: Lazy = { load: () => import('./Complaints.svelte'), texts: ['acts', 'acts_office'] };
