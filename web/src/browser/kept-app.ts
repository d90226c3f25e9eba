import { router } from './router.svelte';

const WORKER = '/service-worker.js';
/** What the first page needs comes first. */
const LATER_MS = 3_000;

/** Whether browsers let this page keep the app on the device: over plain HTTP they do not. */
const mayKeep = (): boolean => window.isSecureContext && 'serviceWorker' in navigator;

/**
 * Keeps the app on this device, so that it opens without a network, once the first page is there. A page that was opened
 * with an older version than the server's leaves it at its next step to another page, and goes on with it until then.
 */
export function keepApp(): void {
  if (!mayKeep() || !import.meta.env.PROD) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data }) => {
    if (data === 'newer') router.isOld = true;
  });
  window.addEventListener('load', () =>
    setTimeout(() => {
      // Where it is refused (the certificate is not trusted, nothing may be kept), the app is fetched each time as before.
      void serviceWorker.register(WORKER, { updateViaCache: 'none' }).catch(() => undefined);
    }, LATER_MS),
  );
}

/** Whether the app opens here without a network; null where it is being kept, or may be. */
export async function isAppKept(): Promise<boolean | null> {
  if (!mayKeep()) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active ? true : null;
}
