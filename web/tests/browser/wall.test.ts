import '../../src/ui/styles/base.css';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { commands, page, userEvent } from 'vitest/browser';
import { following } from '../../src/event/following.svelte';
import type { LiveEvent } from '../../src/event/event.svelte';
import FollowedLine from '../../src/pages/frame/FollowedLine.svelte';
import WallPage from '../../src/pages/wall/WallPage.svelte';
import { announcer } from '../../src/ui/announcer.svelte';
import { router } from '../../src/browser/router.svelte';
import { Served, violations } from './served';

declare module 'vitest/browser' {
  interface BrowserCommands {
    colors: (scheme: 'light' | 'dark') => Promise<void>;
  }
}

const BOARD = `${'-'.repeat(27)}O*------*O${'-'.repeat(27)}`;
const BOARDS = 10;
const before = location.href;
let events = 0;

const entrant = (place: number) => ({
  id: `e${place}`,
  surname: `Alder${place}`,
  given_names: 'Ann',
  country: place % 2 === 0 ? 'NOR' : 'DNK',
  rating: 0,
  federation_number: 0,
  claimed: false,
  new_player: false,
});
const boardAt = (table: number) => ({
  table,
  black_entrant_id: `e${2 * table}`,
  white_entrant_id: `e${2 * table + 1}`,
  game_id: `g${table}`,
  result: null as object | null,
  purpose: 'qualification',
  game: 0,
  game_reopened: false,
  disputed: false,
  handicap: null,
});
const gameOf = (table: number) => ({
  game_id: `g${table}`,
  tournament_id: 't',
  round: 1,
  table,
  black_entrant_id: `e${2 * table}`,
  white_entrant_id: `e${2 * table + 1}`,
  seq: 3,
  phase: 'live',
  board: BOARD,
  board_hidden: false,
  board_size: 8,
  black_discs: 2,
  white_discs: 2,
  ply: 7,
  plies: [],
  to_move: 'black',
  last_square: 'f5',
  last_flips: ['e5'],
  defaulted: null as string | null,
  result: null as object | null,
  confirmation: null,
  clocks: { black_ms: 60_000, white_ms: 90_000, running: null as string | null, as_of_ms: 0 },
  spectators: { policy: 'delayed', delay_plies: 2, delay_ms: 0 },
});

let id: string;
let boards: ReturnType<typeof boardAt>[];
let games: ReturnType<typeof gameOf>[];

beforeEach(() => {
  // Here the page itself is what is tested.
  router.renew = () => false;
  // Each event has its own store.
  id = `wall-${(events += 1)}`;
  boards = Array.from({ length: BOARDS }, (_, place) => boardAt(place + 1));
  games = boards.map(({ table }) => gameOf(table));
  const tournament = {
    summary: { id, name: 'Upper Marsh Open', rounds: 5, round: 1, rule_set: 'egp-2020', seq: 1 },
    entrants: Array.from({ length: 2 * BOARDS + 2 }, (_, place) => entrant(place)),
    rounds: [{ number: 1, starts_at_ms: 0, finished: false, boards, bye_entrant_ids: [] }],
    rule_set_json: '{}',
  };
  new Served({
    [`GET /tournaments/${id}`]: () => tournament,
    [`GET /tournaments/${id}/standings`]: () => ({ version: 1, rows: [] }),
    [`GET /tournaments/${id}/games`]: () => ({ tables: games, next_page_token: null }),
  });
  document.title = 'The wall';
  document.documentElement.lang = 'en';
});

afterEach(() => {
  void cleanup();
  for (const player of following.players) following.changePlayer(player);
  for (const code of following.countries) following.toggleCountry(code);
  vi.unstubAllGlobals();
  vi.useRealTimers();
  router.go(before, true);
});

async function shown(width: number, query = ''): Promise<void> {
  await page.viewport(width, 900);
  router.go(`/t/${id}/wall${query}`, true);
  await render(WallPage, { tournament: id });
  await expect.element(tiles().first()).toBeVisible();
}
const tiles = () => page.getByTestId('tile');
const numbers = (): string[] =>
  tiles()
    .elements()
    .map((one) => one.getAttribute('data-table') ?? '');

describe('the wall of boards', () => {
  it.each(['light', 'dark'] as const)('has nothing that axe objects to in %s', async (scheme) => {
    await commands.colors(scheme);
    following.togglePlayer(id, entrant(8));
    await shown(1440);
    await expect.element(page.getByTestId('following')).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it('shows eight boards on a wide page, those of the followed first, and turns by key', async () => {
    following.togglePlayer(id, entrant(18));
    await shown(1440);
    await expect.element(page.getByText('10 of 10 boards running, 8 shown')).toBeVisible();
    await expect.element(page.getByTestId('delay')).toHaveTextContent('Spectators see games 2 moves later.');
    await expect.poll(numbers).toEqual(['9', '1', '2', '3', '4', '5', '6', '7']);
    await userEvent.keyboard('k');
    await expect.poll(numbers).toEqual(['8', '10']);
    await userEvent.keyboard('k');
    await expect.poll(() => numbers()[0]).toBe('9');
    // Nothing turns by itself here that could be paused.
    await userEvent.keyboard('?');
    await expect.element(page.getByText('Earlier boards, later boards')).toBeVisible();
    await expect.element(page.getByText('Turn pages by itself, or pause')).not.toBeInTheDocument();
  });

  it.each([320, 390, 800])('scrolls through all of them at a width of %i px, where nothing sticks out', async (width) => {
    await shown(width);
    await expect.poll(() => numbers().length).toBe(BOARDS);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await expect.element(page.getByRole('button', { name: 'Later boards' })).not.toBeInTheDocument();
  });

  it('says a result and who called, and keeps what is hidden', async () => {
    const result = { black_discs: 40, white_discs: 24, winner: 'black', kind: 'played', corrected: false };
    boards[0] = { ...boardAt(1), result };
    games[0] = { ...gameOf(1), phase: 'finished', black_discs: 40, white_discs: 24, result };
    games[1] = { ...gameOf(2), phase: 'paused', board: '', board_hidden: true };
    games[2] = { ...gameOf(3), defaulted: 'white' };
    games.splice(3, 1);
    await shown(1440);
    await expect.element(tiles().nth(0)).toHaveTextContent('Black won 40–24.');
    await expect.element(tiles().nth(0).getByRole('timer').first()).not.toBeInTheDocument();
    await expect.element(tiles().nth(1).getByTestId('covered')).toHaveTextContent('A call holds the clocks');
    await expect.element(tiles().nth(2)).toHaveTextContent('White’s flag fell');
    await expect.element(tiles().nth(3).getByTestId('covered')).toHaveTextContent('The game is being set up.');
    await expect.element(tiles().nth(4)).toHaveTextContent('Move 7, last f5');
    await expect.element(page.getByText('8 of 10 boards running, 8 shown')).toBeVisible();
  });

  it('turns pages by itself on a screen in a hall, until it is paused, and keeps the screen awake', async () => {
    const request = vi.fn(() => Promise.resolve({ release: () => Promise.resolve() }));
    vi.stubGlobal('navigator', Object.create(navigator, { wakeLock: { value: { request } } }));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await shown(1440, '?screen');
    await expect.element(page.getByRole('banner')).not.toBeInTheDocument();
    expect(request).toHaveBeenCalledWith('screen');
    await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    vi.advanceTimersByTime(20_000);
    await expect.poll(numbers).toEqual(['9', '10']);
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect.element(page.getByRole('button', { name: 'Turn pages every 20 s' })).toBeVisible();
    vi.advanceTimersByTime(60_000);
    await expect.poll(numbers).toEqual(['9', '10']);
    await userEvent.keyboard('p');
    await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  });
});

describe('what is said of followed players', () => {
  const eventOf = (rounds: object[]): LiveEvent =>
    ({
      id,
      tournament: { summary: { name: 'Upper Marsh Open' }, rounds, rule_set_json: '{}', entrants: [] },
      entrants: new Map(),
      entrant: (one: string) => entrant(Number(one.slice(1))),
    }) as unknown as LiveEvent;
  const round = (...tables: number[]) => ({ number: 1, finished: false, starts_at_ms: 0, boards: tables.map(boardAt) });

  it('is nothing where nobody is followed, and announces a game that begins, once', async () => {
    announcer.polite = '';
    const { rerender } = await render(FollowedLine, { props: { events: [eventOf([round(1)])] } });
    await expect.element(page.getByTestId('following')).not.toBeInTheDocument();
    following.togglePlayer(id, entrant(2));
    await expect.element(page.getByRole('link', { name: 'Table 1, Alder2 – Alder3' })).toHaveAttribute('href', '/g/g1');
    // It ran already.
    expect(announcer.polite).toBe('');
    following.togglePlayer(id, entrant(5));
    await rerender({ events: [eventOf([round(1, 2, 3)])] });
    await expect.element(page.getByText('Following: 2 games now')).toBeVisible();
    expect(announcer.polite).toBe('The game of Ann Alder5 has begun at table 2.');
    await rerender({ events: [eventOf([])] });
    await expect.element(page.getByText('Following: no game now')).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it('can be looked at and changed', async () => {
    following.togglePlayer(id, entrant(2));
    await render(FollowedLine, { props: { events: [eventOf([])] } });
    await page.getByRole('button', { name: 'Whom you follow' }).click();
    await page.getByRole('button', { name: 'Following Ann Alder2' }).click();
    // The row stays, so that the press can be taken back.
    await expect.element(page.getByRole('button', { name: 'Follow Ann Alder2' })).toBeVisible();
    expect(following.isEmpty).toBe(true);
    await page.getByRole('button', { name: 'Follow Ann Alder2' }).click();
    await expect.element(page.getByRole('button', { name: 'Following Ann Alder2' })).toBeVisible();
    expect(following.isEmpty).toBe(false);
  });
});
