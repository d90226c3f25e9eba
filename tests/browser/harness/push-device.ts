import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { BrowserContext, Worker } from '@playwright/test';

/** A notification as it is shown. */
interface Shown {
  title: string;
  body: string;
  tag: string;
  path: string;
}

/** As much of a worker as is replaced. */
interface WorkerScope {
  registration: { showNotification: (title: string, options?: { body?: string; tag?: string; data?: unknown }) => Promise<void> };
  clients: { openWindow: (url: string) => Promise<null> };
}

const HEAD = 16 + 4 + 1 + 65;

/** A device as its push service and its browser know it: no such service is reached here, so that its keys are made by hand. */
export class PushDevice {
  readonly #key = createECDH('prime256v1');
  readonly #secret = randomBytes(16);
  readonly #publicKey = this.#key.generateKeys();

  /** Messages to it are posted there. */
  constructor(readonly endpoint: string) {}

  /** From now on the browser, which may notify, subscribes with it. */
  async subscribesIn(context: BrowserContext): Promise<void> {
    const keys = { p256dh: this.#publicKey.toString('base64url'), auth: this.#secret.toString('base64url') };
    await context.addInitScript(
      ({ endpoint, keys }) => {
        const KEPT = 'push-device';
        const subscription = () => {
          const bytes = (JSON.parse(localStorage.getItem(KEPT) ?? '[]') as number[]) ?? [];
          const unsubscribe = () => Promise.resolve(localStorage.removeItem(KEPT));
          return {
            endpoint,
            options: { applicationServerKey: Uint8Array.from(bytes).buffer },
            unsubscribe,
            toJSON: () => ({ endpoint, keys }),
          };
        };
        Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
        Object.assign(PushManager.prototype, {
          getSubscription: () => Promise.resolve(localStorage.getItem(KEPT) ? subscription() : null),
          subscribe: (how: { applicationServerKey: Uint8Array }) => {
            localStorage.setItem(KEPT, JSON.stringify([...how.applicationServerKey]));
            return Promise.resolve(subscription());
          },
        });
      },
      { endpoint: this.endpoint, keys },
    );
  }

  /**
   * Has the worker show its notifications here, in place of the system that this browser has none of, and go to pages there:
   * what was shown so far, and where it went.
   */
  async showsIn(worker: Worker): Promise<() => Promise<{ shown: Shown[]; opened: string[] }>> {
    await worker.evaluate(() => {
      const seen = { shown: [] as unknown[], opened: [] as string[] };
      const scope = self as unknown as WorkerScope;
      Object.assign(scope, { seen });
      scope.registration.showNotification = (title, options) => {
        seen.shown.push({ title, body: options?.body, tag: options?.tag, path: options?.data });
        return Promise.resolve();
      };
      scope.clients.openWindow = (url) => {
        seen.opened.push(url);
        return Promise.resolve(null);
      };
    });
    return () => worker.evaluate(() => (self as unknown as { seen: { shown: Shown[]; opened: string[] } }).seen);
  }

  /** Touches a notification, as its system tells the worker. */
  async touch(worker: Worker, path: string): Promise<void> {
    await worker.evaluate(async (data) => {
      let done: Promise<unknown> = Promise.resolve();
      const event = Object.assign(new Event('notificationclick'), {
        notification: { data, close: () => undefined },
        waitUntil: (until: Promise<unknown>) => void (done = until),
      });
      self.dispatchEvent(event);
      await done;
    }, path);
  }

  /** What it is told, opened as RFC 8291 says. */
  opened(body: Buffer): Record<string, unknown> {
    const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, HEAD)];
    const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, info, length));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#publicKey, theirs]);
    const secret = hkdf(this.#key.computeSecret(theirs), this.#secret, info, 32);
    const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const cipher = createDecipheriv('aes-128-gcm', key, nonce);
    cipher.setAuthTag(body.subarray(-16));
    const message = Buffer.concat([cipher.update(body.subarray(HEAD, -16)), cipher.final()]);
    return JSON.parse(message.subarray(0, message.lastIndexOf(2)).toString('utf8')) as Record<string, unknown>;
  }
}
