/** Whether the app opens here without a network; null where it is being kept, or may be. */
export async function isAppKept(): Promise<boolean | null> {
  // Over plain HTTP browsers keep no app.
  if (!('serviceWorker' in navigator)) return false;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => null);
  return registration?.active ? true : null;
}
