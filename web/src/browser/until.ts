/** The waits between looks at what a server takes in within moments, in ms. */
export const MOMENTS_MS: readonly number[] = [150, 300, 600, 1_200, 2_400];

/**
 * Looks until `look` finds what it waits for, at once and again after each wait; a look
 * that fails counts as one that found nothing. Answers whether it was found.
 */
export async function until(look: () => Promise<boolean>, waitsMs: readonly number[] = MOMENTS_MS): Promise<boolean> {
  const found = (): Promise<boolean> => look().catch(() => false);
  for (const wait of waitsMs) {
    if (await found()) return true;
    await new Promise((done) => setTimeout(done, wait));
  }
  return found();
}
