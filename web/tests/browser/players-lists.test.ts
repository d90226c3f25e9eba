import '../../src/ui/styles/base.css';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import { session } from '../../src/contract/session.svelte';
import type { PlayersList } from '../../src/acts/entrants/players-list';
import type { Account, Entrant } from '../../src/contract/types';
import type { LiveEvent } from '../../src/event/event.svelte';
import PlayersListImport from '../../src/pages/desk/entrants/PlayersListImport.svelte';
import PlayerView from '../../src/pages/event/PlayerView.svelte';
import EntrantList from '../../src/pages/event/EntrantList.svelte';
import { person, Served, violations } from './served';

let server: Served;

beforeEach(() => {
  server = new Served({ 'GET /accounts/officer/name': () => ({ display_name: 'Halvar Noreng' }) });
});

afterEach(() => {
  void cleanup();
  vi.unstubAllGlobals();
  session.account = null;
});

describe('the players lists', () => {
  const imported = (number: number, parts: Partial<PlayersList> = {}): PlayersList => ({
    number,
    sha256: '5f70',
    players: 1_200,
    problems: 0,
    by_account_id: 'officer',
    at_ms: 1_000,
    current: false,
    taken_back_by_account_id: null,
    taken_back_at_ms: null,
    ...parts,
  });
  const as = (administrator: boolean): void => {
    session.account = { id: 'aase', display_name: 'Aase Lindmose', login: 'aase', administrator } as Account;
  };
  const takeBack = () => page.getByRole('button', { name: 'Take back players list 2', exact: true });

  it('show an administrator which one counts, and go back to the one before it', async () => {
    as(true);
    server.answers['GET /players-lists'] = () => ({ lists: [imported(2, { current: true, problems: 3 }), imported(1)] });
    server.answers['POST /players-list/taking-back'] = () => ({
      lists: [imported(2, { taken_back_by_account_id: 'officer', taken_back_at_ms: 2_000 }), imported(1, { current: true })],
    });
    await render(PlayersListImport);
    await expect.element(page.getByText('List 2 counts')).toBeVisible();
    await expect.element(page.getByText('1,200 players, 3 lines left out')).toBeVisible();
    expect(await violations()).toEqual([]);
    await takeBack().click();
    await expect.element(page.getByText('List 1 counts again. Entrants keep the numbers and ratings that they have.')).toBeVisible();
    expect(server.asked).not.toContain('POST /players-list/taking-back');
    await page.getByTestId('confirm').getByRole('button', { name: 'Take back players list 2' }).click();
    await expect.element(page.getByText(/^Taken back by Halvar Noreng/)).toBeVisible();
    await expect.element(page.getByText('List 1 counts')).toBeVisible();
    const last = page.getByRole('button', { name: 'Take back players list 1' });
    await expect.element(last).toBeDisabled();
    await expect.element(last).toHaveAccessibleDescription('No earlier list is kept that could count instead');
  });

  it('are shown anew when one was imported', async () => {
    as(true);
    server.answers['GET /players-lists'] = () => ({ lists: [] });
    server.answers['PUT /players-list'] = () => {
      server.answers['GET /players-lists'] = () => ({ lists: [imported(1, { current: true })] });
      return { players: 1_200, problems: [], list: imported(1, { current: true }) };
    };
    await render(PlayersListImport);
    await page.getByTestId('players-list-file').upload(new File(['910001 ALDER, Ann\n'], 'joueurs.txt', { type: 'text/plain' }));
    await expect.element(page.getByText('1,200 players in the list.')).toBeVisible();
    await expect.element(page.getByText('List 1 counts')).toBeVisible();
  });

  it('say of an import how many lines it left out, the first by their numbers', async () => {
    as(true);
    server.answers['GET /players-lists'] = () => ({ lists: [] });
    const problems = Array.from({ length: 23 }, (_, place) => ({ line: place + 1, detail: 'No number.' }));
    server.answers['PUT /players-list'] = () => ({ players: 1_200, problems, list: imported(1) });
    await render(PlayersListImport);
    await page.getByTestId('players-list-file').upload(new File(['x'], 'joueurs.txt', { type: 'text/plain' }));
    await expect.element(page.getByText('23 lines were left out:')).toBeVisible();
    await expect.element(page.getByText('Line 20: No number.')).toBeVisible();
    await expect.element(page.getByText('3 more lines')).toBeVisible();
  });

  it('say no longer what was imported when it is taken back', async () => {
    as(true);
    server.answers['GET /players-lists'] = () => ({ lists: [imported(2, { current: true }), imported(1)] });
    server.answers['PUT /players-list'] = () => ({ players: 1_200, problems: [], list: imported(2, { current: true }) });
    server.answers['POST /players-list/taking-back'] = () => ({ lists: [imported(1, { current: true })] });
    await render(PlayersListImport);
    await page.getByTestId('players-list-file').upload(new File(['910001 ALDER, Ann\n'], 'joueurs.txt', { type: 'text/plain' }));
    await expect.element(page.getByText('1,200 players in the list.')).toBeVisible();
    await takeBack().click();
    await page.getByTestId('confirm').getByRole('button', { name: 'Take back players list 2' }).click();
    await expect.element(page.getByText('1,200 players in the list.')).not.toBeInTheDocument();
  });

  it('are imported and asked for by nobody else', async () => {
    as(false);
    await render(PlayersListImport);
    await expect.element(page.getByText('Import a players list')).not.toBeInTheDocument();
    expect(server.asked).toEqual([]);
  });
});

describe('the names of entrants', () => {
  const entrant = (id: string, parts: Partial<Entrant>): Entrant =>
    ({ id, ...person(0, id), rating: 1_800, computer: false, claimed: false, new_player: false, ...parts }) as Entrant;

  it('lead to what they play in the event, and from there to what they have played, where it is settled who they are', async () => {
    const entrants = [
      entrant('Alder', { federation_number: 910_001 }),
      entrant('Birch', { federation_number: 910_002, claimed: true }),
      entrant('Cedar', { federation_number: 910_003, new_player: true }),
    ];
    const known = (id: string) => entrants.find((one) => one.id === id) ?? null;
    const event = {
      id: 't1',
      round: null,
      standings: null,
      tournament: { entrants, rounds: [], early_ends: [], summary: { phase: 'registration' } },
      entrant: known,
      nameOf: (id: string) => `Ann ${known(id)?.surname}`,
    } as unknown as LiveEvent;
    await render(EntrantList, { event });
    for (const id of ['Alder', 'Birch', 'Cedar']) {
      await expect.element(page.getByRole('link', { name: `Ann ${id}` })).toHaveAttribute('href', `/t/t1/players/${id}`);
    }
    expect(await violations()).toEqual([]);
    await cleanup();
    const elsewhere = page.getByRole('link');
    const { rerender } = await render(PlayerView, { event, games: null, id: 'Alder' });
    await expect.element(page.getByRole('heading', { name: 'Ann Alder' })).toBeVisible();
    await expect.element(elsewhere).toHaveAttribute('href', '/players/910001');
    for (const id of ['Birch', 'Cedar']) {
      await rerender({ event, games: null, id });
      await expect.element(page.getByRole('heading', { name: `Ann ${id}` })).toBeVisible();
      expect(elsewhere.elements()).toHaveLength(0);
    }
  });
});
