import { describe, expect, it } from 'vitest';
import { capabilities, type Capabilities, type Surroundings } from '../src/browser/capabilities';

const kept = { setItem: () => undefined, removeItem: () => undefined };
const refused = (): never => {
  throw new DOMException('Nothing is kept here.', 'SecurityError');
};

/** A browser of today over HTTPS. */
const whole: Surroundings = {
  isSecureContext: true,
  WebSocket: {},
  Notification: { permission: 'default' },
  AudioContext: {},
  HTMLDialogElement: {},
  CSS: { supports: () => true },
  Intl,
  localStorage: kept,
  navigator: { languages: ['da', 'en'], clipboard: {}, wakeLock: {}, vibrate: () => true },
};

/** What the same browser withholds over plain HTTP: the interface of notifications some leave there. */
const plain: Surroundings = { ...whole, isSecureContext: false, navigator: { languages: ['da', 'en'], vibrate: () => true } };

const all: Capabilities = {
  secure: true,
  socket: true,
  storage: true,
  notifications: 'askable',
  sound: true,
  vibration: true,
  wakeLock: true,
  copying: 'clipboard',
  languages: ['da', 'en'],
  lacks: [],
};

describe('what a browser can do', () => {
  it.each<[string, Surroundings, Partial<Capabilities>]>([
    ['of today over HTTPS', whole, {}],
    ['that may notify', { ...whole, Notification: { permission: 'granted' } }, { notifications: 'granted' }],
    ['that may not', { ...whole, Notification: { permission: 'denied' } }, { notifications: 'denied' }],
    [
      'of an iPhone’s tab',
      { ...whole, Notification: undefined, navigator: { ...whole.navigator, vibrate: undefined } },
      { notifications: 'missing', vibration: false },
    ],
    ['over plain HTTP', plain, { secure: false, notifications: 'missing', wakeLock: false, copying: 'selection' }],
    ['that refuses to keep anything', { ...whole, localStorage: { setItem: refused, removeItem: refused } }, { storage: false }],
    [
      'that throws when it is asked for the storage',
      Object.defineProperty({ ...whole }, 'localStorage', { get: refused }),
      { storage: false },
    ],
    ['without sound', { ...whole, AudioContext: undefined }, { sound: false }],
    ['without a live line', { ...whole, WebSocket: undefined }, { socket: false }],
    ['that is too old', { ...whole, CSS: { supports: () => false }, HTMLDialogElement: undefined }, { lacks: ['light-dark()', 'dialog'] }],
    [
      'without languages',
      { ...whole, Intl: {}, navigator: { ...whole.navigator, languages: undefined } },
      { languages: [], lacks: ['Intl.ListFormat', 'Intl.PluralRules'] },
    ],
  ])('%s', (_, surroundings, differs) => {
    expect(capabilities(surroundings)).toEqual({ ...all, ...differs });
  });

  it('is found out without leaving anything behind', () => {
    const left = new Map<string, string>();
    const localStorage = {
      setItem: (name: string, text: string) => void left.set(name, text),
      removeItem: (name: string) => void left.delete(name),
    };
    expect(capabilities({ ...whole, localStorage }).storage).toBe(true);
    expect(left.size).toBe(0);
  });
});
