/** As much of a window as is needed. */
export interface Place {
  navigator: { wakeLock?: Pick<WakeLock, 'request'> };
  document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
}

/** Keeps the screen on until what it answers is called. Browsers let go of it when the page is hidden: it is taken again when it is back. */
export function keepAwake({ navigator: { wakeLock }, document }: Place = window): () => void {
  if (!wakeLock) return () => undefined;
  let lock: WakeLockSentinel | null = null;
  let asks = false;
  let ended = false;

  const take = async (): Promise<void> => {
    if (asks || ended || document.visibilityState !== 'visible' || lock?.released === false) return;
    asks = true;
    // A device that saves its battery refuses it.
    lock = await wakeLock.request('screen').catch(() => null);
    asks = false;
    if (ended) void lock?.release();
  };
  const look = (): void => void take();
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    ended = true;
    document.removeEventListener('visibilitychange', look);
    void lock?.release();
  };
}
