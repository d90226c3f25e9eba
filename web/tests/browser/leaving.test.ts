import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import { router } from '../../src/browser/router.svelte';
import { session } from '../../src/contract/session.svelte';
import type { Account } from '../../src/contract/types';
import Header from '../../src/pages/frame/Header.svelte';
import { Answers } from './answers';

const account = (login: string | null): Account => ({ id: 'a', display_name: 'Torunn Brandvold', login }) as Account;

describe('signing out', () => {
  let answers: Answers;
  beforeEach(() => {
    answers = new Answers();
    session.ready = true;
  });
  afterEach(() => {
    session.account = null;
    answers.close();
  });

  it('asks whoever has no password first: nobody comes back without one', async () => {
    session.account = account(null);
    await render(Header, {});
    await page.getByRole('button', { name: 'Sign out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out without a password?' });
    await expect.element(dialog).toBeVisible();
    expect(answers.sent).toEqual([]);
    await dialog.getByRole('button', { name: 'Leave it' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(session.account).not.toBeNull();
    expect(answers.sent).toEqual([]);
  });

  it('does it at once for whoever has a password', async () => {
    session.account = account('torunn');
    await render(Header, {});
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(() => session.account).toBeNull();
    const done = answers.sent.filter(({ method }) => method !== 'GET');
    expect(done.map(({ method, address }) => [method, address])).toEqual([['DELETE', '/api/v1/sessions']]);
  });
});

describe('signing in', () => {
  it('leads back to where it was asked for, with its question', async () => {
    const before = location.href;
    router.go('/new?series=harbour-cup&leg=2', true);
    session.account = null;
    session.ready = true;
    await render(Header, {});
    const link = page.getByRole('link', { name: 'Sign in' });
    await expect.element(link).toHaveAttribute('href', `/sign-in?then=${encodeURIComponent('/new?series=harbour-cup&leg=2')}`);
    router.go(before, true);
  });
});
