import '../../src/ui/styles/base.css';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { commands, page, userEvent } from 'vitest/browser';
import { router } from '../../src/browser/router.svelte';
import { session } from '../../src/contract/session.svelte';
import type { Account } from '../../src/contract/types';
import OwnGamesPage from '../../src/pages/table/own/OwnGamesPage.svelte';
import { title } from '../../src/ui/title.svelte';
import { Served, violations } from './served';

const BOARD = `${'-'.repeat(27)}O*------*O${'-'.repeat(27)}`;
const EVENTS = ['one', 'two', 'three'];
const before = location.href;
let made = 0;
let toMove: Record<string, string>;
let ids: string[];

const entrant = (id: string, surname: string) => ({ id, surname, given_names: 'Ann', country: 'NOR', rating: 0, federation_number: 0 });
const eventOf = (id: string, place: number) => ({
  summary: { id, name: `Event ${EVENTS[place]}`, round: 1, rounds: 3, rule_set: 'egp-2020', seq: 1, phase: 'running' },
  entrants: [entrant('me', 'Alder'), entrant('you', 'Birk')],
  rounds: [
    {
      number: 1,
      starts_at_ms: place,
      finished: false,
      bye_entrant_ids: [],
      boards: [
        {
          table: place + 1,
          black_entrant_id: 'me',
          white_entrant_id: 'you',
          game_id: `${id}-g`,
          result: null,
          confirmed_at_ms: null,
          game_reopened: false,
        },
      ],
    },
  ],
  rule_set_json: '{}',
});
const tableOf = (id: string, place: number) => ({
  game_id: `${id}-g`,
  tournament_id: id,
  round: 1,
  table: place + 1,
  black_entrant_id: 'me',
  white_entrant_id: 'you',
  seq: 3,
  phase: 'live',
  board: BOARD,
  board_hidden: false,
  board_size: 8,
  black_discs: 2,
  white_discs: 2,
  ply: 0,
  plies: [],
  rulings: [],
  to_move: toMove[id],
  legal_squares: ['d3', 'c4', 'f5', 'e6'],
  flippable_squares: [],
  must_flip: false,
  must_pass: false,
  opening: 'standard',
  handicap_squares: [],
  drawn_squares: [],
  first_move_limit_ms: null,
  adjourns_at_ms: null,
  default_policy: null,
  defaulted: null,
  last_square: null,
  last_flips: [],
  result: null,
  confirmation: null,
  clocks: { black_ms: 60_000, white_ms: 90_000, running: null, as_of_ms: 0 },
});

beforeEach(() => {
  // Here the page itself is what is tested.
  router.renew = () => false;
  router.go('/me/games', true);
  ids = EVENTS.map((name) => `own-${(made += 1)}-${name}`);
  // The second is the opponent's turn.
  toMove = Object.fromEntries(ids.map((id, place) => [id, place === 1 ? 'white' : 'black']));
  session.account = { id: 'me', login: null, display_name: 'Ann Alder' } as unknown as Account;
  session.ready = true;
  session.seats = ids.map((id) => ({ tournament_id: id, entrant_id: 'me' }));
  new Served(
    Object.fromEntries(
      ids.flatMap((id, place) => [
        [`GET /tournaments/${id}`, () => eventOf(id, place)],
        [`GET /tournaments/${id}/standings`, () => ({ version: 1, rows: [] })],
        [`GET /games/${id}-g`, () => tableOf(id, place)],
      ]),
    ),
  );
  document.title = 'Own games';
  document.documentElement.lang = 'en';
});
afterEach(() => {
  void cleanup();
  session.account = null;
  session.seats = [];
  vi.unstubAllGlobals();
  router.go(before, true);
});

async function shown(width: number): Promise<void> {
  await page.viewport(width, 900);
  await render(OwnGamesPage, {});
  await expect.poll(() => document.querySelectorAll('[data-testid="own-table"][data-waiting="true"]').length).toBe(2);
}
const order = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('[data-testid="own-table"]')].map((one) => one.dataset['game']?.split('-').at(2));
const focused = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-testid="own-table"]')?.dataset['game']?.split('-').at(2);

describe('a player’s games side by side', () => {
  it.each(['light', 'dark'] as const)('have nothing that axe objects to in %s', async (scheme) => {
    await commands.colors(scheme);
    await shown(1440);
    expect(await violations()).toEqual([]);
  });

  it('stand in the order of their starts, call together, and are gone through by key', async () => {
    await shown(1440);
    expect(order()).toEqual(['one', 'two', 'three']);
    expect(title.text).toBe('● 2 tables wait for you');
    await userEvent.keyboard('n');
    expect(focused()).toBe('one');
    await userEvent.keyboard('n');
    expect(focused()).toBe('three');
    await userEvent.keyboard('n');
    expect(focused()).toBe('one');
    await userEvent.keyboard('j');
    expect(focused()).toBe('two');
    await userEvent.keyboard('k');
    expect(focused()).toBe('one');
    await userEvent.keyboard('h');
    expect(focused()).toBe('one');
    expect(document.activeElement?.getAttribute('data-square')).toBe('c4');
  });

  it.each([320, 390])('stand with those that wait first at a width of %i px, where nothing sticks out', async (width) => {
    await shown(width);
    await expect.poll(() => order().at(-1)).toBe('two');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  it('say what is wrong with a square at its own table alone', async () => {
    await shown(1440);
    await page.getByTestId('own-table').nth(0).getByRole('button', { name: 'a1, empty' }).click({ force: true });
    await expect.element(page.getByTestId('own-table').nth(0).getByRole('alert')).toHaveTextContent('a1 is not legal');
    await expect.element(page.getByTestId('own-table').nth(2).getByRole('alert')).not.toBeInTheDocument();
  });

  it('are none where nobody plays', async () => {
    session.seats = [];
    await render(OwnGamesPage, {});
    await expect.element(page.getByText('You have no running game.')).toBeVisible();
  });
});
