import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import type { Table } from '../../src/contract/types';
import { loadTexts } from '../../src/i18n';
import { Replay } from '../../src/live/replay.svelte';
import SaveGames from '../../src/pages/play/SaveGames.svelte';
import ReplayPanel from '../../src/pages/table/replay/ReplayPanel.svelte';
import { replayed } from '../replayed';
import { Served, held, refusal, violations } from './served';

const LINE = '1 (;GM[Othello]TY[8a]B[F5//1.00];)\n';

let saved: { name: string; text: Promise<string> }[];

beforeAll(() => loadTexts(['table', 'table_words', 'replay', 'play', 'casual']));
beforeEach(() => {
  saved = [];
  let last: Blob;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob as Blob;
    return 'blob:none';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: last.text() });
  });
});
afterEach(() => {
  void cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const records = (count: number): { game_id: string; ggf: string }[] =>
  Array.from({ length: count }, (_, place) => ({ game_id: `g${place}`, ggf: LINE }));

it('saves the casual games of an account, page by page, as one file', async () => {
  const server = new Served({
    'GET /accounts/me/casual-games/records': (query) =>
      query.get('page_token') === 'more'
        ? { records: records(1), next_page_token: null }
        : { records: records(2), next_page_token: 'more' },
  });
  await render(SaveGames, { account: 'me' });
  await page.getByRole('button', { name: 'Save the games as GGF' }).click();
  await expect.poll(() => saved.length).toBe(1);
  expect([saved[0]?.name, await saved[0]?.text]).toEqual(['casual-games.ggf', LINE.repeat(3)]);
  expect(server.count('GET /accounts/me/casual-games/records')).toBe(2);
  await expect.element(page.getByRole('status')).toHaveTextContent('3 games are saved.');
  expect(await violations()).toEqual([]);
});

it('saves a thousand at most, which it says, and says why it saves none', async () => {
  const server = new Served({ 'GET /accounts/me/casual-games/records': () => ({ records: records(20), next_page_token: 'more' }) });
  await render(SaveGames, { account: 'me' });
  const button = page.getByRole('button', { name: 'Save the games as GGF' });
  await button.click();
  await expect.poll(() => saved.length).toBe(1);
  expect((await saved[0]?.text)?.split('\n').length).toBe(1_001);
  await expect.element(page.getByRole('status')).toHaveTextContent('The latest 1,000 games are saved. Earlier ones are not.');
  server.answers['GET /accounts/me/casual-games/records'] = () => refusal('unknown_account');
  await button.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('It is refused: unknown_account.');
  await expect.element(page.getByRole('status')).toHaveTextContent('');
  expect(saved.length).toBe(1);
});

it('saves no file without a game in it, and says so', async () => {
  new Served({ 'GET /accounts/me/casual-games/records': () => ({ records: [], next_page_token: null }) });
  await render(SaveGames, { account: 'me' });
  await page.getByRole('button', { name: 'Save the games as GGF' }).click();
  await expect.element(page.getByRole('status')).toHaveTextContent('There is no game with a move to save.');
  expect(saved).toEqual([]);
  expect(await violations()).toEqual([]);
});

it('offers the record of a casual game of any variant once it is over, and of none in which nobody moved', async () => {
  const { answer, letGo } = held();
  const server = new Served({
    'GET /games/g/replay': (query) => ({
      game_id: 'g',
      seq: 1,
      positions: replayed('f5d6', Number(query.get('from_ply') ?? 0)),
      transcript: 'f5d6',
    }),
    'GET /games/g/record': () => refusal('unknown_game'),
  });
  const replay = new Replay('g');
  await replay.open();
  const looking = {
    replay,
    replays: true,
    position: null,
    trying: null,
    at: 0,
    asked: false,
    open: async () => undefined,
    show: async () => undefined,
    step: async () => undefined,
    end: () => undefined,
  };
  const table = (phase: string, squares: string[]): Table =>
    ({
      tournament_id: '',
      phase,
      board_size: 8,
      opening: 'placed_1883',
      handicap_to: null,
      drawn_squares: [],
      plies: squares.map((square) => ({ square, flip: null })),
    }) as unknown as Table;
  const save = page.getByRole('button', { name: 'Save the game' });
  const screen = await render(ReplayPanel, { looking, table: table('live', ['f5', 'd6']) });
  await expect.element(page.getByRole('button', { name: 'Moves', exact: true })).toBeVisible();
  await expect.element(save).not.toBeInTheDocument();
  await screen.rerender({ looking, table: table('finished', []) });
  await expect.element(save).not.toBeInTheDocument();
  await screen.rerender({ looking, table: table('finished', ['f5', 'd6']) });
  await save.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('It is refused: unknown_game.');
  expect(saved).toEqual([]);
  server.answers['GET /games/g/record'] = () => answer;
  const asked = server.count('GET /games/g/record');
  // Pressed twice in a row it is asked for once, and what was wrong is said no more.
  await save.click();
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  (save.element() as HTMLElement).click();
  letGo({ game_id: 'g', ggf: LINE });
  await expect.element(save).toHaveAttribute('aria-disabled', 'false');
  expect(server.count('GET /games/g/record')).toBe(asked + 1);
  expect(saved.length).toBe(1);
  expect([saved[0]?.name, await saved[0]?.text]).toEqual(['g.ggf', LINE]);
  expect(await violations()).toEqual([]);
});
