import '../../src/ui/styles/base.css';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { commands, page } from 'vitest/browser';
import { router } from '../../src/browser/router.svelte';
import { session } from '../../src/contract/session.svelte';
import type { Account } from '../../src/contract/types';
import { speak } from '../../src/i18n';
import Header from '../../src/pages/frame/Header.svelte';
import { violations } from './served';

const before = location.href;
const guest = { id: 'me', display_name: 'Guest 12', login: null } as unknown as Account;

beforeEach(() => {
  router.renew = () => false;
  router.go('/play', true);
  session.ready = true;
});
afterEach(async () => {
  void cleanup();
  session.account = null;
  router.go(before, true);
  await speak('en');
});

describe('the head of a page', () => {
  it.each([
    [320, 'en', null],
    [360, 'en', null],
    [320, 'en', guest],
    [320, 'fr', null],
    [320, 'fr', guest],
    [320, 'ja', null],
    [320, 'ja', guest],
  ] as const)('takes one row on a phone of %i px in %s', async (wide, language, account) => {
    await speak(language);
    session.account = account;
    await commands.room(wide, 640);
    await page.viewport(wide, 640);
    await render(Header, {});
    const head = page.getByRole('banner');
    await expect.element(head).toBeVisible();
    await document.fonts.ready;
    const { height, width } = head.element().getBoundingClientRect();
    expect([height <= 53, width, document.documentElement.scrollWidth]).toEqual([true, wide, wide]);
    expect(await violations()).toEqual([]);
  });
});
