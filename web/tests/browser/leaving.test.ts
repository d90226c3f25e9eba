import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import { router } from '../../src/browser/router.svelte';
import { session } from '../../src/contract/session.svelte';
import type { Account } from '../../src/contract/types';
import AccountPage from '../../src/pages/account/AccountPage.svelte';
import SignInPage from '../../src/pages/account/SignInPage.svelte';
import Header from '../../src/pages/frame/Header.svelte';
import { Answers } from './answers';
import { Served, violations } from './served';

const account = (login: string | null): Account => ({ id: 'a', display_name: 'Torunn Brandvold', login }) as Account;
const before = location.href;

describe('signing out', () => {
  let answers: Answers;
  const acts = () => answers.sent.filter(({ method }) => method !== 'GET');
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
    expect(acts()).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep it as it is' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(session.account).not.toBeNull();
    expect(acts()).toEqual([]);
  });

  it('does it at once for whoever has a password', async () => {
    session.account = account('torunn');
    await render(Header, {});
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(() => session.account).toBeNull();
    expect(acts().map(({ method, address }) => [method, address])).toEqual([['DELETE', '/api/v1/sessions']]);
  });
});

describe('signing in', () => {
  it('leads back to where it was asked for, with its question', async () => {
    router.go('/new?series=harbour-cup&leg=2', true);
    session.account = null;
    session.ready = true;
    await render(Header, {});
    const link = page.getByRole('link', { name: 'Sign in' });
    await expect.element(link).toHaveAttribute('href', `/sign-in?then=${encodeURIComponent('/new?series=harbour-cup&leg=2')}`);
    router.go(before, true);
  });
});

describe('whoever has no password', () => {
  let served: Served;
  beforeEach(() => {
    router.renew = () => false;
    session.ready = true;
    session.account = account(null);
    served = new Served({ 'DELETE /sessions': () => new Response(null, { status: 204 }) });
  });
  afterEach(() => {
    void cleanup();
    session.account = null;
    session.seats = [];
    vi.unstubAllGlobals();
    router.go(before, true);
  });

  it('signs in to an account of old, and is told first what stays behind', async () => {
    const old = { ...account('torunn'), id: 'b', display_name: 'Torunn of old' };
    served.answers['POST /sessions'] = () => ({ account: old, access_token: 'a.b.c', refresh_token: null, device_token: null });
    session.seats = [{ tournament_id: 't', entrant_id: 'e' } as (typeof session.seats)[number]];
    router.go('/sign-in?then=/play', true);
    await render(SignInPage);
    const told = page.getByTestId('stays-behind');
    await expect.element(told).toHaveTextContent(/leaves Torunn Brandvold behind, with its seats, games and rating/);
    await expect.element(told.getByRole('link', { name: 'Keep it first' })).toHaveAttribute('href', '/sign-in?new&then=%2Fplay');
    expect(await violations()).toEqual([]);
    await page.getByLabelText('Login').fill('torunn');
    await page.getByLabelText('Password').fill('a sentence of old');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => router.path).toBe('/play');
    expect(session.account?.id).toBe('b');
    // Who they are was not told again: nothing of the guest's is taken for theirs.
    expect(session.seats).toEqual([]);
  });

  it('finds both ways out on the page of the account, on a phone as well', async () => {
    await page.viewport(390, 800);
    router.go('/account', true);
    await render(AccountPage);
    const here = page.getByRole('region', { name: 'Sign out here' });
    await expect.element(here.getByRole('link', { name: 'Sign in to another account' })).toHaveAttribute('href', '/sign-in?then=/account');
    await here.getByRole('button', { name: 'Sign out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out without a password?' });
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await expect.element(page.getByText('Nobody is signed in here.')).toBeVisible();
    expect(served.count('DELETE /sessions')).toBe(1);
  });
});
