let refuse: () => void = () => undefined;

/** Comes true where the browser does not let the app be kept: its certificate is not trusted, or nothing may be stored. */
export const notKept = new Promise<void>((come) => (refuse = come));

export const tellNotKept = (): void => refuse();

/** Whether the app opens here without a network; null where it is being kept, or may be. */
export async function isAppKept(): Promise<boolean | null> {
  // Over plain HTTP browsers keep no app.
  if (!('serviceWorker' in navigator)) return false;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => null);
  return registration?.active ? true : null;
}
