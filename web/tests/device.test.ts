import { describe, expect, it } from 'vitest';
import type { Capabilities } from '../src/browser/capabilities';
import { t } from '../src/i18n';
import { WEIGHTS, deviceLines, type Device, type DeviceLine } from '../src/pages/seat/device';

const can: Capabilities = {
  secure: true,
  socket: true,
  storage: true,
  notifications: 'granted',
  sound: true,
  vibration: true,
  wakeLock: true,
  copying: 'clipboard',
  languages: ['en'],
  lacks: [],
};
const good: Device = { can, online: true, trips: [30, 20, 40], aheadMs: 100, soundIsOn: true, tone: 'played', awake: true, kept: true };

type Case = [
  name: DeviceLine['name'],
  device: Partial<Omit<Device, 'can'>>,
  of: Partial<Capabilities>,
  weight: DeviceLine['weight'],
  text: string,
];

describe('what is said of a device', () => {
  it('is that all is fine where it is', () => {
    expect(deviceLines(good).filter(({ weight }) => weight !== 'fine')).toEqual([]);
  });

  it.each<Case>([
    ['connection', {}, {}, 'fine', 'An answer takes 30 ms, between 20 and 40 ms.'],
    ['connection', { trips: [] }, {}, 'note', t('device.connection.measured')],
    ['connection', { online: false }, {}, 'stop', t('device.connection.broken')],
    ['connection', {}, { socket: false }, 'stop', t('device.connection.missing')],
    ['connection', { trips: [400, 350.4, 500] }, {}, 'look', t('device.connection.slow', { typical: 400, longest: 500 })],
    ['connection', { trips: [20, 20, 1_200] }, {}, 'look', t('device.connection.slow', { typical: 20, longest: 1_200 })],
    [
      'connection',
      { aheadMs: 67_000 },
      {},
      'fine',
      `An answer takes 30 ms, between 20 and 40 ms. ${t('device.clock.ahead', { time: '1:07' })}`,
    ],
    [
      'connection',
      { aheadMs: -3_000 },
      {},
      'fine',
      `An answer takes 30 ms, between 20 and 40 ms. ${t('device.clock.behind', { time: '0:03' })}`,
    ],
    ['seat', {}, { storage: false }, 'stop', t('device.seat.missing')],
    ['sound', { tone: null }, {}, 'note', t('device.sound.untried')],
    ['sound', { tone: 'blocked' }, {}, 'look', t('device.sound.blocked')],
    ['sound', { soundIsOn: false }, {}, 'look', t('device.sound.off')],
    ['sound', { soundIsOn: false }, { sound: false }, 'note', t('device.sound.missing')],
    ['notifications', {}, { notifications: 'askable' }, 'note', t('device.notify.askable')],
    ['notifications', {}, { notifications: 'denied' }, 'look', t('device.notify.denied')],
    ['notifications', {}, { notifications: 'missing' }, 'look', t('device.notify.missing')],
    ['notifications', {}, { notifications: 'missing', secure: false }, 'look', t('device.notify.plain')],
    ['awake', { awake: null }, {}, 'fine', t('device.awake.fine')],
    ['awake', { awake: false }, {}, 'look', t('device.awake.refused')],
    ['awake', { awake: false }, { wakeLock: false }, 'look', t('device.awake.missing')],
    ['awake', { awake: false }, { wakeLock: false, secure: false }, 'look', t('device.awake.plain')],
    ['kept', { kept: null }, {}, 'note', t('device.kept.soon')],
    ['kept', { kept: 'refused' }, {}, 'look', t('device.kept.refused')],
    ['kept', { kept: false }, {}, 'note', t('device.kept.missing')],
    ['kept', { kept: false }, { secure: false }, 'note', t('device.kept.plain')],
    ['copying', {}, { copying: 'selection' }, 'note', t('device.copying.selection')],
    ['browser', {}, { lacks: ['dialog', 'light-dark()'] }, 'look', t('device.browser.old', { features: 'dialog and light-dark()' })],
  ])('%s, %j, %j: %s', (name, device, of, weight, text) => {
    const line = deviceLines({ ...good, ...device, can: { ...can, ...of } }).find((one) => one.name === name);
    expect(line).toEqual({ name, weight, text });
  });

  it('over a hall’s plain HTTP stops nobody, and begins with the worst', () => {
    const lines = deviceLines({
      ...good,
      can: { ...can, secure: false, notifications: 'missing', wakeLock: false, copying: 'selection' },
      tone: null,
      awake: false,
      kept: false,
    });
    const weights = lines.map(({ weight }) => WEIGHTS.indexOf(weight));
    expect(weights).toEqual(weights.toSorted());
    expect(lines.filter(({ weight }) => weight === 'stop')).toEqual([]);
  });
});
