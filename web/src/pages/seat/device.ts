import type { Capabilities } from '../../browser/capabilities';
import { formatClock } from '../../clock/clock';
import { listText, t } from '../../i18n';

/** How a check came out, the worst first: only what stops keeps somebody from playing. */
export const WEIGHTS = ['stop', 'look', 'note', 'fine'] as const;
export type Weight = (typeof WEIGHTS)[number];

export interface DeviceLine {
  name: 'connection' | 'seat' | 'sound' | 'notifications' | 'awake' | 'kept' | 'copying' | 'browser';
  weight: Weight;
  /** The fact, and what stands in for what is missing. */
  text: string;
}

/** What is known of a device: what its browser says, how its line is, and what was tried. */
export interface Device {
  can: Capabilities;
  online: boolean;
  /** The last round trips, in ms. */
  trips: readonly number[];
  /** So far the device's clock is ahead of the server's, in ms; null before the server has spoken. */
  aheadMs: number | null;
  soundIsOn: boolean;
  /** What became of the tone; null before it was asked for. */
  tone: 'played' | 'blocked' | null;
  /** Whether the screen could be kept on; null before that was tried. */
  awake: boolean | null;
  /** Whether the app opens without a network; null while it is being kept. */
  kept: boolean | 'refused' | null;
}

const SLOW_MS = 300;
const LONG_MS = 1_000;
/** A device's clock that is wrong by less is right. */
const OFF_MS = 2_000;

/** What can be said of a device before an event, the worst first. */
export function deviceLines(device: Device): DeviceLine[] {
  const lines = [
    connection(device),
    seat(device),
    sound(device),
    notifications(device),
    awake(device),
    kept(device),
    copying(device),
    browser(device),
  ];
  return lines.toSorted((one, other) => WEIGHTS.indexOf(one.weight) - WEIGHTS.indexOf(other.weight));
}

function connection(device: Device): DeviceLine {
  const { weight, text } = line(device);
  const { aheadMs } = device;
  if (aheadMs === null || Math.abs(aheadMs) < OFF_MS) return { name: 'connection', weight, text };
  const time = formatClock(Math.abs(aheadMs), false);
  return { name: 'connection', weight, text: `${text} ${t(aheadMs > 0 ? 'device.clock.ahead' : 'device.clock.behind', { time })}` };
}

function line({ can, online, trips }: Device): Omit<DeviceLine, 'name'> {
  if (!can.socket) return { weight: 'stop', text: t('device.connection.missing') };
  if (!online) return { weight: 'stop', text: t('device.connection.broken') };
  const sorted = trips.toSorted((one, other) => one - other).map(Math.round);
  const typical = sorted[Math.floor(sorted.length / 2)];
  if (typical === undefined) return { weight: 'note', text: t('device.connection.measured') };
  const [shortest = typical, longest = typical] = [sorted[0], sorted.at(-1)];
  return typical > SLOW_MS || longest > LONG_MS
    ? { weight: 'look', text: t('device.connection.slow', { typical, longest }) }
    : { weight: 'fine', text: t('device.connection.fine', { typical, shortest, longest }) };
}

const seat = ({ can }: Device): DeviceLine =>
  can.storage
    ? { name: 'seat', weight: 'fine', text: t('device.seat.fine') }
    : { name: 'seat', weight: 'stop', text: t('device.seat.missing') };

function sound({ can, soundIsOn, tone }: Device): DeviceLine {
  if (!can.sound) return { name: 'sound', weight: 'note', text: t('device.sound.missing') };
  if (!soundIsOn) return { name: 'sound', weight: 'look', text: t('device.sound.off') };
  if (tone === null) return { name: 'sound', weight: 'note', text: t('device.sound.untried') };
  return { name: 'sound', weight: tone === 'played' ? 'fine' : 'look', text: t(`device.sound.${tone}`) };
}

function notifications({ can }: Device): DeviceLine {
  const name = 'notifications';
  switch (can.notifications) {
    case 'granted':
      return { name, weight: 'fine', text: t('seat.notify.on') };
    case 'askable':
      return { name, weight: 'note', text: t('device.notify.askable') };
    case 'denied':
      return { name, weight: 'look', text: t('device.notify.denied') };
    case 'missing':
      return { name, weight: 'look', text: t(can.secure ? 'device.notify.missing' : 'device.notify.plain') };
  }
}

function awake({ can, awake: kept }: Device): DeviceLine {
  const name = 'awake';
  if (!can.wakeLock) return { name, weight: 'look', text: t(can.secure ? 'device.awake.missing' : 'device.awake.plain') };
  return kept === false
    ? { name, weight: 'look', text: t('device.awake.refused') }
    : { name, weight: 'fine', text: t('device.awake.fine') };
}

function kept({ can, kept: isKept }: Device): DeviceLine {
  const name = 'kept';
  if (isKept === 'refused') return { name, weight: 'look', text: t('device.kept.refused') };
  if (isKept) return { name, weight: 'fine', text: t('device.kept.fine') };
  if (isKept === null) return { name, weight: 'note', text: t('device.kept.soon') };
  return { name, weight: 'note', text: t(can.secure ? 'device.kept.missing' : 'device.kept.plain') };
}

const copying = ({ can }: Device): DeviceLine => ({
  name: 'copying',
  weight: can.copying === 'clipboard' ? 'fine' : 'note',
  text: t(`device.copying.${can.copying}`),
});

const browser = ({ can: { lacks } }: Device): DeviceLine =>
  lacks.length === 0
    ? { name: 'browser', weight: 'fine', text: t('device.browser.fine') }
    : { name: 'browser', weight: 'look', text: t('device.browser.old', { features: listText(lacks) }) };
