import { expect, it } from 'vitest';
import { canBeReached, isReached, reachedBy, reachNoMore } from '../src/browser/push';

const KEY = Uint8Array.from({ length: 65 }, (_, at) => at);

/** A browser that subscribes, or does not; what it was asked for, in order. */
function browser(before: Uint8Array | null, refuses = false) {
  const asked: string[] = [];
  let key = before;
  const subscription = (): PushSubscription => {
    const options = { applicationServerKey: key ? new Uint8Array(key).buffer : null };
    const keys = { p256dh: 'key', auth: 'secret' };
    const unsubscribe = (): Promise<boolean> => {
      asked.push('unsubscribe');
      key = null;
      return Promise.resolve(true);
    };
    return { options, unsubscribe, toJSON: () => ({ endpoint: 'https://push.example/1', keys }) } as unknown as PushSubscription;
  };
  return {
    asked,
    getSubscription: () => Promise.resolve(key ? subscription() : null),
    subscribe: (how?: PushSubscriptionOptionsInit) => {
      asked.push(`subscribe ${how?.userVisibleOnly === true}`);
      if (refuses) return Promise.reject(new DOMException('No service.', 'AbortError'));
      key = how?.applicationServerKey as Uint8Array;
      return Promise.resolve(subscription());
    },
  };
}

it('is a matter of secure pages', () => {
  expect(canBeReached({ isSecureContext: true, PushManager: {} })).toBe(true);
  expect(canBeReached({ isSecureContext: false, PushManager: {} })).toBe(false);
  expect(canBeReached({ isSecureContext: true })).toBe(false);
});

it('subscribes once, and again only for another key', async () => {
  const reach = { endpoint: 'https://push.example/1', public_key: 'key', secret: 'secret' };
  const fresh = browser(null);
  expect(await isReached(fresh)).toBe(false);
  expect(await reachedBy(KEY, fresh)).toEqual(reach);
  expect(await isReached(fresh)).toBe(true);
  expect(await reachedBy(KEY, fresh)).toEqual(reach);
  expect(fresh.asked).toEqual(['subscribe true']);
  const other = browser(new Uint8Array(65));
  expect(await reachedBy(KEY, other)).toEqual(reach);
  expect(other.asked).toEqual(['unsubscribe', 'subscribe true']);
});

it('comes to nothing where the browser has no service for it', async () => {
  expect(await reachedBy(KEY, browser(null, true))).toBeNull();
});

it('ends', async () => {
  const reached = browser(KEY);
  await reachNoMore(reached);
  expect(await isReached(reached)).toBe(false);
  await reachNoMore(browser(null));
});
