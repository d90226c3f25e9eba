/**
 * How the acts in arenas and ladders are tried. In each scene `founder` has an account, and so have `player` and `{other}`; but
 * for the first `founder` has founded `{contest}`, which is `{title}` and runs. `contest arena`: nobody has entered it; `contest
 * entered`: `player` and `{other}` have. `contest ladder`: both have entered a ladder, `{other}` above; `contest challenged`: then
 * `player` challenged `{other}`.
 */
import type { components } from '../../contract/schema';
import type { Facts, Trial } from '../kit/trial';

type Schemas = components['schemas'];
type Head = Schemas['GetContestResponse'];
type Contests = Schemas['ListContestsResponse'];

const HERE = { page: '/contests/{contest}', read: '/contests/{contest}' } as const;

const lineOf = ({ entrants }: Head, account: unknown): Schemas['ContestEntrant'] | undefined =>
  entrants.find(({ player }) => player.account_id === account);
const firstIs = ({ entrants }: Head, account: unknown): boolean => entrants[0]?.player.account_id === account;

/** How each of these acts is tried. */
export const contestTrials: Record<string, Trial> = {
  found_contest: {
    by: 'founder',
    page: '/contests',
    when: 'any time, three at most that are not over, and 24 in a day',
    scene: 'contests',
    fill: { Kind: 'Ladder', 'What it is called': '{title}', 'Reach in places': '2', 'Who wins': 'changes places' },
    press: 'Start the ladder',
    read: '/contests?page_size=1000',
    holds: ({ contests }: Contests, { title }: Facts) =>
      contests.some((one) => one.title === title && one.ladder?.reach === 2 && one.ladder.taking === 'swap'),
    shows: 'Who wins changes places with the loser.',
  },
  join_contest: {
    ...HERE,
    by: 'player',
    when: 'until it is over, 20 times at most; not after being removed',
    scene: 'contest arena',
    press: 'Enter',
    holds: (head: Head, { player_account: player }) => lineOf(head, player)?.left === false,
    shows: 'You stand at place 1.',
  },
  leave_contest: {
    ...HERE,
    by: 'player',
    when: 'until it is over',
    scene: 'contest entered',
    press: 'Leave',
    answer: 'Leave',
    holds: (head: Head, { player_account: player }) => lineOf(head, player)?.left === true,
    shows: 'Has left',
  },
  remove_contest_entrant: {
    ...HERE,
    by: 'founder',
    when: 'until it is over, by its founder; any time by a moderator who has not entered it and says why',
    scene: 'contest entered',
    open: ['Remove a player'],
    fill: { Who: '{other}' },
    press: 'Remove {other}',
    answer: 'Remove {other}',
    holds: (head: Head, { other_account: other }) => lineOf(head, other)?.removed === true,
    shows: 'Removed',
  },
  end_contest: {
    ...HERE,
    by: 'founder',
    when: 'until it is over, by its founder; any time, once, by a moderator who has not entered it and says why',
    scene: 'contest entered',
    press: 'End it now',
    answer: 'End it now',
    holds: ({ contest }: Head) => contest.state === 'called_off',
    shows: 'ended early',
  },
  challenge_on_ladder: {
    ...HERE,
    by: 'player',
    when: 'while the ladder runs, neither is in a challenge, and the own last one was not let go lately',
    scene: 'contest ladder',
    press: 'Challenge {other}',
    holds: ({ challenges }: Head, { player_account: player }) => challenges[0]?.challenger.player.account_id === player,
    shows: 'You have challenged {other}, place 1.',
  },
  withdraw_ladder_challenge: {
    ...HERE,
    by: 'player',
    when: 'while the challenge stands, by who challenged',
    scene: 'contest challenged',
    press: 'Withdraw the challenge',
    answer: 'Withdraw the challenge',
    holds: ({ challenges }: Head) => challenges.length === 0,
    shows: 'Withdraw the challenge',
    hides: true,
  },
  yield_on_ladder: {
    ...HERE,
    by: 'other',
    when: 'while the challenge stands, by who was challenged',
    scene: 'contest challenged',
    press: 'Give the place up',
    answer: 'Give the place up',
    holds: (head: Head, { player_account: player }) => firstIs(head, player),
    shows: 'You stand at place 2.',
  },
};
