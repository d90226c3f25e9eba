import type { Place } from './wake-lock';

/** Whether the screen can be kept on now; null where nobody looks at the page, and browsers refuse it for that. */
export async function canKeepAwake({ navigator: { wakeLock }, document }: Place = window): Promise<boolean | null> {
  if (document.visibilityState !== 'visible') return null;
  const lock = await wakeLock?.request('screen').catch(() => null);
  void lock?.release();
  return Boolean(lock);
}
