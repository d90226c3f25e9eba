const FIRST_MS = 250;
const LONGEST_MS = 4_000;

/** How long to wait before the n-th try after a break: none, then 250 ms doubling to 4 s, with jitter. */
export function retryDelayMs(attempt: number, random: () => number): number {
  if (attempt <= 0) return 0;
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  return Math.round(FIRST_MS + random() * (ceiling - FIRST_MS));
}
