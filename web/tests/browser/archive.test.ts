import '../../src/ui/styles/base.css';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import { router } from '../../src/browser/router.svelte';
import type { ArchivedGame } from '../../src/event/archive';
import ArchivePage from '../../src/pages/archive/ArchivePage.svelte';
import PlayerPage from '../../src/pages/archive/PlayerPage.svelte';
import PlayersPage from '../../src/pages/archive/PlayersPage.svelte';
import RatingListPage from '../../src/pages/archive/RatingListPage.svelte';
import { held, person, refusal, Served, violations } from './served';

let server: Served;
const before = location.href;

beforeEach(() => {
  server = new Served({
    'GET /federations': () => ({ federations: [], next_page_token: null }),
    'GET /archive/openings': () => ({ openings: [] }),
  });
});

afterEach(() => {
  // A page that stands yet would look again.
  void cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  router.go(before, true);
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
    server.answers['GET /archive/games'] = () => ({ games: [game], total: 1, next_page_token: null });
    router.go('/archive?name=al%26der&from_year=2020&with_moves=true&else=1', true);
    await render(ArchivePage);
    const link = page.getByRole('link', { name: 'GGF' });
    await expect
      .element(link)
      .toHaveAttribute('href', '/api/v1/archive/games/file?format=ggf&name=al%26der&from_year=2020&with_moves=true');
    await expect.element(link).toHaveAttribute('download');
    await expect.element(page.getByRole('link', { name: 'CSV' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Transcripts' })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'WTHOR' }))
      .toHaveAttribute('href', '/api/v1/archive/games/file?format=wthor&name=al%26der&from_year=2020&with_moves=true');
    await expect.element(page.getByText(/WTHOR is a ZIP: whole games by years/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Games', exact: true })).toHaveAttribute('aria-current', 'page');
    expect(await violations()).toEqual([]);
  });

  it('say of a result whose colours nobody knows that they are not known', async () => {
    const unknown = { ...game, game_id: 'u', event: { ...game.event, name: 'Old League' }, colours_known: false };
    server.answers['GET /archive/games'] = () => ({ games: [game, unknown], total: 2, next_page_token: null });
    await render(ArchivePage);
    const row = (name: RegExp) => page.getByRole('row', { name });
    await expect.element(row(/Old League/)).toHaveTextContent(/Round 1 · colours not known/);
    await expect.element(row(/Fernwood League/)).not.toHaveTextContent(/colours not known/);
    await expect.element(page.getByRole('columnheader', { name: 'Black, or first-named' })).toBeVisible();
  });

  it('say on the page why a file did not come, and save it when it does', async () => {
    server.answers['GET /archive/games'] = () => ({ games: [game], total: 1, next_page_token: null });
    const path = 'GET /archive/games/file';
    server.answers[path] = () => refusal('too_many_streams', 429);
    await render(ArchivePage);
    const link = page.getByRole('link', { name: 'CSV' });
    await link.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('It is refused: too_many_streams.');
    server.answers[path] = () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError('the line is cut')) }));
    await link.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('The file broke off before its end. Try again.');
    const saved = vi.spyOn(URL, 'createObjectURL');
    const coming = held();
    server.answers[path] = () => coming.answer;
    await link.click();
    await expect.element(page.getByText('Downloading CSV …')).toBeVisible();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    coming.letGo(new Response('date,year\n'));
    await expect.poll(() => saved.mock.calls.length).toBe(1);
    expect(await (saved.mock.calls[0]?.[0] as Blob).text()).toBe('date,year\n');
    await expect.element(page.getByText('Downloading CSV …')).not.toBeInTheDocument();
    expect(server.asked).toContain('GET /archive/games/file?format=csv');
  });

  it('are a ZIP as a WTHOR base, saved as one and refused with what to do', async () => {
    server.answers['GET /archive/games'] = () => ({ games: [game], total: 1, next_page_token: null });
    const path = 'GET /archive/games/file';
    server.answers[path] = () => refusal('bad_archive_query', 400);
    await render(ArchivePage);
    const link = page.getByRole('link', { name: 'WTHOR' });
    await link.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('It is refused: bad_archive_query.');
    const saved = vi.spyOn(URL, 'createObjectURL');
    const named: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      named.push(this.download);
    });
    const bytes = new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0]);
    const coming = held();
    server.answers[path] = () => coming.answer;
    await userEvent.click(link);
    await expect.element(page.getByText('Downloading WTHOR …')).toBeVisible();
    coming.letGo(new Response(bytes));
    await expect.poll(() => saved.mock.calls.length).toBe(1);
    const blob = saved.mock.calls[0]?.[0] as Blob;
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes);
    expect(named).toEqual(['games.zip']);
    expect(server.asked).toContain('GET /archive/games/file?format=wthor');
  });

  it('keep what is shown when earlier ones do not come, and try those again', async () => {
    const page_of = (id: string, next: string | null) => ({ games: [{ ...game, game_id: id }], total: 2, next_page_token: next });
    server.answers['GET /archive/games'] = (query) => (query.has('page_token') ? refusal('none') : page_of('g', 'more'));
    await render(ArchivePage);
    await page.getByRole('button', { name: 'Show earlier ones' }).click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(page.getByRole('row').elements()).toHaveLength(2);
    server.answers['GET /archive/games'] = () => page_of('h', null);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.getByRole('row').elements().length).toBe(3);
    expect(server.asked.at(-1)).toBe('GET /archive/games?page_size=50&page_token=more');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('are searched anew without what was wrong with the search before, and the focus stays where it was', async () => {
    server.answers['GET /archive/games'] = () => refusal('bad_archive_query', 400);
    router.go('/archive?name=old', true);
    await render(ArchivePage);
    await expect.element(page.getByRole('alert')).toBeVisible();
    const coming = held();
    server.answers['GET /archive/games'] = () => coming.answer;
    const name = page.getByLabelText('Part of a name');
    await expect.element(name).toHaveValue('old');
    await name.fill('alder');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.search).toBe('?name=alder');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await expect.element(name).toHaveFocus();
    coming.letGo({ games: [game], total: 1, next_page_token: null });
    await expect.element(page.getByText('1 game')).toBeVisible();
    // What was typed and not asked for goes when something else is.
    await page.getByLabelText('From the year').fill('1999');
    router.go('/archive?opening=Tiger', true);
    await expect.element(page.getByLabelText('Opening')).toHaveValue('Tiger');
    await expect.element(page.getByLabelText('From the year')).toHaveValue('');
    await expect.element(name).toHaveValue('');
  });

  it('are no files where there are none', async () => {
    server.answers['GET /archive/games'] = () => ({ games: [], total: 0, next_page_token: null });
    router.go('/archive?name=nobody', true);
    await render(ArchivePage);
    await expect.element(page.getByText('No such game.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'CSV' })).not.toBeInTheDocument();
  });
});

describe('the page of a player', () => {
  it('says politely that nothing is known of whoever plays their first event', async () => {
    server.answers['GET /archive/players/910099'] = () => refusal('unknown_player');
    router.go('/players/910099', true);
    await render(PlayerPage);
    await expect.element(page.getByRole('heading', { name: 'Number 910099' })).toBeVisible();
    await expect.element(page.getByText('Nothing this player played is in the archive yet.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    expect(await violations()).toEqual([]);
  });

  const record = (opponents: object[], pending = false) => ({
    record: { player: person(910_001, 'Alder'), events: 3, won: 5, drawn: 0, lost: 2, first_year: 2019, last_year: 2026 },
    rating: { month: '2026-07', rating_tenths: 18_234, uncertainty_tenths: 412, rank: 1, games: 30 },
    history: pending ? [] : [{ month: '2025-12', rating_tenths: 17_800, uncertainty_tenths: 500, rank: 3, games: 12 }],
    history_pending: pending,
    opponents,
  });
  const met = (number: number | null) => ({
    opponent: number === null ? null : person(number, `Birch${number}`),
    won: 1,
    drawn: 0,
    lost: 0,
  });

  it('says whom of many opponents it shows, and who has no number', async () => {
    server.answers['GET /archive/players/910001'] = () =>
      record([met(null), ...Array.from({ length: 199 }, (_, place) => met(910_100 + place))]);
    server.answers['GET /archive/games'] = () => ({ games: [], total: 0, next_page_token: null });
    router.go('/players/910001', true);
    await render(PlayerPage);
    await expect.element(page.getByText(/^For July 2026, from 30 games\./)).toBeVisible();
    await expect.element(page.getByRole('cell', { name: 'Without a number' })).toBeVisible();
    for (let shown = 20; shown < 200; shown += 20) await page.getByRole('button', { name: 'Show more' }).click();
    await expect.element(page.getByText('The 200 met most often are shown, and no others.')).toBeVisible();
  });

  it('keeps the focus at its heading when another player comes', async () => {
    server.answers['GET /archive/games'] = () => ({ games: [], total: 0, next_page_token: null });
    server.answers['GET /archive/players/910001'] = () => record([]);
    router.go('/players/910001', true);
    await render(PlayerPage);
    const heading = page.getByRole('heading', { level: 1 });
    await expect.element(heading).toHaveTextContent('Ann Alder');
    (heading.element() as HTMLElement).focus();
    router.go('/players/910099', true);
    server.answers['GET /archive/players/910099'] = () => refusal('unknown_player');
    await expect.element(heading).toHaveTextContent('Number 910099');
    await expect.element(heading).toHaveFocus();
  });

  it('shows the ratings of earlier years once they are worked out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const answers = [record([], true), record([])];
      server.answers['GET /archive/players/910001'] = () => answers.shift();
      server.answers['GET /archive/games'] = () => ({ games: [], total: 0, next_page_token: null });
      router.go('/players/910001', true);
      await render(PlayerPage);
      await expect.element(page.getByText('Ratings of earlier years are being worked out.')).toBeVisible();
      await vi.advanceTimersByTimeAsync(3_000);
      await expect.element(page.getByText('At the ends of years')).toBeVisible();
      expect(answers).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('offers another try after other trouble', async () => {
    router.go('/players/910098', true);
    await render(PlayerPage);
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('the search for players', () => {
  const found = (count: number) => ({
    players: Array.from({ length: count }, (_, place) => ({
      player: person(910_001 + place, 'Alder'),
      events: 1,
      won: 1,
      drawn: 0,
      lost: 0,
      first_year: null,
      last_year: null,
    })),
  });
  const search = async (query: string): Promise<void> => {
    router.go(`/players?query=${query}`, true);
    await render(PlayersPage);
  };

  it('says how many there are, once they have come', async () => {
    const coming = held();
    server.answers['GET /archive/players'] = () => coming.answer;
    await search('alder');
    await expect.element(page.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
    coming.letGo(found(2));
    await expect.element(page.getByRole('status')).toHaveTextContent('2 players');
    expect(await violations()).toEqual([]);
  });

  it('says where it ends', async () => {
    server.answers['GET /archive/players'] = () => found(100);
    await search('a');
    await expect.element(page.getByRole('status')).toHaveTextContent('The first 100 players are shown: fill in more of the name.');
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
    server.answers['GET /rating-list'] = list({ official });
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
    server.answers['GET /rating-list'] = list({ official: { ...official, players: 1, offset_tenths: 0, imported_at_ms: null } });
    await render(RatingListPage);
    await expect
      .element(said)
      .toHaveTextContent(/^1 player stands on the official list too: .* in the mean neither higher nor lower here\.$/);
  });

  it('stands alone where there is no official list', async () => {
    server.answers['GET /rating-list'] = list({});
    await render(RatingListPage);
    await expect.element(page.getByText('2 active players')).toBeVisible();
    await expect.element(page.getByText(/^This server’s own calculation for July 2026/)).toBeVisible();
    await expect.element(page.getByRole('columnheader', { name: '± (this server)' })).toBeVisible();
    await expect.element(said).not.toBeInTheDocument();
    await expect.element(page.getByRole('columnheader', { name: 'Official' })).not.toBeInTheDocument();
  });
});
