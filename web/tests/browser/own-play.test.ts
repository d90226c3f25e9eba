import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import { router } from '../../src/browser/router.svelte';
import { session } from '../../src/contract/session.svelte';
import type { Account, Challenge, Contest, ContestEntrant, LadderChallenge, OwnContest } from '../../src/contract/types';
import { live } from '../../src/live/live.svelte';
import { seeking } from '../../src/live/seeking.svelte';
import OwnChallenges from '../../src/pages/frame/OwnChallenges.svelte';
import OwnPlay from '../../src/pages/play/OwnPlay.svelte';
import PlayPage from '../../src/pages/play/PlayPage.svelte';
import { held, refusal, Served, violations } from './served';

const before = location.href;
const DAY_MS = 86_400_000;
const TERMS = { variant: 'othello', main_ms: 300_000, increment_ms: 0 } as const;
const member = { id: 'me', display_name: 'Ragna', login: 'ragna', administrator: false, operator_account_id: null } as Account;
const NOTHING = { contests: [], challenges: [] };

const player = (account_id: string) => ({
  account_id,
  display_name: account_id === 'me' ? 'Ragna' : `Player ${account_id}`,
  live_rating: 1500,
  provisional: true,
  operator_account_id: null,
  operator_display_name: null,
  by_key: false,
});
const entrant = (account_id: string, place: number, waiting = false): ContestEntrant => ({
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
  waiting,
  left: false,
  removed: false,
});
const arena: Contest = {
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
};
const ladder: Contest = {
  ...arena,
  id: 'c2',
  kind: 'ladder',
  title: 'Club ladder',
  arena: null,
  ladder: { reach: 2, play_within_ms: 7 * DAY_MS, rest_ms: 0, taking: 'insert' },
  ends_at_ms: null,
};
const between = (challenger: ContestEntrant, challenged: ContestEntrant, left_ms = DAY_MS): LadderChallenge => ({
  challenger,
  challenged,
  at_ms: live.clock.now() - DAY_MS,
  due_ms: live.clock.now() + left_ms,
  challenger_days: 0,
  challenged_days: 0,
});
const on = (contest: Contest, challenge: LadderChallenge | null = null): OwnContest => ({ contest, entrant: entrant('me', 2), challenge });
const link = (id: string): Challenge => ({
  id,
  challenger: player('me'),
  terms: TERMS,
  color: null,
  expires_at_ms: live.clock.now() + DAY_MS,
  game_id: null,
});

let served: Served;
const isTold = (own: object): void => void (served.answers['GET /own-play'] = () => ({ ...NOTHING, ...own }));

beforeEach(() => {
  router.renew = () => false;
  router.go('/play', true);
  session.ready = true;
  session.account = member;
  served = new Served({
    'GET /lobby': () => ({ quick: [TERMS], seeks: [], seeking: 0, playing: [], games: 0, here: [], people: 0 }),
    'GET /contests': () => ({ contests: [], next_page_token: null }),
    'GET /casual-standing': () => ({ mute: null, bar: null, moderator: false }),
    'GET /own-play': () => NOTHING,
  });
});

afterEach(() => {
  void cleanup();
  seeking.stop();
  session.account = null;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  router.go(before, true);
});

describe('the lobby', () => {
  it('lists the own arenas and ladders, those with a challenge first, and tells of it', async () => {
    isTold({ contests: [on(arena), on(ladder, between(entrant('7', 3, true), entrant('me', 2)))] });
    await render(PlayPage);
    const own = page.getByRole('region', { name: 'Your arenas and ladders' });
    const lines = own.getByTestId('own-contest');
    await expect.element(lines.first()).toHaveTextContent(/Club ladder.*Ladder, Othello, 5 min, place 2/);
    await expect.element(lines.first()).toHaveTextContent('Player 7 has challenged you, until');
    await expect.element(lines.first()).toHaveTextContent('Player 7 waits for you now.');
    await expect.element(lines.first().getByRole('link')).toHaveAttribute('href', '/contests/c2');
    await expect.element(lines.last()).toHaveTextContent(/Thursday arena.*ends in/);
    expect(await violations()).toEqual([]);
    await page.viewport(320, 640);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    await page.viewport(1440, 900);
  });

  it('tells whoever has challenged somebody, and where the time is over', async () => {
    isTold({ contests: [on(ladder, between(entrant('me', 3), entrant('7', 2)))] });
    await render(PlayPage);
    const line = page.getByTestId('own-contest');
    await expect.element(line).toHaveTextContent('You have challenged Player 7, until');
    await expect.element(line).not.toHaveTextContent('waits for you');
    void cleanup();
    isTold({ contests: [on(ladder, between(entrant('me', 3), entrant('7', 2, true), -1_000))] });
    await render(PlayPage);
    await expect.element(line).toHaveTextContent('The time to begin the game is over.');
  });

  it('lists the own links, copies them again, and takes them back', async () => {
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    isTold({ challenges: [link('l1')] });
    served.answers['DELETE /challenges/l1'] = () => {
      isTold({});
      return {};
    };
    await render(PlayPage);
    const line = page.getByTestId('own-link');
    await expect.element(line).toHaveTextContent(/Othello, 5 min.*It ends .* unless it is taken up\./);
    await expect.element(line.getByRole('link')).toHaveAttribute('href', '/challenge/l1');
    expect(await violations()).toEqual([]);
    await line.getByRole('button', { name: 'Copy the link: Othello, 5 min' }).click();
    await expect.poll(() => copied).toEqual([new URL('/challenge/l1', location.origin).href]);
    await line.getByRole('button', { name: 'Take it back: Othello, 5 min' }).click();
    await expect.element(line).not.toBeInTheDocument();
    expect(served.count('DELETE /challenges/l1')).toBe(1);
    // Whoever goes by keyboard is not sent to the top of the document.
    await expect.poll(() => document.activeElement?.tagName).toBe('H1');
  });

  it('says why a link is not taken back, and what became of it', async () => {
    isTold({ challenges: [link('l1')] });
    served.answers['DELETE /challenges/l1'] = () => {
      isTold({});
      return refusal('challenge_taken', 409);
    };
    await render(PlayPage);
    await page.getByTestId('own-link').getByRole('button', { name: 'Take it back' }).click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(page.getByTestId('own-link')).not.toBeInTheDocument();
  });

  it('says nothing of it where nothing is open, and asks for nothing where nobody is signed in', async () => {
    await render(PlayPage);
    await expect.poll(() => served.count('GET /own-play')).toBeGreaterThan(0);
    await expect.element(page.getByRole('region', { name: 'Your arenas and ladders' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('region', { name: 'Your open challenges' })).not.toBeInTheDocument();
    void cleanup();
    session.account = null;
    const asked = served.count('GET /own-play');
    await render(PlayPage);
    await expect.element(page.getByText('Nobody is here now.')).toBeVisible();
    expect(served.count('GET /own-play')).toBe(asked);
  });
});

describe('the start page', () => {
  it('tells of each challenge on a ladder, and leads there', async () => {
    isTold({ contests: [on(arena), on(ladder, between(entrant('7', 3, true), entrant('me', 2)))] });
    await render(OwnChallenges, { account: 'me' });
    const told = page.getByTestId('challenge-told');
    await expect.element(told).toHaveTextContent(/Player 7 has challenged you, until .*Player 7 waits for you now\..*Club ladder/);
    await expect.element(told.getByRole('link', { name: 'To the ladder' })).toHaveAttribute('href', '/contests/c2');
    expect(told.elements()).toHaveLength(1);
    expect(await violations()).toEqual([]);
  });
});

describe('what both pages show', () => {
  const PATH = 'GET /own-play';
  const challenged = { contests: [on(ladder, between(entrant('7', 3), entrant('me', 2)))] };

  it('is there at once on the next page, whatever is asked meanwhile', async () => {
    isTold(challenged);
    await render(OwnChallenges, { account: 'me' });
    await expect.element(page.getByTestId('challenge-told')).toBeVisible();
    void cleanup();
    const { answer, letGo } = held();
    served.answers[PATH] = () => answer;
    await render(OwnPlay, { account: 'me' });
    await expect.element(page.getByTestId('own-contest')).toBeVisible();
    letGo(NOTHING);
    await expect.element(page.getByTestId('own-contest')).not.toBeInTheDocument();
  });

  it('is not there where it was read long ago', async () => {
    isTold(challenged);
    await render(OwnChallenges, { account: 'me' });
    await expect.element(page.getByTestId('challenge-told')).toBeVisible();
    void cleanup();
    const { answer, letGo } = held();
    served.answers[PATH] = () => answer;
    const later = live.clock.now() + 61_000;
    vi.spyOn(live.clock, 'now').mockReturnValue(later);
    await render(OwnPlay, { account: 'me' });
    await expect.element(page.getByTestId('own-contest')).not.toBeInTheDocument();
    letGo(challenged);
    await expect.element(page.getByTestId('own-contest')).toBeVisible();
  });

  it('is asked for once by both, and is nobody else’s', async () => {
    const first = held();
    served.answers[PATH] = () => first.answer;
    await render(OwnChallenges, { account: 'me' });
    await render(OwnPlay, { account: 'me' });
    await expect.poll(() => served.count(PATH)).toBe(1);
    first.letGo({ ...NOTHING, ...challenged });
    await expect.element(page.getByTestId('challenge-told')).toBeVisible();
    await expect.element(page.getByTestId('own-contest')).toBeVisible();
    void cleanup();
    const second = held();
    served.answers[PATH] = () => second.answer;
    session.account = { ...member, id: 'other' };
    await render(OwnPlay, { account: 'other' });
    expect(page.getByTestId('own-contest').query()).toBeNull();
    second.letGo(NOTHING);
  });
});
