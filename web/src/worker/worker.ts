import { wayOf, type ShellFiles } from './decisions';
import { noticeOf, pageFor } from './notice';
import { Shell, type Answered } from './shell';

declare const self: ServiceWorkerGlobalScope;
/** What the build puts in its place. */
declare const __SHELL__: ShellFiles;

const files = __SHELL__;
const shell = new Shell(files, {
  caches: self.caches,
  fetch: (asked, how) => fetch(asked, how),
  digest: async (bytes) => {
    const digest = await crypto.subtle.digest('SHA-256', bytes);
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  },
  after: (ms) => new Promise((done) => setTimeout(done, ms)),
});

/** Pages that were answered from what is kept. */
const ofKept = new Set<string>();

self.addEventListener('install', (event) => event.waitUntil(shell.install()));
self.addEventListener('activate', (event) => event.waitUntil(shell.activate()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const way = wayOf(request, self.location.origin, files.named);
  if (way === 'hashed') event.respondWith(shell.hashed(request));
  else if (way === 'named') event.respondWith(shell.named(request, ofKept.has(event.clientId)));
  else if (way === 'page') {
    const answered = shell.page(request);
    event.respondWith(
      answered.then(({ response, kept }) => {
        if (kept) ofKept.add(event.resultingClientId);
        return response;
      }),
    );
    event.waitUntil(answered.then((how) => afterwards(how, event.resultingClientId)));
  }
});

self.addEventListener('push', (event) => {
  const { title, path, ...shown } = noticeOf(messageOf(event.data), Date.now());
  // One that takes the place of another is told as loud as the first.
  const options: NotificationOptions & { renotify: boolean } = { ...shown, icon: '/icon-192.png', data: path, renotify: true };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(goTo(typeof event.notification.data === 'string' ? event.notification.data : '/'));
});

function messageOf(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    return null;
  }
}

/** To a page that is open, which may be in the middle of a game, or to a new one. */
async function goTo(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pageFor(path, pages);
  // Some browsers bring no page to the front that they did not open for this.
  const isThere = await page?.focus().catch(() => null);
  if (!isThere) await self.clients.openWindow(path);
}

/** The server has answered after all, or for once: it may have another version by now, or no worker any more. */
async function afterwards({ network, kept }: Answered, page: string): Promise<void> {
  const answer = await network;
  if (!answer) return;
  if (await shell.isGone()) {
    await shell.forget();
    await self.registration.unregister();
  } else if (kept && (await shell.isOther(answer, kept))) {
    (await self.clients.get(page))?.postMessage('newer');
  }
}
