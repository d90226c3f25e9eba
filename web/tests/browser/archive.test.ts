import '../../src/ui/styles/base.css';
import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import { router } from '../../src/browser/router.svelte';
import { session } from '../../src/contract/session.svelte';
import type { PlayersList } from '../../src/acts/entrants/players-list';
import type { Import } from '../../src/acts/office/archive';
import type { Account, Entrant } from '../../src/contract/types';
import type { ArchivedGame } from '../../src/event/archive';
import type { LiveEvent } from '../../src/event/event.svelte';
import ArchivePage from '../../src/pages/archive/ArchivePage.svelte';
import PlayerPage from '../../src/pages/archive/PlayerPage.svelte';
import RatingListPage from '../../src/pages/archive/RatingListPage.svelte';
import PlayersListImport from '../../src/pages/desk/entrants/PlayersListImport.svelte';
import EntrantList from '../../src/pages/event/EntrantList.svelte';
import Imports from '../../src/pages/office/Imports.svelte';

/** What a server answers by method and path; where it has no answer it refuses, by the code that stands here for the path. */
let answers: Record<string, (query: URLSearchParams) => unknown>;
let refused: Record<string, string>;
let asked: string[];
const before = location.href;

beforeEach(() => {
  asked = [];
  refused = {};
  answers = {
    'GET /federations': () => ({ federations: [], next_page_token: null }),
    'GET /archive/openings': () => ({ openings: [] }),
    'GET /accounts/officer/name': () => ({ display_name: 'Halvar Noreng' }),
  };
  vi.stubGlobal('fetch', async (address: string, { method }: { method: string }) => {
    const { pathname, search, searchParams } = new URL(address, 'http://server');
    const path = pathname.replace('/api/v1', '');
    asked.push(`${method} ${path}${search}`);
    const answer = answers[`${method} ${path}`];
    if (answer) return Response.json(answer(searchParams));
    const code = refused[path] ?? 'none';
    return Response.json({ code, title: 'No', detail: 'It is not there.', rule: null, parameters: {}, field: null }, { status: 404 });
  });
});

afterEach(() => {
  // A page that stands yet would look again.
  void cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  session.account = null;
  router.go(before, true);
});

/** All that axe finds but what only a whole page can have. */
const violations = async (): Promise<string[]> =>
  (await axe.run(document.body, { rules: { region: { enabled: false } } })).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
const person = (federation_number: number | null, surname: string) => ({
  federation_number,
  surname,
  given_names: 'Ann',
  country: 'NOR',
});

describe('the imports', () => {
  const imported = (parts: Partial<Import>): Import => ({
    import_id: 'one',
    kind: 'papp',
    name: 'marsh.zip',
    sha256: '5f70',
    by_account_id: 'officer',
    at_ms: 1_000,
    files: 0,
    events: 0,
    results: 0,
    games: 0,
    findings: 0,
    undone_by_account_id: null,
    undone_at_ms: null,
    undone_reason: null,
    taken_in: false,
    percent: 0,
    ...parts,
  });

  it('say how far one is until it is taken in, and then what it came to', async () => {
    let now = imported({ percent: 40 });
    const undone = imported({
      import_id: 'two',
      name: 'old.zip',
      undone_by_account_id: 'officer',
      undone_at_ms: 2_000,
      undone_reason: 'Twice.',
    });
    answers['GET /archive/imports'] = () => ({ imports: [now, undone], next_page_token: null });
    await render(Imports);
    const bar = page.getByRole('progressbar', { name: 'Being taken in: 40 %' });
    await expect.element(bar).toHaveAttribute('value', '40');
    await expect.element(page.getByText('PAPP event (ZIP), by Halvar Noreng').first()).toBeVisible();
    await expect.element(page.getByText(/Taken back by Halvar Noreng.*Twice\./)).toBeVisible();
    expect(await violations()).toEqual([]);
    now = imported({ percent: 90 });
    await expect.element(page.getByText('Being taken in: 90 %')).toBeVisible();
    now = imported({ taken_in: true, events: 1, results: 30 });
    await expect.element(page.getByText('1 event, 30 results, 0 with moves')).toBeVisible();
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
    expect(asked).toContain('GET /archive/imports?page_size=2');
  });

  it('are not looked at again where nothing is being taken in', async () => {
    answers['GET /archive/imports'] = () => ({ imports: [imported({ taken_in: true })], next_page_token: null });
    await render(Imports);
    await expect.element(page.getByText('0 events, 0 results, 0 with moves')).toBeVisible();
    vi.useFakeTimers();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked.filter((one) => one.startsWith('GET /archive/imports'))).toEqual(['GET /archive/imports']);
  });
});

describe('the games of the archive', () => {
  const game = {
    game_id: 'g',
    event: { name: 'Fernwood League', country: 'NOR', date: null, year: 2026, tournament_id: null, import_id: 'one', counts: true },
    round: 1,
    black: person(910_001, 'Alder'),
    white: person(null, 'Birch'),
    colours_known: true,
    outcome: 'black',
    black_discs: 40,
    white_discs: 24,
    moves: null,
    opening: null,
  } satisfies ArchivedGame;

  it('are there as files of what is asked for', async () => {
    answers['GET /archive/games'] = () => ({ games: [game], total: 1, next_page_token: null });
    router.go('/archive?name=al%26der&from_year=2020&with_moves=true&else=1', true);
    await render(ArchivePage);
    const link = page.getByRole('link', { name: 'GGF' });
    await expect
      .element(link)
      .toHaveAttribute('href', '/api/v1/archive/games/file?format=ggf&name=al%26der&from_year=2020&with_moves=true');
    await expect.element(link).toHaveAttribute('download');
    await expect.element(page.getByRole('link', { name: 'CSV' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Transcripts' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Games', exact: true })).toHaveAttribute('aria-current', 'page');
    expect(await violations()).toEqual([]);
  });

  it('are no files where there are none', async () => {
    answers['GET /archive/games'] = () => ({ games: [], total: 0, next_page_token: null });
    router.go('/archive?name=nobody', true);
    await render(ArchivePage);
    await expect.element(page.getByText('No such game.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'CSV' })).not.toBeInTheDocument();
  });
});

describe('the page of a player', () => {
  it('says politely that nothing is known of whoever plays their first event', async () => {
    refused['/archive/players/910099'] = 'unknown_player';
    router.go('/players/910099', true);
    await render(PlayerPage);
    await expect.element(page.getByRole('heading', { name: 'Number 910099' })).toBeVisible();
    await expect.element(page.getByText('Nothing this player played is in the archive yet.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    expect(await violations()).toEqual([]);
  });

  it('offers another try after other trouble', async () => {
    router.go('/players/910098', true);
    await render(PlayerPage);
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('the preview of the rating list', () => {
  const rating = { month: '2026-07', rating_tenths: 18_234, uncertainty_tenths: 412, rank: 1, games: 30 };
  const official = {
    players: 412,
    mean_tenths: 213,
    median_tenths: 150,
    greatest_tenths: 961,
    offset_tenths: -42,
    imported_at_ms: Date.UTC(2026, 6, 3, 12),
  };
  const list = (parts: object) => () => ({
    players: [
      { player: person(910_001, 'Alder'), rating, official_rating: 1_812 },
      { player: person(910_002, 'Birch'), rating: { ...rating, rank: 2 }, official_rating: null },
    ],
    month: '2026-07',
    results: 132,
    active: 2,
    groups: 1,
    next_page_token: null,
    official: null,
    ...parts,
  });
  const said = page.getByTestId('official-distance');

  it('says how far it is from the official list, as a whole and line by line', async () => {
    answers['GET /rating-list'] = list({ official });
    await render(RatingListPage);
    await expect
      .element(said)
      .toHaveTextContent(
        '412 players stand on the official list imported here on 3 July 2026 too: 21.3 points apart in the mean, 15.0 or less for half of them, 96.1 at most; in the mean 4.2 points lower here.',
      );
    await expect.element(page.getByRole('columnheader', { name: 'Official' })).toBeVisible();
    await expect.element(page.getByRole('row', { name: /Ann Alder/ })).toHaveTextContent(/1812/);
    await expect.element(page.getByRole('row', { name: /Ann Birch/ })).toHaveTextContent(/–/);
    expect(await violations()).toEqual([]);
  });

  it('says it of one player whose list nobody knows the day of', async () => {
    answers['GET /rating-list'] = list({ official: { ...official, players: 1, offset_tenths: 0, imported_at_ms: null } });
    await render(RatingListPage);
    await expect
      .element(said)
      .toHaveTextContent(/^1 player stands on the official list too: .* in the mean neither higher nor lower here\.$/);
  });

  it('stands alone where there is no official list', async () => {
    answers['GET /rating-list'] = list({});
    await render(RatingListPage);
    await expect.element(page.getByText('2 active players')).toBeVisible();
    await expect.element(said).not.toBeInTheDocument();
    await expect.element(page.getByRole('columnheader', { name: 'Official' })).not.toBeInTheDocument();
  });
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
    answers['GET /players-lists'] = () => ({ lists: [imported(2, { current: true, problems: 3 }), imported(1)] });
    answers['POST /players-list/taking-back'] = () => ({
      lists: [imported(2, { taken_back_by_account_id: 'officer', taken_back_at_ms: 2_000 }), imported(1, { current: true })],
    });
    await render(PlayersListImport);
    await expect.element(page.getByText('List 2 counts')).toBeVisible();
    await expect.element(page.getByText('1,200 players, 3 lines left out')).toBeVisible();
    expect(await violations()).toEqual([]);
    await takeBack().click();
    await expect.element(page.getByText('List 1 counts again. Entrants keep the numbers and ratings that they have.')).toBeVisible();
    expect(asked).not.toContain('POST /players-list/taking-back');
    await page.getByTestId('confirm').getByRole('button', { name: 'Take back players list 2' }).click();
    await expect.element(page.getByText(/^Taken back by Halvar Noreng/)).toBeVisible();
    await expect.element(page.getByText('List 1 counts')).toBeVisible();
    const last = page.getByRole('button', { name: 'Take back players list 1' });
    await expect.element(last).toBeDisabled();
    await expect.element(last).toHaveAccessibleDescription('No earlier list is kept that could count instead');
  });

  it('are shown anew when one was imported', async () => {
    as(true);
    answers['GET /players-lists'] = () => ({ lists: [] });
    answers['PUT /players-list'] = () => {
      answers['GET /players-lists'] = () => ({ lists: [imported(1, { current: true })] });
      return { players: 1_200, problems: [], list: imported(1, { current: true }) };
    };
    await render(PlayersListImport);
    await page.getByTestId('players-list-file').upload(new File(['910001 ALDER, Ann\n'], 'joueurs.txt', { type: 'text/plain' }));
    await expect.element(page.getByText('1,200 players in the list.')).toBeVisible();
    await expect.element(page.getByText('List 1 counts')).toBeVisible();
  });

  it('say no longer what was imported when it is taken back', async () => {
    as(true);
    answers['GET /players-lists'] = () => ({ lists: [imported(2, { current: true }), imported(1)] });
    answers['PUT /players-list'] = () => ({ players: 1_200, problems: [], list: imported(2, { current: true }) });
    answers['POST /players-list/taking-back'] = () => ({ lists: [imported(1, { current: true })] });
    await render(PlayersListImport);
    await page.getByTestId('players-list-file').upload(new File(['910001 ALDER, Ann\n'], 'joueurs.txt', { type: 'text/plain' }));
    await expect.element(page.getByText('1,200 players in the list.')).toBeVisible();
    await takeBack().click();
    await page.getByTestId('confirm').getByRole('button', { name: 'Take back players list 2' }).click();
    await expect.element(page.getByText('1,200 players in the list.')).not.toBeInTheDocument();
  });

  it('are not asked for by anybody else', async () => {
    as(false);
    await render(PlayersListImport);
    await expect.element(page.getByText('Import a players list')).toBeVisible();
    expect(asked).toEqual([]);
  });
});

describe('the names of entrants', () => {
  const entrant = (id: string, parts: Partial<Entrant>): Entrant =>
    ({ id, ...person(0, id), rating: 1_800, computer: false, claimed: false, new_player: false, ...parts }) as Entrant;

  it('lead to what they have played, where it is settled who they are', async () => {
    const entrants = [
      entrant('Alder', { federation_number: 910_001 }),
      entrant('Birch', { federation_number: 910_002, claimed: true }),
      entrant('Cedar', { federation_number: 910_003, new_player: true }),
    ];
    const known = (id: string) => entrants.find((one) => one.id === id) ?? null;
    const event = {
      tournament: { entrants, early_ends: [], summary: { phase: 'registration' } },
      entrant: known,
      nameOf: (id: string) => `Ann ${known(id)?.surname}`,
    } as unknown as LiveEvent;
    await render(EntrantList, { event });
    await expect.element(page.getByRole('link', { name: 'Ann Alder' })).toHaveAttribute('href', '/players/910001');
    await expect.element(page.getByRole('cell', { name: 'Ann Birch' })).toBeVisible();
    expect(page.getByRole('link').elements()).toHaveLength(1);
    expect(await violations()).toEqual([]);
  });
});
