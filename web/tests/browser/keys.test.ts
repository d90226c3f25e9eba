import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { singleKey } from '../../src/browser/single-key';

const acts = { j: vi.fn(), r: vi.fn(), '?': vi.fn() };
const listen = (pressed: KeyboardEvent): void => singleKey(pressed, acts);
let made: HTMLElement[] = [];

function put<K extends keyof HTMLElementTagNameMap>(tag: K): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  document.body.append(element);
  made.push(element);
  return element;
}
async function press(keys: string): Promise<number[]> {
  vi.clearAllMocks();
  window.addEventListener('keydown', listen);
  await userEvent.keyboard(keys);
  window.removeEventListener('keydown', listen);
  return Object.values(acts).map((act) => act.mock.calls.length);
}
afterEach(() => {
  for (const one of made) one.remove();
  made = [];
});

describe('a single key of the desk', () => {
  it('does what it stands for, as a capital too', async () => {
    put('button').focus();
    expect(await press('jr')).toEqual([1, 1, 0]);
    expect(await press('{Shift>}J{/Shift}')).toEqual([1, 0, 0]);
  });

  it.each(['input', 'textarea', 'select'] as const)('does nothing in a field: %s', async (tag) => {
    put(tag).focus();
    expect(await press('jr?')).toEqual([0, 0, 0]);
  });

  it('does nothing under an open dialog, and does again when that is closed', async () => {
    const dialog = put('dialog');
    dialog.append(document.createElement('button'));
    dialog.showModal();
    expect(await press('jr?')).toEqual([0, 0, 0]);
    dialog.close();
    put('button').focus();
    expect(await press('j')).toEqual([1, 0, 0]);
  });

  it('does nothing with another key held', async () => {
    put('button').focus();
    expect(await press('{Control>}j{/Control}{Alt>}r{/Alt}')).toEqual([0, 0, 0]);
  });
});

describe('the sections of the desk', () => {
  it('hear single keys by that rule alone; with Ctrl held the pairing is undone and done again', () => {
    const sections = import.meta.glob<string>('../../src/pages/desk/**/*.svelte', { query: '?raw', import: 'default', eager: true });
    const hearing = Object.entries(sections).filter(([, text]) => text.includes('<svelte:window onkeydown'));
    expect(hearing.filter(([, text]) => !text.includes('singleKey(')).map(([file]) => file)).toEqual([
      '../../src/pages/desk/pairing/PairingSection.svelte',
    ]);
  });
});
