import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import { preferences } from '../../src/browser/preferences.svelte';
import { Problem, unreachable } from '../../src/contract/problem';
import { t } from '../../src/i18n';
import { countries } from '../../src/i18n/countries';
import ConfirmDialog from '../../src/ui/ConfirmDialog.svelte';
import CountryField from '../../src/ui/CountryField.svelte';
import LazyPart from '../../src/ui/LazyPart.svelte';
import LoadTrouble from '../../src/ui/LoadTrouble.svelte';
import Refusal from '../../src/ui/Refusal.svelte';
import Skeleton from '../../src/ui/Skeleton.svelte';
import SoundSwitch from '../../src/ui/SoundSwitch.svelte';

describe('a question', () => {
  let opener: HTMLButtonElement;
  beforeEach(() => {
    opener = document.createElement('button');
    opener.textContent = 'Open';
    document.body.append(opener);
    opener.focus();
  });
  afterEach(() => opener.remove());
  const ask = (close = vi.fn(), accept = vi.fn()) => ({
    title: 'Sure?',
    text: 'It is for good.',
    rule: 'V.2',
    agree: 'Do it',
    accept,
    close,
  });

  it('takes the focus, keeps it, and gives it back to what it was opened from', async () => {
    const { unmount } = await render(ConfirmDialog, ask());
    const dialog = page.getByRole('dialog', { name: 'Sure?' });
    await expect.element(dialog).toHaveAccessibleDescription('It is for good. Rule: V.2');
    for (let step = 0; step < 4; step += 1) {
      expect(dialog.element().contains(document.activeElement) || document.activeElement === document.body).toBe(true);
      await userEvent.tab();
    }
    await unmount();
    await expect.element(opener).toHaveFocus();
  });

  it('is answered with no by Escape', async () => {
    const close = vi.fn();
    await render(ConfirmDialog, ask(close));
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => close.mock.calls.length).toBe(1);
  });

  it('answered with yes is not answered with no a moment later', async () => {
    const [close, accept] = [vi.fn(), vi.fn()];
    const { unmount } = await render(ConfirmDialog, ask(close, accept));
    await page.getByRole('button', { name: 'Do it' }).click();
    await expect.poll(() => accept.mock.calls.length).toBe(1);
    await unmount();
    await new Promise((done) => setTimeout(done, 50));
    expect(close).not.toHaveBeenCalled();
  });
});

describe('what went wrong', () => {
  const problem = new Problem({ code: 'x', title: '', detail: 'The round is over.', rule: 'EGP II.6', parameters: {}, field: null }, 409);

  it('is read out at once, with the paragraph', async () => {
    await render(Refusal, { problem });
    await expect.element(page.getByRole('alert')).toHaveTextContent(/The round is over\..*EGP II\.6/);
  });

  it('is not said where nothing did', async () => {
    await render(Refusal, { problem: null });
    expect(page.getByRole('alert').query()).toBeNull();
  });

  it('of a command that was not answered is not called a refusal', async () => {
    await render(Refusal, { problem: unreachable() });
    await expect.element(page.getByRole('alert')).toHaveTextContent(t('error.unreachable'));
  });

  it('while reading may be tried again', async () => {
    const again = vi.fn();
    await render(LoadTrouble, { problem, again });
    await expect.element(page.getByRole('alert')).toHaveTextContent('The round is over.');
    await page.getByRole('button', { name: t('error.again') }).click();
    await expect.poll(() => again.mock.calls.length).toBe(1);
  });
});

it('a short wait shows nothing, a longer one where the rows will be', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await render(Skeleton, { rows: 4 });
    const status = page.getByRole('status', { name: t('busy.loading') }).element();
    const shown = (): number => status.querySelectorAll('.shown').length;
    expect(status.querySelectorAll('.row').length).toBe(4);
    await vi.advanceTimersByTimeAsync(250);
    expect(shown()).toBe(0);
    await vi.advanceTimersByTimeAsync(250);
    await expect.poll(shown).toBe(4);
  } finally {
    vi.useRealTimers();
  }
});

describe('a part that is fetched when it is shown', () => {
  const given = { problem: new Problem({ code: 'x', title: '', detail: 'Here it is.', rule: null, parameters: {}, field: null }, 409) };

  it('is shown once it is here', async () => {
    await render(LazyPart, { part: { load: async () => ({ default: Refusal }), texts: ['shell'] }, given });
    await expect.element(page.getByRole('alert')).toHaveTextContent('Here it is.');
  });

  it('that does not come is trouble', async () => {
    await render(LazyPart, { part: { load: () => Promise.reject(new Error('gone')), texts: [] }, given });
    await expect.element(page.getByRole('alert')).toHaveTextContent(unreachable().detail);
    await expect.element(page.getByRole('button', { name: t('error.again') })).toBeVisible();
  });

  it('gives way to the next one, whichever comes first', async () => {
    let late: (code: { default: unknown }) => void = () => undefined;
    const slow = { load: () => new Promise<{ default: unknown }>((come) => (late = come)), texts: [] };
    const fast = { load: async () => ({ default: Refusal }), texts: [] };
    const { rerender } = await render(LazyPart, { part: slow, given: given as object });
    await rerender({ part: fast });
    await expect.element(page.getByRole('alert')).toHaveTextContent('Here it is.');
    late({ default: Skeleton });
    await new Promise((done) => setTimeout(done, 20));
    await expect.element(page.getByRole('alert')).toHaveTextContent('Here it is.');
  });
});

it('every country can be chosen by its label', async () => {
  await render(CountryField, { label: 'Country', value: '', id: 'c' });
  const field = page.getByLabelText('Country');
  expect(field.element().querySelectorAll('option').length).toBe(countries().length + 1);
  await field.selectOptions('DNK');
  await expect.element(field).toHaveValue('DNK');
});

it('the sound is turned on and off, and the button says what it will do', async () => {
  const before = preferences.sound;
  await render(SoundSwitch);
  await page.getByRole('button', { name: t(before ? 'nav.sound_off' : 'nav.sound_on') }).click();
  await expect.element(page.getByRole('button')).toHaveAccessibleName(t(before ? 'nav.sound_on' : 'nav.sound_off'));
  await page.getByRole('button').click();
  await expect.poll(() => preferences.sound).toBe(before);
});
