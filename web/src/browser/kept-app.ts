import { tellNotKept } from './is-app-kept';
import { router } from './router.svelte';

const WORKER = '/service-worker.js';
/** What the first page needs comes first. */
const LATER_MS = 3_000;

/**
 * Keeps the app on this device, so that it opens without a network, once the first page is there. A page that was opened
 * with an older version than the server's leaves it at its next step to another page, and goes on with it until then.
 */
export function keepApp(): void {
  const { serviceWorker } = navigator;
  // Over plain HTTP browsers keep no app; and nobody asked for it who sees a board on another site.
  if (!serviceWorker || !import.meta.env.PROD || window.top !== window.self) return;
  serviceWorker.addEventListener('message', ({ data }) => {
    if (data === 'newer') router.isOld = true;
  });
  window.addEventListener('load', () =>
    setTimeout(() => {
      // Where it is refused (the certificate is not trusted, nothing may be kept), the app is fetched each time as before.
      void serviceWorker.register(WORKER, { updateViaCache: 'none' }).catch(tellNotKept);
    }, LATER_MS),
  );
}
