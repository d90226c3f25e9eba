/** What this browser can do at this address. Over plain HTTP browsers withhold much of it. */
export interface Capabilities {
  /** HTTPS, or this machine itself. */
  secure: boolean;
  /** A live line: without it nobody plays. */
  socket: boolean;
  /** What a seat is found again by. */
  storage: boolean;
  notifications: 'granted' | 'askable' | 'denied' | 'missing';
  sound: boolean;
  vibration: boolean;
  /** The screen can be kept on. */
  wakeLock: boolean;
  /** By the clipboard itself, or by way of a selection. */
  copying: 'clipboard' | 'selection';
  /** The languages that are wanted, the best first. */
  languages: readonly string[];
  /** What the pages are made with and this browser does not have. */
  lacks: readonly string[];
}

/** As much of a window as is asked. */
export interface Surroundings {
  isSecureContext: boolean;
  WebSocket?: unknown;
  Notification?: { permission: NotificationPermission };
  AudioContext?: unknown;
  HTMLDialogElement?: unknown;
  CSS?: { supports(property: string, value: string): boolean };
  Intl?: { ListFormat?: unknown; PluralRules?: unknown };
  localStorage: Pick<Storage, 'setItem' | 'removeItem'>;
  navigator: {
    languages?: readonly string[];
    clipboard?: unknown;
    wakeLock?: unknown;
    vibrate?: unknown;
  };
}

const PROBE = 'outflank.probe';

export function capabilities(of: Surroundings = window): Capabilities {
  const { navigator } = of;
  return {
    secure: of.isSecureContext,
    socket: Boolean(of.WebSocket),
    storage: keeps(of),
    notifications: notificationsOf(of),
    sound: Boolean(of.AudioContext),
    vibration: Boolean(navigator.vibrate),
    wakeLock: Boolean(navigator.wakeLock),
    copying: navigator.clipboard ? 'clipboard' : 'selection',
    languages: navigator.languages ?? [],
    lacks: lackingIn(of),
  };
}

/** A browser that is told to keep nothing throws, some already when they are asked for the storage. */
function keeps(of: Surroundings): boolean {
  try {
    of.localStorage.setItem(PROBE, '1');
    of.localStorage.removeItem(PROBE);
    return true;
  } catch {
    return false;
  }
}

function notificationsOf({ isSecureContext, Notification }: Surroundings): Capabilities['notifications'] {
  // Some have the interface over plain HTTP too, and refuse whatever is asked.
  if (!Notification || !isSecureContext) return 'missing';
  return Notification.permission === 'default' ? 'askable' : Notification.permission;
}

function lackingIn({ CSS, HTMLDialogElement, Intl }: Surroundings): string[] {
  const has: Record<string, unknown> = {
    'light-dark()': CSS?.supports('color', 'light-dark(#fff, #000)'),
    dialog: HTMLDialogElement,
    'Intl.ListFormat': Intl?.ListFormat,
    'Intl.PluralRules': Intl?.PluralRules,
  };
  return Object.keys(has).filter((name) => !has[name]);
}
