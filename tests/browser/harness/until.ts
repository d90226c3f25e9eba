/** Waits until `probe` answers something truthy, and answers that. */
export async function until<T>(what: string, probe: () => T | Promise<T>, timeoutMs = 60_000): Promise<NonNullable<T>> {
  const end = Date.now() + timeoutMs;
  let last: unknown;
  for (;;) {
    try {
      const seen = await probe();
      if (seen) return seen;
      last = seen;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`waited ${timeoutMs} ms in vain: ${what}; last seen: ${String(last)}`);
    await new Promise((done) => setTimeout(done, 25));
  }
}

/** What is there; fails where there is nothing. */
export function found<T>(value: T): NonNullable<T> {
  if (value === null || value === undefined) throw new Error('it is not there');
  return value;
}
