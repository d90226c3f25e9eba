/** Keeps the screen from sleeping where the browser can; answers how to let it sleep again. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let ended = false;

  async function ask(): Promise<void> {
    if (ended || document.visibilityState !== 'visible') return;
    try {
      // A page in the background loses it, and asks again when it is back.
      const given = (await navigator.wakeLock?.request('screen')) ?? null;
      if (ended) void given?.release();
      else lock = given;
    } catch {
      // Little power is left, or it is not allowed: the screen sleeps as it would.
    }
  }

  document.addEventListener('visibilitychange', ask);
  void ask();
  return () => {
    ended = true;
    document.removeEventListener('visibilitychange', ask);
    void lock?.release();
  };
}
