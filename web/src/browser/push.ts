/** What a browser is reached by while none of its pages is open. */
export interface Reach {
  endpoint: string;
  public_key: string;
  secret: string;
}

type Manager = Pick<PushManager, 'getSubscription' | 'subscribe'>;

/** Whether this browser may be reached so at all; over plain HTTP none is. */
export const canBeReached = (of: { isSecureContext: boolean; PushManager?: unknown } = window): boolean =>
  of.isSecureContext && Boolean(of.PushManager);

/** Whether it is reached already. */
export const isReached = async (manager: Manager): Promise<boolean> => (await manager.getSubscription().catch(() => null)) !== null;

const equal = (one: ArrayBuffer | null, other: Uint8Array): boolean =>
  one !== null && one.byteLength === other.length && new Uint8Array(one).every((byte, at) => byte === other[at]);

/** Has the browser reached from now on by who signs with that key; null where its maker runs no service for it, it does not reach that, or it refuses. */
export async function reachedBy(key: Uint8Array<ArrayBuffer>, manager: Manager): Promise<Reach | null> {
  try {
    let subscription = await manager.getSubscription();
    // A server that was set up anew has another key.
    if (subscription && !equal(subscription.options.applicationServerKey, key)) {
      await subscription.unsubscribe();
      subscription = null;
    }
    subscription ??= await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = subscription.toJSON();
    const [publicKey, secret] = [keys?.['p256dh'], keys?.['auth']];
    return endpoint && publicKey && secret ? { endpoint, public_key: publicKey, secret } : null;
  } catch {
    return null;
  }
}

/** Has it reached no more. */
export async function reachNoMore(manager: Manager): Promise<void> {
  await (await manager.getSubscription().catch(() => null))?.unsubscribe();
}
