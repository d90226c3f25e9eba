import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { commands, page } from 'vitest/browser';
import { tellNotKept } from '../../src/browser/is-app-kept';
import { preferences } from '../../src/browser/preferences.svelte';
import { t } from '../../src/i18n';
import { live } from '../../src/live/live.svelte';
import DeviceCheck from '../../src/pages/seat/DeviceCheck.svelte';
import { violations } from './served';

const line = (kind: string) =>
  page
    .getByTestId('check')
    .elements()
    .find((one) => one.getAttribute('data-kind') === kind);

const call = vi.fn();

beforeEach(() => {
  call.mockClear();
  live.online = true;
  live.clock.sample(Date.now(), 24);
});
afterEach(() => {
  live.online = false;
  preferences.sound = true;
  vi.unstubAllGlobals();
});

describe('the check of a device', () => {
  it('is open before the first game, and folded later', async () => {
    const { unmount } = await render(DeviceCheck, { first: true, call });
    await expect.element(page.getByTestId('device')).toHaveAttribute('open');
    await unmount();
    await render(DeviceCheck, { first: false, call });
    await expect.element(page.getByTestId('device')).not.toHaveAttribute('open');
    // What stands beside its name is what this very browser can do.
    page.getByTestId('device').element().querySelector('summary')?.click();
    await expect.element(page.getByText(t('device.lead'))).toBeVisible();
  });

  it('plays the tone when it is asked to', async () => {
    await render(DeviceCheck, { first: true, call });
    await expect.poll(() => line('sound')?.className).toContain('note');
    await page.getByRole('button', { name: t('device.sound.try') }).click();
    await expect.poll(() => line('sound')?.textContent).toContain(t('device.sound.played'));
    expect(call).toHaveBeenCalledOnce();
  });

  it('says what to do where the browser holds sound back', async () => {
    const state = vi.spyOn(AudioContext.prototype, 'state', 'get').mockReturnValue('suspended');
    await render(DeviceCheck, { first: true, call });
    await page.getByRole('button', { name: t('device.sound.try') }).click();
    await expect.poll(() => line('sound')?.textContent).toContain(t('device.sound.blocked'));
    expect(call).not.toHaveBeenCalled();
    state.mockRestore();
  });

  it('turns the sound on where it is off', async () => {
    preferences.sound = false;
    await render(DeviceCheck, { first: true, call });
    await expect.poll(() => line('sound')?.textContent).toContain(t('device.sound.off'));
    await page.getByRole('button', { name: t('device.sound.turn_on') }).click();
    await expect.poll(() => line('sound')?.textContent).toContain(t('device.sound.untried'));
  });

  it('asks for notifications, and knows the answer', async () => {
    let permission: NotificationPermission = 'default';
    vi.stubGlobal('Notification', {
      get permission() {
        return permission;
      },
      requestPermission: async () => (permission = 'granted'),
    });
    await render(DeviceCheck, { first: true, call });
    await page.getByRole('button', { name: t('seat.notify') }).click();
    await expect.poll(() => line('notifications')?.className).toContain('fine');
  });

  it('says that nobody can play without a connection, and no more when it is back', async () => {
    live.online = false;
    await render(DeviceCheck, { first: true, call });
    await expect.poll(() => line('connection')?.textContent).toContain(t('device.connection.broken'));
    await expect.element(page.getByText(t('device.stops', { count: 1 }))).toBeVisible();
    live.online = true;
    await expect.poll(() => line('connection')?.className).toContain('fine');
  });

  it('leaves every line where it was first seen, whatever becomes of it', async () => {
    const kinds = () =>
      page
        .getByTestId('check')
        .elements()
        .map((one) => one.getAttribute('data-kind'));
    live.online = false;
    await render(DeviceCheck, { first: true, call });
    await expect.poll(() => kinds()[0]).toBe('connection');
    const first = kinds();
    live.online = true;
    await expect.poll(() => line('connection')?.className).toContain('fine');
    expect(kinds()).toEqual(first);
  });

  it('says that the app is not kept where the browser refuses that, instead of that it is being kept', async () => {
    await render(DeviceCheck, { first: true, call });
    await expect.poll(() => line('kept')?.textContent).toContain(t('device.kept.soon'));
    tellNotKept();
    await expect.poll(() => line('kept')?.textContent).toContain(t('device.kept.refused'));
  });

  it.each(['light', 'dark'] as const)('has nothing in %s that axe objects to, at its best and at its worst', async (scheme) => {
    await commands.colors(scheme);
    const { unmount } = await render(DeviceCheck, { first: true, call });
    await expect.poll(() => line('connection')?.className).toContain('fine');
    expect(await violations()).toEqual([]);
    await unmount();
    live.online = false;
    vi.stubGlobal('isSecureContext', false);
    vi.stubGlobal('WebSocket', undefined);
    await render(DeviceCheck, { first: true, call });
    await expect.poll(() => line('notifications')?.textContent).toContain(t('device.notify.plain'));
    expect(await violations()).toEqual([]);
  });
});
