import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import { router } from '../../src/browser/router.svelte';
import { session } from '../../src/contract/session.svelte';
import type { Account, CasualTerms } from '../../src/contract/types';
import { ownGoing } from '../../src/event/casual-going.svelte';
import type { ClientFrame } from '../../src/live/frames';
import { live } from '../../src/live/live.svelte';
import { seeking } from '../../src/live/seeking.svelte';
import Header from '../../src/pages/frame/Header.svelte';
import CasualGoing from '../../src/pages/frame/CasualGoing.svelte';
import PlayPage from '../../src/pages/play/PlayPage.svelte';
import { refusal, Served, violations } from './served';

const before = location.href;
const FIVE: CasualTerms = { variant: 'othello', main_ms: 300_000, increment_ms: 0 };
const guest = { id: 'me', display_name: 'Guest 12', login: null, administrator: false, operator_account_id: null } as Account;
const player = (account_id: string, program: object = {}) => ({
  account_id,
  display_name: `Guest ${account_id}`,
  live_rating: 1500,
  provisional: true,
  operator_account_id: null,
  operator_display_name: null,
  by_key: false,
  ...program,
});
const open = (account_id: string, more: object = {}) => ({
  player: player(account_id),
  terms: { ...FIVE, variant: 'anti_reversi' },
  color: null,
  lowest: null,
  highest: null,
  since_ms: 1,
  ...more,
});
const lobby = (parts: object = {}) => ({ quick: [FIVE], seeks: [], seeking: 0, playing: [], games: 0, here: [], people: 0, ...parts });

let said: ClientFrame[];
let served: Served;
const sought = () => said.find((frame) => frame.type === 'seek');

function hear(frame: object): void {
  live.connection.beside(frame as Parameters<typeof live.connection.beside>[0]);
}

beforeEach(() => {
  said = [];
  vi.spyOn(live.connection, 'say').mockImplementation((frame) => void said.push(frame));
  router.renew = () => false;
  router.go('/play', true);
  session.ready = true;
  session.account = null;
  served = new Served({
    'GET /lobby': () => lobby({ seeks: [open('7', { color: 'black', lowest: 1400 })], seeking: 1 }),
    'GET /contests': () => ({ contests: [], next_page_token: null }),
    'GET /own-play': () => ({ contests: [], challenges: [] }),
    'POST /guests': () => ({ account: guest, access_token: 'a.b.c', refresh_token: null, device_token: null }),
    'GET /me': () => ({ account: guest, seats: [], directed_tournament_ids: [] }),
  });
});

afterEach(() => {
  void cleanup();
  seeking.stop();
  seeking.dismiss();
  ownGoing.forget();
  session.account = null;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  router.go(before, true);
});

describe('the lobby', () => {
  it('makes whoever presses a time a guest, seeks, says since when, and stops', async () => {
    await render(PlayPage);
    await expect.element(page.getByText('No account is needed', { exact: false })).toBeVisible();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: '5 min no increment' }).click();
    const line = page.getByTestId('seeking');
    await expect.element(line).toHaveTextContent('Seeking Othello, 5 min');
    await expect.poll(sought).toMatchObject({ terms: FIVE, color: null, lowest: null, highest: null });
    expect(served.count('POST /guests')).toBe(1);
    expect(session.account?.id).toBe('me');
    hear({ type: 'seeking', id: sought()?.id, terms: FIVE, since_ms: live.clock.now() });
    await expect.element(line).toHaveTextContent('for 0:0');
    await expect.element(page.getByRole('button', { name: '5 min no increment' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Stop seeking' }).click();
    await expect.element(line).not.toBeInTheDocument();
    expect(said.at(-1)).toEqual({ type: 'unseek' });
    await expect.element(page.getByTestId('guest')).toHaveTextContent('You play as Guest 12');
  });

  it('takes the same terms with one press, and the other colour', async () => {
    session.account = guest;
    await render(PlayPage);
    await expect.element(page.getByText('Anti-Reversi, 5 min, wants Black, ratings from 1400')).toBeVisible();
    await page.getByRole('button', { name: 'Play Guest 7, Anti-Reversi, 5 min' }).click();
    await expect.poll(sought).toMatchObject({ terms: { variant: 'anti_reversi' }, color: 'white' });
    expect(served.count('POST /guests')).toBe(0);
  });

  it('says why nobody sits down yet, where the one beside whose name it was pressed still seeks', async () => {
    session.account = guest;
    await render(PlayPage);
    await page.getByRole('button', { name: 'Play Guest 7, Anti-Reversi, 5 min' }).click();
    await expect.poll(sought).toBeDefined();
    const now = live.clock.now();
    const clock = vi.spyOn(live.clock, 'now').mockReturnValue(now + 1_000);
    hear({ type: 'seeking', id: sought()?.id, terms: FIVE, since_ms: now });
    const line = page.getByTestId('seeking');
    await expect.element(line).toHaveTextContent('for 0:0');
    await expect.element(line).not.toHaveTextContent('met lately');
    clock.mockReturnValue(now + 2_000);
    await expect.element(line).toHaveTextContent('Guest 7 seeks the same. Two who met lately wait up to a minute for each other.');
    expect(await violations()).toEqual([]);
    served.answers['GET /lobby'] = () => lobby();
    clock.mockReturnValue(now + 60_000);
    seeking.stop();
    await seeking.seek({ terms: FIVE, color: null, lowest: null, highest: null });
    await expect.element(line).toHaveTextContent('Seeking Othello, 5 min');
    await expect.element(line).not.toHaveTextContent('met lately');
  });

  it('says that nobody came once a seek has stood as long as one may', async () => {
    session.account = guest;
    await render(PlayPage);
    await page.getByRole('button', { name: '5 min no increment' }).click();
    await expect.poll(sought).toBeDefined();
    const id = sought()?.id;
    hear({ type: 'seeking', id, terms: FIVE, since_ms: live.clock.now() });
    await expect.element(page.getByTestId('seeking')).toBeVisible();
    const problem = { code: 'seek_lapsed', title: 'No', detail: 'Seek again.', rule: null, parameters: {}, field: null };
    hear({ type: 'refused', id, problem });
    await expect.element(page.getByText('You sought for an hour, and nobody came.')).toBeVisible();
    await expect.element(page.getByTestId('seeking')).not.toBeInTheDocument();
    expect(await violations()).toEqual([]);
  });

  it('says of programs that they are, and who operates them', async () => {
    const operated = { operator_account_id: 'pat', operator_display_name: 'Pat Example', by_key: true };
    const playing = { game_id: 'g', black: player('8', { by_key: true }), white: player('9'), terms: FIVE, over_at_ms: null, result: null };
    served.answers['GET /lobby'] = () => lobby({ seeks: [open('7', { player: player('7', operated) })], playing: [playing], games: 1 });
    await render(PlayPage);
    await expect.element(page.getByText('program of Pat Example')).toBeVisible();
    expect(page.getByText('program under this account').elements()).toHaveLength(1);
    await page.viewport(320, 640);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    expect(await violations()).toEqual([]);
  });

  it('shows who is here, the own name among them, and says how many where nobody is', async () => {
    session.account = guest;
    const operated = { operator_account_id: 'pat', operator_display_name: 'Pat Example', by_key: true };
    served.answers['GET /lobby'] = () => lobby({ here: [player('7', operated), player('me')], people: 2 });
    await render(PlayPage);
    await expect.element(page.getByTestId('counts')).toHaveTextContent('2 people are here. 0 players seek a game.');
    const here = page.getByRole('region', { name: 'Who is here' });
    await expect.element(here.getByRole('link', { name: 'Guest 7' })).toHaveAttribute('href', '/play/games/7');
    await expect.element(here.getByText('program of Pat Example')).toBeVisible();
    expect(here.getByRole('listitem').elements()).toHaveLength(2);
    await expect.element(here.getByRole('listitem').last()).toHaveTextContent(/^Guest me.*You$/);
    expect(here.getByText('You', { exact: true }).elements()).toHaveLength(1);
    expect(await violations()).toEqual([]);
    void cleanup();
    served.answers['GET /lobby'] = () => lobby();
    await render(PlayPage);
    await expect.element(page.getByText('Nobody is here now.')).toBeVisible();
    await expect.element(page.getByTestId('counts')).toHaveTextContent('0 people are here.');
  });

  it('folds those who stand behind many, and says that not all are listed', async () => {
    const here = Array.from({ length: 45 }, (_, number) => player(`${100 + number}`));
    served.answers['GET /lobby'] = () => lobby({ here, people: 60 });
    await render(PlayPage);
    await expect.element(page.getByRole('link', { name: 'Guest 119' })).toBeVisible();
    await expect.element(page.getByText('Guest 120')).not.toBeVisible();
    await page.getByText('and 25 more').click();
    await expect.element(page.getByRole('link', { name: 'Guest 144' })).toBeVisible();
    await expect.element(page.getByText('The 45 with the highest ratings are listed.')).toBeVisible();
    await page.viewport(320, 640);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    expect(await violations()).toEqual([]);
  });

  it('leads to arenas and ladders, the first of them by name', async () => {
    const contest = {
      id: 'c1',
      kind: 'arena',
      title: 'Thursday arena',
      terms: FIVE,
      starts_at_ms: live.clock.now() - 60_000,
      ends_at_ms: live.clock.now() + 600_000,
      state: 'running',
      entrants: 23,
    };
    served.answers['GET /contests'] = () => ({ contests: [contest], next_page_token: null });
    await render(PlayPage);
    const line = page.getByTestId('contest');
    await expect.element(line).toHaveTextContent(/Thursday arena.*Arena, Othello, 5 min.*23 players.*ends in (10:00|9:5\d)/);
    await expect.element(line.getByRole('link')).toHaveAttribute('href', '/contests/c1');
    await expect.element(page.getByRole('link', { name: 'All of them, and a form to start one' })).toHaveAttribute('href', '/contests');
    expect(served.asked.find((one) => one.startsWith('GET /contests'))).toContain('page_size=3');
    expect(await violations()).toEqual([]);
  });

  it('says why nothing is sought, and leads to the own game', async () => {
    const playing = { game_id: 'g', black: player('me'), white: player('7'), terms: FIVE, over_at_ms: null, result: null };
    served.answers['POST /guests'] = () => refusal('too_many_requests', 429);
    await render(PlayPage);
    await page.getByRole('button', { name: '5 min no increment' }).click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(page.getByTestId('seeking')).not.toBeInTheDocument();
    void cleanup();
    session.account = guest;
    served.answers['GET /lobby'] = () => lobby({ playing: [playing], games: 1 });
    await render(PlayPage);
    await expect.element(page.getByText('Your game against Guest 7 goes on.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Go to the table' })).toHaveAttribute('href', '/g/g');
  });

  it('finds the own game where there are too many to list', async () => {
    const playing = { game_id: 'g', black: player('me'), white: player('7'), terms: FIVE, over_at_ms: null, result: null };
    session.account = guest;
    served.answers['GET /lobby'] = () => lobby({ playing: [], games: 120 });
    served.answers['GET /accounts/me/casual-games'] = () => ({ games: [playing], next_page_token: null });
    await render(PlayPage);
    await expect.element(page.getByRole('link', { name: 'Go to the table' })).toHaveAttribute('href', '/g/g');
  });
});

describe('the way back to the own game', () => {
  const game = (over_at_ms: number | null) => ({
    game_id: 'g',
    black: player('7'),
    white: player('me'),
    terms: FIVE,
    over_at_ms,
    result: null,
    contest_id: 'c1',
  });
  const LIST = 'GET /accounts/me/casual-games';
  const stands = (over_at_ms: number | null) => {
    served.answers[LIST] = () => ({ games: [game(over_at_ms)], next_page_token: 'more' });
  };
  const going = (over_at_ms: number | null) => {
    session.account = guest;
    ownGoing.forget();
    stands(over_at_ms);
    return render(CasualGoing);
  };
  const on = async (path: string) => {
    void cleanup();
    router.go(path, true);
    await render(Header, {});
  };

  it('stands there as long as the game goes on', async () => {
    await going(null);
    await expect.element(page.getByTestId('own-casual')).toHaveTextContent('Your game against Guest 7 goes on.');
    await expect.element(page.getByRole('link', { name: 'Go to the table' })).toHaveAttribute('href', '/g/g');
    expect(await violations()).toEqual([]);
  });

  it('is not there after the last game, nor twice for one that has just begun', async () => {
    await going(5);
    await expect.poll(() => served.count(LIST)).toBe(1);
    await expect.element(page.getByTestId('own-casual')).not.toBeInTheDocument();
    void cleanup();
    await going(null);
    await expect.element(page.getByTestId('own-casual')).toBeVisible();
    seeking.begun = 'g';
    await expect.element(page.getByTestId('own-casual')).not.toBeInTheDocument();
  });

  it('stands on every page, but at the table and on the page of its contest, and goes with the game', async () => {
    session.account = guest;
    stands(null);
    await on('/archive');
    await expect.element(page.getByTestId('own-casual')).toHaveTextContent('Your game against Guest 7 goes on.');
    expect(await violations()).toEqual([]);
    router.go('/contests/c1', true);
    await expect.element(page.getByTestId('own-casual')).not.toBeInTheDocument();
    router.go('/help', true);
    await expect.element(page.getByTestId('own-casual')).toBeVisible();
    router.go('/g/g', true);
    await expect.element(page.getByTestId('own-casual')).not.toBeInTheDocument();
    stands(5);
    const asked = served.count(LIST);
    await on('/archive');
    await expect.poll(() => served.count(LIST)).toBe(asked + 1);
    await expect.poll(() => ownGoing.game).toBeNull();
    await expect.element(page.getByTestId('own-casual')).not.toBeInTheDocument();
  });

  it('is asked for once where no game goes on, and again when one is booked', async () => {
    session.account = guest;
    stands(5);
    await on('/archive');
    await expect.poll(() => served.count(LIST)).toBe(1);
    await on('/contests');
    await on('/account');
    expect(served.count(LIST)).toBe(1);
    stands(null);
    hear({ type: 'booked', game: 'g', color: 'white', opponent_account_id: '7', terms: FIVE, starts_at_ms: 0 });
    await expect.poll(() => served.count(LIST)).toBe(2);
    await expect.poll(() => ownGoing.game?.game_id).toBe('g');
  });
});

describe('what is sought', () => {
  beforeEach(() => {
    session.account = guest;
  });
  const seek = () => seeking.seek({ terms: FIVE, color: null, lowest: null, highest: null });

  it('is said again on a line that stands anew, and keeps since when it stands', async () => {
    await seek();
    hear({ type: 'seeking', id: sought()?.id, terms: FIVE, since_ms: 5 });
    live.connection.beside(null);
    expect(said.filter(({ type }) => type === 'seek')).toHaveLength(2);
    hear({ type: 'seeking', id: sought()?.id, terms: FIVE, since_ms: live.clock.now() });
    expect(seeking.sinceMs).toBe(5);
  });

  it('ends with a refusal of it alone', async () => {
    await seek();
    const problem = { code: 'already_booked', title: 'No', detail: 'You are booked.', rule: null, parameters: {}, field: null };
    hear({ type: 'refused', id: 'another', problem });
    expect(seeking.sought).not.toBeNull();
    hear({ type: 'refused', id: sought()?.id, problem });
    expect([seeking.sought, seeking.problem?.code]).toEqual([null, 'already_booked']);
  });

  it('is said again a little later where it could not stand yet, and not once it stands', async () => {
    await seek();
    const id = sought()?.id;
    const problem = { code: 'unavailable', title: 'No', detail: 'Not now.', rule: null, parameters: {}, field: null };
    const times = () => said.filter(({ type }) => type === 'seek').length;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      hear({ type: 'refused', id, problem });
      vi.advanceTimersByTime(10_000);
      expect(times()).toBe(2);
      hear({ type: 'refused', id, problem });
      hear({ type: 'seeking', id, terms: FIVE, since_ms: 5 });
      vi.advanceTimersByTime(10_000);
      expect(times()).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('leads to the table from whatever page, once for each game', async () => {
    router.go('/archive', true);
    await seek();
    const booked = { type: 'booked', game: 'g1', color: 'black', opponent_account_id: '7', terms: FIVE, starts_at_ms: 0 };
    hear(booked);
    expect([router.path, seeking.sought]).toEqual(['/g/g1', null]);
    router.go('/play', true);
    hear(booked);
    expect(router.path).toBe('/play');
  });

  it('is told on every page, as is a game that begins while another page is looked at', async () => {
    router.go('/archive', true);
    await render(Header, {});
    await seek();
    await expect.element(page.getByTestId('seeking')).toHaveTextContent('Seeking Othello, 5 min');
    await page.getByRole('button', { name: 'Stop seeking' }).click();
    await expect.element(page.getByTestId('seeking')).not.toBeInTheDocument();
    hear({ type: 'booked', game: 'g2', color: 'white', opponent_account_id: '7', terms: FIVE, starts_at_ms: 0 });
    expect(router.path).toBe('/archive');
    await expect.element(page.getByRole('link', { name: 'Go to the table' })).toHaveAttribute('href', '/g/g2');
    router.go('/g/g2', true);
    await expect.element(page.getByRole('link', { name: 'Go to the table' })).not.toBeInTheDocument();
  });
});
