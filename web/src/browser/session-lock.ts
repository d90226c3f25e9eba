import { storage as kept } from './storage';

const NAME = 'outflank-session';
const LEASE_MS = 8_000;
const SETTLE_MS = 40;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Runs `act` while no other tab of this browser does. Uses Web Locks; on plain HTTP,
 * where browsers withhold them, a short lease in local storage.
 */
export async function withSessionLock<T>(act: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(NAME, act) as Promise<T>;
  return withLease(kept, act);
}

/** The fallback: write a lease, wait until a rival's write would have shown, and see whose it is. */
export async function withLease<T>(storage: Storage, act: () => Promise<T>): Promise<T> {
  const me = Math.random().toString(36).slice(2);
  for (;;) {
    const [, until] = (storage.getItem(NAME) ?? ' 0').split(' ');
    if (Date.now() > Number(until)) {
      storage.setItem(NAME, `${me} ${Date.now() + LEASE_MS}`);
      await pause(SETTLE_MS);
      if (storage.getItem(NAME)?.startsWith(`${me} `)) break;
    }
    await pause(SETTLE_MS + Math.random() * SETTLE_MS);
  }
  try {
    return await act();
  } finally {
    if (storage.getItem(NAME)?.startsWith(`${me} `)) storage.removeItem(NAME);
  }
}
