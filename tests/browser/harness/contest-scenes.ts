/** The scenes of contests: somebody founded an arena or a ladder, and two others may enter it. */
import type { Rest, Schemas } from './rest';
import * as scenes from './scenes';
import type { Set, Setting } from './trial-sets';
import type { House } from './trials';
import { found } from './until';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TERMS = { variant: 'othello', main_ms: 300_000, increment_ms: 0 } as const;
let made = 0;

/** Whoever founds an arena of an hour that begins at once. */
export const newArena = (by: Rest, title: string): Promise<Schemas['Contest']> =>
  by.call('found_contest', { body: { title, terms: TERMS, arena: { length_ms: HOUR_MS, win: 2, draw: 1, loss: 0, streak: 2 } } });

/** Whoever founds a ladder that begins at once. */
export const newLadder = (by: Rest, title: string): Promise<Schemas['Contest']> =>
  by.call('found_contest', {
    body: { title, terms: TERMS, ladder: { reach: 3, play_within_ms: 7 * DAY_MS, rest_ms: DAY_MS, taking: 'insert' } },
  });

export async function enter(who: Rest, contest_id: string): Promise<void> {
  await who.call('join_contest', { contest_id });
}

/** Each scene has people of its own: an account has three contests at most that are not over. */
async function people(house: House): Promise<Set> {
  made += 1;
  const [founder, player, other] = await Promise.all(
    ['Founder', 'Player', 'Rival'].map((what) =>
      scenes.person(house, `${what} ${made} of Contests`, `contest-${what.toLowerCase()}-${made}`),
    ),
  );
  const there = { founder: found(founder), player: found(player), other: found(other) };
  return {
    people: there,
    facts: {
      title: `Lower Marsh contest ${made}`,
      player: there.player.name,
      player_account: there.player.rest.account.id,
      other: there.other.name,
      other_account: there.other.rest.account.id,
    },
  };
}

const restOf = ({ people }: Set, who: string): Rest => found(people[who]).rest;

/** `people`, where somebody founded a contest and the rest has happened. */
const founded =
  (by: typeof newArena, then: (set: Set, contest: string) => Promise<void> = async () => undefined): Setting =>
  async (house) => {
    const set = await people(house);
    const { id } = await by(restOf(set, 'founder'), `${set.facts['title']}`);
    await then(set, id);
    return { ...set, facts: { ...set.facts, contest: id } };
  };

/** The other first: he has the first place of a ladder. */
async function bothEnter(set: Set, contest: string): Promise<void> {
  await enter(restOf(set, 'other'), contest);
  await enter(restOf(set, 'player'), contest);
}

export const CONTEST_SCENES: Readonly<Record<string, Setting>> = {
  contests: people,
  'contest arena': founded(newArena),
  'contest entered': founded(newArena, bothEnter),
  'contest ladder': founded(newLadder, bothEnter),
  'contest challenged': founded(newLadder, async (set, contest) => {
    await bothEnter(set, contest);
    const account_id = `${set.facts['other_account']}`;
    await restOf(set, 'player').call('challenge_on_ladder', { contest_id: contest, body: { account_id } });
  }),
};
