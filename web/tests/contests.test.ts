import { describe, expect, it } from 'vitest';
import { joinContest, leaveContest } from '../src/acts/contests/entry';
import { foundContest } from '../src/acts/contests/found';
import { challengeOnLadder } from '../src/acts/contests/ladder';
import { endContest, removeContestEntrant } from '../src/acts/contests/order';
import { asksNothing, readAll, type Raw } from '../src/acts/kit/field';
import type { Contest, ContestEntrant, LadderChallenge } from '../src/contract/types';
import {
  challengeOf,
  goesOn,
  inReach,
  isIn,
  isOn,
  lengthText,
  mayPlay,
  otherOf,
  playsDouble,
  rulesText,
  signedText,
  soughtIn,
  standingOf,
  titleOf,
  whenText,
} from '../src/event/contests';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 30, 12);

const arena = (more: Partial<Contest> = {}): Contest => ({
  id: 'c',
  kind: 'arena',
  title: 'Thursday arena',
  founder_account_id: 'ane',
  founder_display_name: 'Ane',
  terms: { variant: 'othello', main_ms: 180_000, increment_ms: 2_000 },
  arena: { length_ms: HOUR_MS, win: 2, draw: 1, loss: 0, streak: 2 },
  ladder: null,
  programs: false,
  starts_at_ms: NOW - 10 * MINUTE_MS,
  ends_at_ms: NOW + 50 * MINUTE_MS,
  state: 'running',
  entrants: 2,
  ...more,
});
const ladder = (more: Partial<Contest> = {}): Contest =>
  arena({
    kind: 'ladder',
    arena: null,
    ladder: { reach: 3, play_within_ms: 7 * DAY_MS, rest_ms: 3 * DAY_MS, taking: 'insert' },
    ends_at_ms: null,
    ...more,
  });
const entrant = (account_id: string, more: Partial<ContestEntrant> = {}): ContestEntrant => ({
  place: 1,
  player: {
    account_id,
    display_name: account_id.toUpperCase(),
    live_rating: 1500,
    provisional: true,
    operator_account_id: null,
    operator_display_name: null,
    by_key: false,
  },
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
const challenge = (by: string, of: string, due_ms = NOW + DAY_MS): LadderChallenge => ({
  challenger: entrant(by, { place: 2 }),
  challenged: entrant(of),
  at_ms: NOW,
  due_ms,
  challenger_days: 0,
  challenged_days: 0,
});

describe('a contest in words', () => {
  it.each([
    [90 * MINUTE_MS, '90 minutes'],
    [HOUR_MS, '1 hour'],
    [36 * HOUR_MS, '36 hours'],
    [7 * DAY_MS, '7 days'],
  ])('%i ms are %s', (ms, text) => {
    expect(lengthText(ms)).toBe(text);
  });

  it('is called by its kind where a moderator has ended it', () => {
    expect([arena(), arena({ title: '' }), ladder({ title: '' })].map(titleOf)).toEqual(['Thursday arena', 'Arena', 'Ladder']);
  });

  it('has discs with their sign', () => {
    expect([48, -3, 0].map(signedText)).toEqual(['+48', '−3', '0']);
  });

  it('says how it stands in time', () => {
    expect(whenText(arena(), NOW)).toBe('ends in 50:00');
    expect(whenText(arena({ state: 'coming', starts_at_ms: NOW + 270_000 }), NOW)).toBe('begins in 4:30');
    expect(whenText(arena({ state: 'coming', starts_at_ms: NOW + 2 * DAY_MS }), NOW)).toMatch(/^begins 2 December 2026/);
    expect(whenText(ladder(), NOW)).toBe('since 30 Nov 2026');
    expect(whenText(arena({ state: 'last_games' }), NOW)).toBe('last games');
    expect(whenText(arena({ state: 'over', ends_at_ms: NOW - HOUR_MS }), NOW)).toMatch(/^ended \d\d:\d\d$/);
    expect(whenText(ladder({ state: 'called_off', ends_at_ms: NOW - HOUR_MS }), NOW)).toMatch(/^ended early \d\d:\d\d$/);
  });

  it('says its rules, and none that it has not', () => {
    expect(rulesText(arena())).toBe(
      'For 1 hour everybody plays game after game. Points: 2 for a win, 1 for a draw, 0 for a loss. After 2 wins in a row games count double, until one is not won.',
    );
    expect(rulesText(arena({ arena: { length_ms: HOUR_MS, win: 1, draw: 0, loss: 0, streak: 0 } }))).not.toContain('double');
    expect(rulesText(ladder())).toBe(
      'You may challenge who stands up to 3 places above you. Who wins takes the place, and those between move down one. The game has to begin within 7 days. The same two rest from each other for 3 days afterwards.',
    );
    const swap = rulesText(ladder({ ladder: { reach: 1, play_within_ms: HOUR_MS, rest_ms: 0, taking: 'swap' } }));
    expect(swap).toContain('changes places');
    expect(swap).not.toContain('rest');
  });
});

describe('who looks at a contest', () => {
  it('is nobody, a guest, outside, in, or removed', () => {
    const member = { login: 'bo' };
    expect(standingOf(null, null)).toBe('nobody');
    expect(standingOf({ login: null }, entrant('bo'))).toBe('guest');
    expect(standingOf(member, null)).toBe('outside');
    expect(standingOf(member, entrant('bo', { left: true }))).toBe('outside');
    expect(standingOf(member, entrant('bo'))).toBe('in');
    expect(standingOf(member, entrant('bo', { removed: true, left: true }))).toBe('removed');
    expect([isIn(null), isIn(entrant('bo')), isIn(entrant('bo', { left: true }))]).toEqual([false, true, false]);
  });

  it('may enter until it is over, and sees it run while last games are played', () => {
    const states = ['coming', 'running', 'last_games', 'over', 'called_off'] as const;
    expect(states.filter((state) => goesOn({ state }))).toEqual(['coming', 'running']);
    expect(states.filter((state) => isOn({ state }))).toEqual(['running', 'last_games']);
  });

  it('plays in an arena while it runs, and on a ladder in a challenge that is not due', () => {
    const own = entrant('bo');
    expect(mayPlay({ contest: arena(), own, challenge: null }, NOW)).toBe(true);
    expect(mayPlay({ contest: arena({ state: 'coming' }), own, challenge: null }, NOW)).toBe(false);
    expect(mayPlay({ contest: arena(), own: entrant('bo', { left: true }), challenge: null }, NOW)).toBe(false);
    expect(mayPlay({ contest: arena(), own: null, challenge: null }, NOW)).toBe(false);
    expect(mayPlay({ contest: ladder(), own, challenge: null }, NOW)).toBe(false);
    expect(mayPlay({ contest: ladder(), own, challenge: challenge('bo', 'cy') }, NOW)).toBe(true);
    expect(mayPlay({ contest: ladder(), own, challenge: challenge('bo', 'cy', NOW) }, NOW)).toBe(false);
  });

  it('seeks by the terms of the contest, whoever comes', () => {
    expect(soughtIn(arena())).toEqual({ terms: arena().terms, color: null, lowest: null, highest: null, contest: 'c' });
  });
});

describe('a list', () => {
  it('marks whose games count double', () => {
    expect([1, 2, 3].map((streak) => playsDouble(arena(), { streak }))).toEqual([false, true, true]);
    expect(playsDouble(arena({ arena: { length_ms: HOUR_MS, win: 1, draw: 0, loss: 0, streak: 0 } }), { streak: 9 })).toBe(false);
    expect(playsDouble(ladder(), { streak: 9 })).toBe(false);
  });

  it('offers challenges to those above and within reach', () => {
    const own = entrant('bo', { place: 5 });
    const at = (place: number | null, more: Partial<ContestEntrant> = {}) => inReach(ladder(), own, entrant('cy', { place, ...more }));
    expect([1, 2, 4, 5, 6].map((place) => at(place))).toEqual([false, true, true, false, false]);
    expect([at(null), at(4, { left: true })]).toEqual([false, false]);
    expect(inReach(ladder(), null, entrant('cy'))).toBe(false);
    expect(inReach(ladder(), entrant('bo', { place: 5, left: true }), entrant('cy', { place: 4 }))).toBe(false);
    expect(inReach(arena(), own, entrant('cy', { place: 4 }))).toBe(false);
  });

  it('knows the challenge that somebody is in, and whom he meets there', () => {
    const all = [challenge('ane', 'bo'), challenge('cy', 'di')];
    expect(challengeOf(all, 'di')).toBe(all[1]);
    expect([challengeOf(all, 'eli'), challengeOf(all, undefined)]).toEqual([null, null]);
    const [first] = all as [LadderChallenge];
    expect(otherOf(first, 'bo').player.account_id).toBe('ane');
    expect(otherOf(first, 'ane').player.account_id).toBe('bo');
  });
});

describe('founding', () => {
  /** The form as it stands at first, but for what is put there. */
  function filled(more: Record<string, Raw> = {}) {
    const initial = Object.entries(foundContest.fields).map(([name, field]) => [name, field.initial({})]);
    const raw = { ...(Object.fromEntries(initial) as Record<string, Raw>), title: ' Thursday arena ', ...more };
    return readAll(foundContest.fields, raw, {});
  }

  it('asks of each kind what it needs, with defaults that can be sent', () => {
    const asked = (kind: string) => filled({ kind }).fields.map(({ name }) => name);
    const arenas = ['arena_main_ms', 'arena_increment', 'length', 'streak', 'win', 'draw', 'loss'];
    const ladders = ['ladder_main_ms', 'ladder_increment', 'reach', 'within', 'rest', 'taking'];
    expect(asked('arena')).toEqual(['kind', 'title', 'variant', ...arenas, 'starts', 'programs']);
    expect(asked('ladder')).toEqual(['kind', 'title', 'variant', ...ladders, 'starts', 'programs']);
    expect([filled().missing, filled({ kind: 'ladder' }).missing, filled({ title: ' ' }).missing]).toEqual([false, false, true]);
  });

  it('sends the rules of one kind, at once', () => {
    expect(foundContest.body(filled().known, {}, NOW)).toEqual({
      title: 'Thursday arena',
      programs: false,
      terms: { variant: 'othello', main_ms: 180_000, increment_ms: 2_000 },
      arena: { length_ms: HOUR_MS, win: 2, draw: 1, loss: 0, streak: 2 },
    });
    const { known } = filled({ kind: 'ladder', variant: 'anti_reversi', taking: 'swap', programs: true });
    expect(foundContest.body(known, {}, NOW)).toEqual({
      title: 'Thursday arena',
      programs: true,
      terms: { variant: 'anti_reversi', main_ms: 600_000, increment_ms: 5_000 },
      ladder: { reach: 3, play_within_ms: 7 * DAY_MS, rest_ms: 3 * DAY_MS, taking: 'swap' },
    });
    expect([foundContest.name(filled().known, {}), foundContest.name(known, {})]).toEqual(['Start the arena', 'Start the ladder']);
  });

  it('names a start where one is given', () => {
    const { known } = filled({ starts: '2026-12-04T20:00' });
    expect(foundContest.body(known, {}, NOW)).toMatchObject({ starts_at_ms: new Date('2026-12-04T20:00').getTime() });
  });

  it.each([
    ['0.5', true],
    ['2,5', true],
    ['60', true],
    ['0', false],
    ['0.25', false],
    ['61', false],
    ['x', false],
  ])('takes %s minutes: %s', (arena_main_ms, fits) => {
    expect(filled({ arena_main_ms }).missing).toBe(!fits);
  });

  it('has no draw that is worth more than a win', () => {
    expect(foundContest.unfit(filled().known, {})).toBeNull();
    expect(foundContest.unfit(filled({ draw: '3' }).known, {})).toBe('A draw is worth at most a win, and a loss at most a draw.');
    expect(foundContest.unfit(filled({ loss: '2' }).known, {})).not.toBeNull();
  });
});

describe('acts', () => {
  it('are of a contest that goes on', () => {
    expect(joinContest.blocked({ contest: arena() })).toBeNull();
    expect(joinContest.blocked({ contest: arena({ state: 'over' }) })).toBe('It is over');
    expect(joinContest.path({ contest: arena() }, {})).toEqual({ contest_id: 'c' });
  });

  it('ask before a place is lost', () => {
    expect(leaveContest.ask({}, { contest: arena() })?.text).toBe('Your points stay, and you may enter again.');
    expect(leaveContest.ask({}, { contest: ladder() })?.text).toContain('Your place is lost');
  });

  it('challenge nobody who is in another challenge', () => {
    const subject = { contest: ladder(), entrant: entrant('cy'), challenge: null };
    expect(challengeOnLadder.blocked(subject)).toBeNull();
    expect(challengeOnLadder.blocked({ ...subject, challenge: challenge('cy', 'di') })).toBe('In another challenge');
    expect(challengeOnLadder.body({}, subject, NOW)).toEqual({ account_id: 'cy' });
    expect(challengeOnLadder.title(subject)).toBe('Challenge CY');
  });

  it('remove whoever was not removed before', () => {
    const subject = { contest: arena(), founded: true, entrants: [entrant('bo'), entrant('cy', { removed: true })] };
    const control = removeContestEntrant.fields['account']?.control;
    const offered = control?.kind === 'choice' ? control.options(subject as never, {}) : [];
    expect(offered).toEqual([{ value: 'bo', text: 'BO' }]);
    expect(removeContestEntrant.name({ account: 'bo' }, subject)).toBe('Remove BO');
    expect(removeContestEntrant.path(subject, { account: 'bo' })).toEqual({ contest_id: 'c', account_id: 'bo' });
  });

  it('ask a moderator why in a contest of somebody else, and its founder nothing', () => {
    const kept = (founded: boolean) => ({ contest: arena(), founded, entrants: [entrant('bo')] });
    const names = (read: { fields: { name: string }[] }) => read.fields.map(({ name }) => name);
    expect(names(readAll(endContest.fields, {}, kept(false)))).toEqual(['reason']);
    expect([true, false].map((founded) => asksNothing(endContest.fields, kept(founded)))).toEqual([true, false]);
    expect(names(readAll(removeContestEntrant.fields, {}, kept(true)))).toEqual(['account']);
    expect(names(readAll(removeContestEntrant.fields, {}, kept(false)))).toEqual(['account', 'reason']);
    expect(endContest.body({ reason: 'So it is' }, kept(false), NOW)).toEqual({ reason: 'So it is' });
    expect(endContest.body({}, kept(true), NOW)).toEqual({});
    expect(removeContestEntrant.body({ account: 'bo', reason: 'So it is' }, kept(false), NOW)).toEqual({ reason: 'So it is' });
    expect(removeContestEntrant.body({ account: 'bo' }, kept(true), NOW)).toEqual({});
  });

  it('let a moderator take the name of what is over, as long as it has one, and nobody else', () => {
    const titled = (contest: Partial<Contest>, founded: boolean) => {
      const subject = { contest: arena(contest), founded };
      return [endContest.title(subject), endContest.blocked(subject)];
    };
    for (const state of ['last_games', 'over', 'called_off'] as const) {
      expect(titled({ state }, false)).toEqual(['Remove its name', null]);
      expect(titled({ state, title: '' }, false)).toEqual(['End it now', 'It is over']);
      expect(titled({ state }, true)).toEqual(['End it now', 'It is over']);
    }
    for (const founded of [true, false]) expect(titled({ state: 'running' }, founded)).toEqual(['End it now', null]);
  });
});
