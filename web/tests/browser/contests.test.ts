import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import { router } from '../../src/browser/router.svelte';
import { casualStanding } from '../../src/contract/casual-standing.svelte';
import { session } from '../../src/contract/session.svelte';
import type { Account, CasualGame, Contest, ContestEntrant, LadderChallenge } from '../../src/contract/types';
import type { ClientFrame } from '../../src/live/frames';
import { live } from '../../src/live/live.svelte';
import { seeking } from '../../src/live/seeking.svelte';
import ContestsPage from '../../src/pages/contests/ContestsPage.svelte';
import ContestEnd from '../../src/pages/table/ContestEnd.svelte';
import { refusal, Served, violations } from './served';

const before = location.href;
const DAY_MS = 86_400_000;
const member = { id: 'me', display_name: 'Ragna', login: 'ragna', administrator: false, operator_account_id: null } as Account;
const guest = { ...member, display_name: 'Guest 12', login: null } as Account;
const TERMS = { variant: 'othello', main_ms: 180_000, increment_ms: 2_000 } as const;

const player = (account_id: string) => ({
  account_id,
  display_name: account_id === 'me' ? 'Ragna' : `Player ${account_id}`,
  live_rating: 1500,
  provisional: true,
  operator_account_id: null,
  operator_display_name: null,
  by_key: false,
});
const entrant = (account_id: string, place: number | null, more: Partial<ContestEntrant> = {}): ContestEntrant => ({
  place,
  player: player(account_id),
  points: 0,
  games: 0,
  wins: 0,
  draws: 0,
  losses: 0,
  discs: 0,
  streak: 0,
  game_id: null,
  waiting: false,
  left: false,
  removed: false,
  ...more,
});
const arena = (more: Partial<Contest> = {}): Contest => ({
  id: 'c1',
  kind: 'arena',
  title: 'Thursday arena',
  founder_account_id: '1',
  founder_display_name: 'Player 1',
  terms: TERMS,
  arena: { length_ms: 3_600_000, win: 2, draw: 1, loss: 0, streak: 2 },
  ladder: null,
  programs: false,
  starts_at_ms: live.clock.now() - 600_000,
  ends_at_ms: live.clock.now() + 3_000_000,
  state: 'running',
  entrants: 3,
  ...more,
});
const ladder = (more: Partial<Contest> = {}): Contest =>
  arena({
    kind: 'ladder',
    title: 'Club ladder',
    arena: null,
    ladder: { reach: 2, play_within_ms: 7 * DAY_MS, rest_ms: 0, taking: 'insert' },
    ends_at_ms: null,
    ...more,
  });
const game = (game_id: string, more: Partial<CasualGame> = {}): CasualGame => ({
  game_id,
  black: player('1'),
  white: player('2'),
  terms: TERMS,
  origin: 'seeks',
  booked_at_ms: live.clock.now() - 60_000,
  starts_at_ms: live.clock.now() - 60_000,
  over_at_ms: null,
  result: null,
  rematch_wanted_by: [],
  one_person: false,
  contest_id: 'c1',
  ...more,
});
const over = (game_id: string): CasualGame =>
  game(game_id, {
    over_at_ms: live.clock.now() - 1_000,
    result: { black_discs: 40, white_discs: 24, winner: 'black', rated: true },
  });
const challenge = (by: string, of: string): LadderChallenge => ({
  challenger: entrant(by, 2),
  challenged: entrant(of, 1, { waiting: true }),
  at_ms: live.clock.now(),
  due_ms: live.clock.now() + DAY_MS,
  challenger_days: 0,
  challenged_days: 1,
});

/** A program's account. */
const operated = (account_id: string) => ({
  ...player(account_id),
  operator_account_id: 'pat',
  operator_display_name: 'Pat Example',
  by_key: true,
});
const NO_STANDING = { mute: null, bar: null, moderator: false };

let said: ClientFrame[];
let served: Served;
const sought = () => said.find((frame) => frame.type === 'seek');

function hear(frame: object): void {
  live.connection.beside(frame as Parameters<typeof live.connection.beside>[0]);
}

/** What the contest's page is told. */
function stands(contest: Contest, entrants: ContestEntrant[], more: object = {}): void {
  served.answers['GET /contests/c1'] = () => ({ contest, entrants, challenges: [], playing: [], ...more });
}

/** Whoever is signed in is a moderator, until the test is over. */
async function moderates(): Promise<void> {
  served.answers['GET /casual-standing'] = () => ({ ...NO_STANDING, moderator: true });
  await casualStanding.again();
}

beforeEach(() => {
  said = [];
  vi.spyOn(live.connection, 'say').mockImplementation((frame) => void said.push(frame));
  router.renew = () => false;
  router.go('/contests/c1', true);
  session.ready = true;
  session.account = member;
  served = new Served({
    'GET /contests': () => ({ contests: [], next_page_token: null }),
    'GET /contests/c1/games': () => ({ games: [], next_page_token: null }),
    'GET /casual-standing': () => NO_STANDING,
  });
});

afterEach(async () => {
  void cleanup();
  seeking.stop();
  // What is known of the account outlives a test.
  served.answers['GET /casual-standing'] = () => NO_STANDING;
  session.account = member;
  await casualStanding.again();
  session.account = null;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  router.go(before, true);
});

describe('arenas and ladders', () => {
  const all = (over: boolean) =>
    over
      ? [arena({ id: 'c3', title: 'Last night', state: 'last_games' }), arena({ id: 'c4', title: 'Long ago', state: 'over' })]
      : [ladder({ id: 'c2' }), arena({ state: 'coming', starts_at_ms: live.clock.now() + 3 * DAY_MS })];

  beforeEach(() => {
    router.go('/contests', true);
    served.answers['GET /contests'] = (query) => ({ contests: all(query.get('over') === 'true'), next_page_token: null });
  });

  it('are listed by how they stand', async () => {
    await render(ContestsPage, { view: '' });
    const of = (name: string) => page.getByRole('region', { name });
    await expect.element(of('Running now')).toHaveTextContent(/Club ladder.*since .*Last night.*last games/);
    await expect.element(of('Coming')).toHaveTextContent(/Thursday arena.*begins /);
    await expect.element(of('Over')).toHaveTextContent(/Long ago.*ended /);
    expect(await violations()).toEqual([]);
  });

  it('fit the narrowest phone', async () => {
    await page.viewport(320, 640);
    await render(ContestsPage, { view: '' });
    await expect.element(page.getByText('Long ago')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    await page.viewport(1440, 900);
  });

  it('are founded by keyboard, with rules that stand there at first', async () => {
    let asked = '';
    served.answers['POST /contests'] = () => ((asked = 'founded'), arena({ id: 'c9' }));
    await render(ContestsPage, { view: '' });
    await page.getByLabelText('What it is called').fill('Thursday arena');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => router.path).toBe('/contests/c9');
    expect(asked).toBe('founded');
  });

  it('show of each kind the rules that it has', async () => {
    await render(ContestsPage, { view: '' });
    await expect.element(page.getByLabelText('Minutes each')).toHaveValue('3');
    await page.getByLabelText('Kind').selectOptions('Ladder');
    await expect.element(page.getByLabelText('Minutes each')).toHaveValue('10');
    await expect.element(page.getByLabelText('Points for a win')).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Found a' })).not.toBeInTheDocument();
    expect(await violations()).toEqual([]);
  });

  it('take a password to be founded', async () => {
    session.account = guest;
    await render(ContestsPage, { view: '' });
    await expect.element(page.getByTestId('member')).toHaveTextContent('You play as Guest 12, a guest of this browser.');
    await expect.element(page.getByRole('link', { name: 'Choose a password' })).toHaveAttribute('href', '/sign-in?new&then=%2Fcontests');
    await expect.element(page.getByLabelText('What it is called')).not.toBeInTheDocument();
  });
});

describe('an arena', () => {
  const list = () => [
    entrant('1', 1, { points: 8, wins: 3, games: 3, discs: 48, streak: 3, game_id: 'g1' }),
    entrant('2', 2, { points: 2, wins: 1, losses: 2, games: 3, discs: -12, waiting: true }),
    entrant('3', 3, { left: true }),
  ];
  const row = (account: string) => page.getByTestId('entrants').element().querySelector(`[data-entrant="${account}"]`);

  it('is watched by anybody: standings, games and rules', async () => {
    session.account = null;
    stands(arena(), list(), { playing: [game('g1')] });
    served.answers['GET /contests/c1/games'] = () => ({ games: [game('g1'), over('g0')], next_page_token: null });
    await render(ContestsPage, { view: 'c1' });
    await expect.element(page.getByRole('heading', { name: 'Thursday arena' })).toBeVisible();
    await expect.element(page.getByTestId('contest-when')).toHaveTextContent(/ends in (50:00|49:5\d)/);
    await expect.element(page.getByText('Points: 2 for a win, 1 for a draw, 0 for a loss.', { exact: false })).toBeVisible();
    expect(row('1')?.textContent).toMatch(/Player 1.*8.*3 won, 0 drawn, 0 lost.*\+48.*3.*games count double.*Plays/s);
    expect(row('2')?.textContent).toMatch(/−12.*Waits/s);
    expect(row('3')?.textContent).toContain('Has left');
    await expect.element(page.getByRole('link', { name: 'Watch Player 1 – Player 2' })).toHaveAttribute('href', '/g/g1');
    await expect.element(page.getByTestId('games-played')).toHaveTextContent(/Player 1\s*40.*Player 2\s*24/);
    expect(page.getByTestId('games-played').getByTestId('game').elements()).toHaveLength(1);
    await expect
      .element(page.getByRole('link', { name: 'Sign in or create an account' }))
      .toHaveAttribute('href', '/sign-in?then=%2Fcontests%2Fc1');
    await expect.element(page.getByTestId('contest-order')).not.toBeInTheDocument();
    expect(await violations()).toEqual([]);
  });

  it('marks programs wherever they stand', async () => {
    const keyed = { ...player('2'), by_key: true };
    const both = { black: operated('1'), white: keyed };
    const lines = [entrant('1', 1, { player: both.black }), entrant('2', 2, { player: keyed }), entrant('3', 3)];
    stands(arena({ programs: true, founder_account_id: 'me' }), lines, { playing: [game('g1', both)] });
    served.answers['GET /contests/c1/games'] = () => ({ games: [{ ...over('g0'), ...both }], next_page_token: null });
    await render(ContestsPage, { view: 'c1' });
    const games = page.getByTestId('game');
    await expect.poll(() => games.elements().length).toBe(2);
    for (const line of games.elements()) {
      expect(line.textContent).toMatch(/Player 1.*program of Pat Example.*Player 2.*program under this account/s);
    }
    expect(row('1')?.textContent).toContain('program of Pat Example');
    expect(row('2')?.textContent).toContain('program under this account');
    expect(row('3')?.textContent).not.toContain('program');
    const order = page.getByTestId('contest-order');
    await order.getByRole('button', { name: 'Remove a player' }).click();
    await order.getByLabelText('Who').selectOptions('Player 1 (program of Pat Example)');
    await expect.element(order.getByRole('button', { name: 'Remove Player 1' })).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it('fits the narrowest phone', async () => {
    await page.viewport(320, 640);
    const playing = [game('g1', { black: { ...operated('1'), operator_display_name: 'Pat Example-Fotheringay' } })];
    stands(arena({ title: 'An arena of a name that is very long indeed' }), [...list(), entrant('me', 4)], { playing });
    await render(ContestsPage, { view: 'c1' });
    await expect.element(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    expect(await violations()).toEqual([]);
    await page.viewport(1440, 900);
  });

  it('tells a guest to choose a password', async () => {
    session.account = guest;
    stands(arena(), list());
    await render(ContestsPage, { view: 'c1' });
    await expect.element(page.getByTestId('member')).toHaveTextContent('It takes an account with a password to enter.');
    await expect.element(page.getByRole('button', { name: 'Enter' })).not.toBeInTheDocument();
  });

  it('is entered with one press, played with the next, and waits in words', async () => {
    stands(arena(), list());
    served.answers['PUT /contests/c1/entry'] = () => {
      stands(arena(), [...list(), entrant('me', 3)]);
      return entrant('me', 3);
    };
    await render(ContestsPage, { view: 'c1' });
    await expect.element(page.getByRole('button', { name: 'Enter' })).toBeVisible();
    (page.getByRole('button', { name: 'Enter' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByTestId('own-part')).toHaveTextContent('You stand at place 3.');
    await expect.element(page.getByTestId('own-part')).toHaveFocus();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(sought).toMatchObject({ contest: 'c1', terms: TERMS, color: null, lowest: null, highest: null });
    hear({ type: 'seeking', id: sought()?.id, terms: TERMS, since_ms: live.clock.now() });
    await expect.element(page.getByTestId('seeking')).toHaveTextContent(/Waiting for an opponent.*for 0:0/);
    expect(page.getByTestId('seeking').elements()).toHaveLength(1);
    hear({ type: 'booked', game: 'g5', color: 'black', opponent_account_id: '2', terms: TERMS, starts_at_ms: 0 });
    expect(router.path).toBe('/g/g5');
  });

  it('is played on by whoever comes for the next game, once', async () => {
    router.go('/contests/c1?play', true);
    stands(arena(), [...list(), entrant('me', 4)]);
    await render(ContestsPage, { view: 'c1' });
    await expect.element(page.getByTestId('seeking')).toBeVisible();
    expect(router.here).toBe('/contests/c1');
    await page.getByRole('button', { name: 'Stop seeking' }).click();
    await expect.element(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    expect(said.filter(({ type }) => type === 'seek')).toHaveLength(1);
  });

  it('is waited for by nobody once it pairs no more', async () => {
    stands(arena(), [entrant('me', 1)]);
    await render(ContestsPage, { view: 'c1' });
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.element(page.getByTestId('seeking')).toBeVisible();
    stands(arena({ state: 'last_games', ends_at_ms: live.clock.now() }), [entrant('me', 1)]);
    await expect.element(page.getByTestId('seeking')).not.toBeInTheDocument();
    expect(said.at(-1)).toEqual({ type: 'unseek' });
    await expect.element(page.getByText('Time is up. Games that have begun still count.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Leave' })).not.toBeInTheDocument();
  });

  it('says in words why nobody is sought, and leads to the own game', async () => {
    stands(arena(), [entrant('me', 1)]);
    await render(ContestsPage, { view: 'c1' });
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(sought).toBeDefined();
    const problem = { code: 'not_begun', title: 'No', detail: 'This contest has not begun yet.', rule: null, parameters: {}, field: null };
    hear({ type: 'refused', id: sought()?.id, problem });
    await expect.element(page.getByRole('alert')).toHaveTextContent('This contest has not begun yet.');
    void cleanup();
    expect(seeking.problem).toBeNull();
    stands(arena(), [entrant('me', 1, { game_id: 'g1' })], { playing: [game('g1', { black: player('me') })] });
    await render(ContestsPage, { view: 'c1' });
    await expect.element(page.getByText('Your game against Player 2 goes on.')).toBeVisible();
    await expect.element(page.getByTestId('own-part').getByRole('link', { name: 'Go to the table' })).toHaveAttribute('href', '/g/g1');
  });

  it('has the own line below those that are shown, and shows more of them', async () => {
    const many = Array.from({ length: 150 }, (_, place) => entrant(`p${place}`, place + 1));
    const own = entrant('me', 151, { points: 1 });
    stands(arena({ entrants: 151 }), many.slice(0, 100));
    served.answers['GET /contests/c1/entrants/me'] = () => own;
    served.answers['GET /contests/c1/entrants'] = (query) => ({
      entrants: [...many, own].slice(0, Number(query.get('page_size'))),
      next_page_token: null,
    });
    await render(ContestsPage, { view: 'c1' });
    const rows = () => page.getByTestId('entrants').element().querySelectorAll('[data-entrant]');
    await expect.poll(() => rows().length).toBe(101);
    expect(rows()[100]?.textContent).toContain('151');
    await page.getByRole('button', { name: 'Show more players' }).click();
    await expect.poll(() => rows().length).toBe(151);
    await expect.element(page.getByRole('button', { name: 'Show more players' })).not.toBeInTheDocument();
  });

  it('asks once for the line of whoever has not entered a long list', async () => {
    stands(
      arena({ entrants: 100 }),
      Array.from({ length: 100 }, (_, place) => entrant(`p${place}`, place + 1)),
    );
    served.answers['GET /contests/c1/entrants/me'] = () => refusal('unknown_contest_entrant');
    await render(ContestsPage, { view: 'c1' });
    await expect.element(page.getByRole('button', { name: 'Enter' })).toBeVisible();
    const { length } = served.asked;
    await expect.poll(() => served.asked.length).toBeGreaterThan(length);
    expect(served.count('GET /contests/c1/entrants/me')).toBe(1);
  });

  it('is kept in order by its founder, who is asked first', async () => {
    stands(arena({ founder_account_id: 'me' }), list());
    served.answers['DELETE /contests/c1/entrants/2'] = () => {
      stands(arena({ founder_account_id: 'me' }), [entrant('2', null, { removed: true })]);
      return entrant('2', null, { removed: true });
    };
    served.answers['POST /contests/c1/end'] = () => {
      stands(arena({ founder_account_id: 'me', state: 'called_off' }), []);
      return arena({ state: 'called_off' });
    };
    await render(ContestsPage, { view: 'c1' });
    const order = page.getByTestId('contest-order');
    await order.getByRole('button', { name: 'Remove a player' }).click();
    await order.getByLabelText('Who').selectOptions('Player 2');
    await order.getByRole('button', { name: 'Remove Player 2' }).click();
    await page.getByTestId('confirm').getByRole('button', { name: 'Remove Player 2' }).click();
    await expect.poll(() => row('2')?.textContent).toContain('Removed');
    expect(served.sent('DELETE /contests/c1/entrants/2')).toEqual({});
    await order.getByRole('button', { name: 'End it now' }).click();
    await expect.element(page.getByTestId('confirm')).toHaveTextContent('End Thursday arena now?');
    await page.getByTestId('confirm').getByRole('button', { name: 'End it now' }).click();
    await expect.element(page.getByTestId('contest-when')).toHaveTextContent('ended early');
    expect(served.sent('POST /contests/c1/end')).toEqual({});
    expect(await violations()).toEqual([]);
  });

  it('is kept in order by moderators', async () => {
    void moderates();
    stands(arena(), list());
    await render(ContestsPage, { view: 'c1' });
    await expect.element(page.getByTestId('contest-order')).toBeVisible();
    served.answers['GET /casual-standing'] = () => NO_STANDING;
    await casualStanding.again();
    await expect.element(page.getByTestId('contest-order')).not.toBeInTheDocument();
  });

  it('is kept in order by a moderator who says why', async () => {
    await moderates();
    stands(arena(), list());
    served.answers['DELETE /contests/c1/entrants/2'] = () => {
      stands(arena(), [entrant('2', null, { removed: true })]);
      return entrant('2', null, { removed: true });
    };
    served.answers['POST /contests/c1/end'] = () => {
      stands(arena({ state: 'called_off', title: '' }), []);
      return arena({ state: 'called_off', title: '' });
    };
    await render(ContestsPage, { view: 'c1' });
    const order = page.getByTestId('contest-order');
    await order.getByRole('button', { name: 'Remove a player' }).click();
    await order.getByLabelText('Who').selectOptions('Player 2');
    await expect.element(order.getByRole('button', { name: 'Remove a player' }).last()).toBeDisabled();
    await order.getByLabelText('Reason').fill('Games given away');
    expect(await violations()).toEqual([]);
    await order.getByRole('button', { name: 'Remove Player 2' }).click();
    await page.getByTestId('confirm').getByRole('button', { name: 'Remove Player 2' }).click();
    await expect.poll(() => row('2')?.textContent).toContain('Removed');
    expect(served.sent('DELETE /contests/c1/entrants/2')).toEqual({ reason: 'Games given away' });
    await order.getByRole('button', { name: 'End it now' }).click();
    await order.getByLabelText('Reason').fill('The title insults a player');
    await order.getByRole('button', { name: 'End it now' }).last().click();
    await page.getByTestId('confirm').getByRole('button', { name: 'End it now' }).click();
    await expect.element(page.getByTestId('contest-when')).toHaveTextContent('ended early');
    expect(served.sent('POST /contests/c1/end')).toEqual({ reason: 'The title insults a player' });
  });

  it('that is over loses its name to a moderator who says why, and nothing else', async () => {
    await moderates();
    const ended = (title: string) => arena({ state: 'over', ends_at_ms: live.clock.now() - 60_000, title });
    stands(ended('Rude words'), list());
    served.answers['POST /contests/c1/end'] = () => {
      stands(ended(''), list());
      return ended('');
    };
    await render(ContestsPage, { view: 'c1' });
    const order = page.getByTestId('contest-order');
    await order.getByRole('button', { name: 'Remove its name' }).click();
    await order.getByLabelText('Reason').fill('The title insults a player');
    expect(await violations()).toEqual([]);
    await order.getByRole('button', { name: 'Remove its name' }).last().click();
    await expect.element(page.getByTestId('confirm')).toHaveTextContent('Remove the name Rude words?');
    await page.getByTestId('confirm').getByRole('button', { name: 'Remove its name' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Arena' })).toBeVisible();
    expect(served.sent('POST /contests/c1/end')).toEqual({ reason: 'The title insults a player' });
    await expect.element(order.getByRole('button', { name: 'End it now' })).toBeDisabled();
    await expect.element(page.getByTestId('contest-when')).toHaveAttribute('data-state', 'over');
  });

  it('that is over keeps its name from whoever founded it, moderator or not', async () => {
    await moderates();
    stands(arena({ founder_account_id: 'me', state: 'called_off' }), list());
    await render(ContestsPage, { view: 'c1' });
    await expect.element(page.getByRole('button', { name: 'End it now' })).toBeDisabled();
    await expect.element(page.getByRole('button', { name: 'Remove its name' })).not.toBeInTheDocument();
  });

  it('is not kept in order by a moderator who has entered it', async () => {
    await moderates();
    stands(arena(), [...list(), entrant('me', null, { left: true })]);
    await render(ContestsPage, { view: 'c1' });
    await expect.element(page.getByRole('button', { name: 'Enter' })).toBeVisible();
    await expect.element(page.getByTestId('contest-order')).not.toBeInTheDocument();
  });

  it('that is over keeps its players, and has the name of its kind where a moderator ended it', async () => {
    stands(arena({ founder_account_id: 'me', state: 'called_off', title: '' }), list());
    await render(ContestsPage, { view: 'c1' });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Arena' })).toBeVisible();
    await expect.element(page.getByTestId('contest-order')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Remove a player' })).not.toBeInTheDocument();
    expect(await violations()).toEqual([]);
  });

  it('that is over names who won, and says once how it ended', async () => {
    stands(arena({ state: 'called_off' }), [entrant('1', 1, { games: 2 }), entrant('2', 1, { games: 3 }), entrant('3', 3, { games: 1 })]);
    await render(ContestsPage, { view: 'c1' });
    await expect.element(page.getByTestId('contest-winners')).toHaveTextContent('Won by Player 1 and Player 2.');
    await expect.element(page.getByTestId('own-part')).toHaveTextContent('It is over.');
    expect(page.getByText(/ended early/i).elements()).toHaveLength(1);
    expect(await violations()).toEqual([]);
  });

  it('that ended early names nobody as its winner while its last games go on, and leads whoever left back to his own', async () => {
    const own = entrant('me', null, { left: true, game_id: 'g1' });
    stands(arena({ state: 'called_off' }), [entrant('1', 1, { games: 2 }), own], { playing: [game('g1', { black: player('me') })] });
    served.answers['GET /contests/c1/entrants/me'] = () => own;
    await render(ContestsPage, { view: 'c1' });
    await expect.element(page.getByTestId('own-part').getByRole('link', { name: 'Go to the table' })).toHaveAttribute('href', '/g/g1');
    await expect.element(page.getByTestId('contest-winners')).not.toBeInTheDocument();
    expect(await violations()).toEqual([]);
  });

  it('that is not there is looked for once, and leads to the others', async () => {
    served.answers['GET /contests/c1'] = () => refusal('unknown_contest');
    await render(ContestsPage, { view: 'c1' });
    await expect.element(page.getByRole('heading', { name: 'There is no such arena or ladder' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'All arenas and ladders' })).toHaveAttribute('href', '/contests');
  });
});

describe('a ladder', () => {
  const list = () => ['1', '2', '3', 'me', '5'].map((account, place) => entrant(account, place + 1));

  it('offers a challenge to those within reach', async () => {
    stands(ladder(), list());
    served.answers['POST /contests/c1/challenges'] = () => {
      stands(ladder(), list(), { challenges: [challenge('me', '3')] });
      return ladder();
    };
    await render(ContestsPage, { view: 'c1' });
    await expect.element(page.getByRole('button', { name: 'Challenge Player 2' })).toBeVisible();
    const names = page
      .getByRole('button', { name: /^Challenge / })
      .elements()
      .map((one) => one.getAttribute('aria-label'));
    expect(names).toEqual(['Challenge Player 2', 'Challenge Player 3']);
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'Challenge Player 3' }).click();
    await expect.element(page.getByTestId('own-challenge')).toHaveTextContent('You have challenged Player 3, place 1.');
    await expect.element(page.getByTestId('own-challenge')).toHaveTextContent('Player 3 waits for you now.');
    await expect.element(page.getByTestId('challenge')).toHaveTextContent(/Ragna plays Player 3 for place 1.*Player 3 came on 1 day\./);
    await expect.element(page.getByRole('button', { name: /^Challenge / })).not.toBeInTheDocument();
    expect(await violations()).toEqual([]);
  });

  it('says why a challenge is refused', async () => {
    stands(ladder(), list());
    served.answers['POST /contests/c1/challenges'] = () => refusal('rests_from_each_other', 409);
    await page.viewport(1280, 800);
    await render(ContestsPage, { view: 'c1' });
    await page.getByRole('button', { name: 'Challenge Player 3' }).click();
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent('It is refused: rests_from_each_other.');
    // As wide as the list, and below all of the row.
    const table = page.getByTestId('entrants');
    const boxOf = (one: typeof table): DOMRect => one.element().getBoundingClientRect();
    expect(boxOf(alert).width).toBeGreaterThan(boxOf(table).width - 2);
    expect(boxOf(alert).left).toBeGreaterThanOrEqual(boxOf(table).left - 1);
    expect(boxOf(alert).top).toBeGreaterThanOrEqual(boxOf(table.getByRole('link', { name: 'Player 3' })).bottom);
    expect(await violations()).toEqual([]);
  });

  it('lets the challenger play now, or withdraw, which it asks about first', async () => {
    stands(ladder(), list(), { challenges: [challenge('me', '3')] });
    served.answers['DELETE /contests/c1/challenge'] = () => {
      stands(ladder(), list());
      return ladder();
    };
    await render(ContestsPage, { view: 'c1' });
    await page.getByRole('button', { name: 'Play now' }).click();
    await expect.poll(sought).toMatchObject({ contest: 'c1' });
    await expect.element(page.getByTestId('seeking')).toHaveTextContent('Waiting for Player 3');
    await page.getByRole('button', { name: 'Withdraw the challenge' }).click();
    await expect.element(page.getByTestId('confirm')).toHaveTextContent('You then challenge nobody on this ladder');
    await page.getByTestId('confirm').getByRole('button', { name: 'Withdraw the challenge' }).click();
    await expect.element(page.getByTestId('own-challenge')).not.toBeInTheDocument();
    await expect.element(page.getByTestId('seeking')).not.toBeInTheDocument();
    expect(said.at(-1)).toEqual({ type: 'unseek' });
  });

  it('lets the challenged give the place up, and asks first', async () => {
    stands(ladder(), list(), { challenges: [challenge('5', 'me')] });
    served.answers['POST /contests/c1/challenge/yield'] = () => {
      stands(ladder(), list());
      return ladder();
    };
    await render(ContestsPage, { view: 'c1' });
    await expect.element(page.getByTestId('own-challenge')).toHaveTextContent('Player 5, place 2, has challenged you.');
    await page.getByRole('button', { name: 'Give the place up' }).click();
    await expect.element(page.getByTestId('confirm')).toHaveTextContent('Give your place to Player 5?');
    expect(served.count('POST /contests/c1/challenge/yield')).toBe(0);
    await page.getByTestId('confirm').getByRole('button', { name: 'Give the place up' }).click();
    await expect.element(page.getByTestId('own-challenge')).not.toBeInTheDocument();
  });

  it('names a program in a challenge as one', async () => {
    const theirs = challenge('5', 'me');
    const challenged = { ...theirs, challenger: { ...theirs.challenger, player: operated('5') } };
    stands(ladder({ programs: true }), list(), { challenges: [challenged] });
    await render(ContestsPage, { view: 'c1' });
    await expect
      .element(page.getByTestId('own-challenge'))
      .toHaveTextContent('Player 5 (program of Pat Example), place 2, has challenged you.');
    await expect.element(page.getByTestId('challenge')).toHaveTextContent('Player 5 (program of Pat Example) plays Ragna for place 1');
  });

  it('seeks for nobody who comes without a challenge', async () => {
    router.go('/contests/c1?play', true);
    stands(ladder(), list());
    await render(ContestsPage, { view: 'c1' });
    await expect.element(page.getByText('Challenge somebody above you, or wait to be challenged.')).toBeVisible();
    expect(sought()).toBeUndefined();
    expect(router.here).toBe('/contests/c1');
  });
});

describe('a table of a contest', () => {
  it('leads its players to the next game of an arena that runs, and everybody to the contest', async () => {
    stands(arena(), []);
    await render(ContestEnd, { id: 'c1', own: true });
    await expect.element(page.getByRole('link', { name: 'Next game' })).toHaveAttribute('href', '/contests/c1?play');
    await expect.element(page.getByRole('link', { name: 'Thursday arena' })).toHaveAttribute('href', '/contests/c1');
    void cleanup();
    await render(ContestEnd, { id: 'c1', own: false });
    await expect.element(page.getByRole('link', { name: 'Thursday arena' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Next game' })).not.toBeInTheDocument();
  });

  it('leads there where nothing is known of it, and to no next game of a ladder', async () => {
    await render(ContestEnd, { id: 'c1', own: true });
    await expect.element(page.getByRole('link', { name: 'To the contest' })).toHaveAttribute('href', '/contests/c1');
    void cleanup();
    stands(ladder(), []);
    await render(ContestEnd, { id: 'c1', own: true });
    await expect.element(page.getByRole('link', { name: 'Club ladder' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Next game' })).not.toBeInTheDocument();
  });
});
