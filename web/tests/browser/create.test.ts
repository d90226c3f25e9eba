import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import { router } from '../../src/browser/router.svelte';
import { session } from '../../src/contract/session.svelte';
import CreatePage from '../../src/pages/create/CreatePage.svelte';
import { Served } from './served';

const before = location.href;
beforeEach(() => {
  new Served({ 'GET /rule-sets': () => ({ rule_sets: [], founding: 'accounts', next_page_token: null }) });
  session.account = null;
});
afterEach(() => {
  vi.unstubAllGlobals();
  router.go(before, true);
});

it('an event begins with what the page of its leg knows', async () => {
  router.go('/new?country=NOR&date=2027-02-13&series=harbour-cup&leg=2', true);
  await render(CreatePage);
  await expect.element(page.getByLabelText('Host nation')).toHaveValue('NOR');
  await expect.element(page.getByLabelText('First day')).toHaveValue('2027-02-13');
  await expect.element(page.getByRole('textbox', { name: 'Series' })).toHaveValue('harbour-cup');
  await expect.element(page.getByRole('spinbutton', { name: 'Leg', exact: true })).toHaveValue(2);
  const back = encodeURIComponent('/new?country=NOR&date=2027-02-13&series=harbour-cup&leg=2');
  await expect.element(page.getByRole('main').getByRole('link')).toHaveAttribute('href', `/sign-in?then=${back}`);
});

it('an event begins today and outside any series where its address says no sense', async () => {
  router.go('/new?country=XXX&date=tomorrow&leg=many', true);
  await render(CreatePage);
  await expect.element(page.getByRole('textbox', { name: 'Series' })).toHaveValue('');
  await expect.element(page.getByRole('spinbutton', { name: 'Leg', exact: true })).toHaveValue(null);
  const today = new Date().toLocaleDateString('sv-SE');
  await expect.element(page.getByLabelText('First day')).toHaveValue(today);
});
