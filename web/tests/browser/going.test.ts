import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import App from '../../src/app/App.svelte';
import { router } from '../../src/browser/router.svelte';
import { session } from '../../src/contract/session.svelte';
import { person, Served } from './served';

const before = location.href;

beforeEach(() => {
  const record = (number: number, surname: string) => () => ({
    record: { player: person(number, surname), events: 1, won: 1, drawn: 0, lost: 0, first_year: null, last_year: null },
    rating: null,
    history: [],
    opponents: [],
  });
  new Served({
    'GET /archive/players/910001': record(910_001, 'Alder'),
    'GET /archive/players/910002': record(910_002, 'Birch'),
    'GET /archive/games': () => ({ games: [], total: 0, next_page_token: null }),
    'GET /federations': () => ({ federations: [], next_page_token: null }),
  });
  session.ready = true;
});

afterEach(() => {
  void cleanup();
  vi.unstubAllGlobals();
  session.ready = false;
  router.go(before, true);
});

it('from player to player the focus goes to the heading', async () => {
  router.go('/players/910001', true);
  await render(App);
  const heading = page.getByRole('heading', { level: 1 });
  await expect.element(heading).toHaveTextContent('Ann Alder');
  const link = page.getByRole('link', { name: 'Archive' });
  (link.element() as HTMLElement).focus();
  router.go('/players/910002');
  await expect.element(heading).toHaveTextContent('Ann Birch');
  await expect.element(heading).toHaveFocus();
});

it('the focus goes on to the heading that takes the place of the first, unless somebody has gone elsewhere', async () => {
  const another = (): void => {
    const [old, other] = [heading.element(), document.createElement('h1')];
    Object.assign(other, { tabIndex: -1, textContent: 'What was read' });
    old.replaceWith(other);
  };
  router.go('/players/910001', true);
  await render(App);
  const heading = page.getByRole('heading', { level: 1 });
  await expect.element(heading).toHaveTextContent('Ann Alder');
  router.go('/players/910002');
  await expect.element(heading).toHaveTextContent('Ann Birch');
  await expect.element(heading).toHaveFocus();
  another();
  await expect.element(heading).toHaveFocus();
  const link = page.getByRole('link', { name: 'Archive' });
  (link.element() as HTMLElement).focus();
  another();
  await expect.element(heading).toHaveTextContent('What was read');
  await expect.element(link).toHaveFocus();
});
