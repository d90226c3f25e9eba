import type { Restriction } from '../contract/types';

/** Whether it holds now: one that has ended is told no longer, but a page may still show it. */
export const holds = (restriction: Restriction | null, nowMs: number): restriction is Restriction =>
  restriction !== null && (restriction.until_ms === null || restriction.until_ms > nowMs);
