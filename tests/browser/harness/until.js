/** Waits until `probe` answers something truthy, and answers that. */
export async function until(what, probe, timeoutMs = 60_000) {
  const end = Date.now() + timeoutMs;
  let last;
  for (;;) {
    try {
      last = await probe();
      if (last) return last;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`waited ${timeoutMs} ms in vain: ${what}; last seen: ${String(last)}`);
    await new Promise((done) => setTimeout(done, 25));
  }
}
