/** The scenes of moderation: two have played a casual game, one of them wrote at its table, and somebody is a moderator. */
import { Rest } from './rest';
import * as scenes from './scenes';
import type { Set, Setting } from './trial-sets';
import type { House } from './trials';
import { found, until } from './until';

const WORDS = 'You play like a broken clock';
const WHY = 'Insults at the table';
let made = 0;

export const FIVE_MINUTES = { variant: 'othello', main_ms: 300_000, increment_ms: 0 } as const;

/** Two sit down at a casual table by a challenge; answers the game. */
export async function casualGame(one: Rest, other: Rest): Promise<string> {
  const { id } = await one.call('create_challenge', { body: { terms: FIVE_MINUTES } });
  const { game_id } = await other.call('take_challenge', { challenge_id: id });
  await until('the table is live', async () => (await one.call('get_table', { game_id })).phase === 'live');
  return game_id;
}

/** Somebody is a moderator of casual play. */
export async function named(administrator: Rest, account_id: string): Promise<void> {
  const { moderators } = await administrator.call('get_moderators');
  if (!moderators.some(({ account }) => account.account_id === account_id)) await administrator.call('name_moderator', { account_id });
}

async function played(house: House): Promise<Set> {
  made += 1;
  const administrator = await scenes.person(house, 'Aase Lindmose', 'administrator');
  const moderator = await scenes.person(house, 'Ragna Holtermann', 'moderator');
  await named(administrator.rest, moderator.rest.account.id);
  await until('the office is known', async () => (await moderator.rest.call('get_casual_standing')).moderator);
  // Each scene has players of its own: whoever was reported for a game is not reported for it again, and has five reports open at most.
  const player = await scenes.person(house, `Player ${made} of Casual`, `casual-player-${made}`);
  const other = await scenes.person(house, `Opponent ${made} of Casual`, `casual-opponent-${made}`);
  const guest = await scenes.person(house, `Colleague ${made} of Casual`, `casual-colleague-${made}`);
  const game = await casualGame(player.rest, other.rest);
  await other.rest.call('post_chat', { game_id: game, body: { channel: 'players', text: WORDS } });
  await other.rest.call('resign', { game_id: game });
  await until('the game is over', async () => (await player.rest.call('get_casual_game', { game_id: game })).over_at_ms !== null);
  return {
    people: { administrator, moderator, player, other, guest },
    facts: {
      game,
      other: other.name,
      other_account: other.rest.account.id,
      moderator: moderator.name,
      guest: guest.name,
      guest_account: guest.rest.account.id,
      words: WORDS,
    },
  };
}

const facts = ({ facts: { game, other_account: other } }: Set): { game_id: string; account_id: string } => ({
  game_id: `${game}`,
  account_id: `${other}`,
});
const restOf = ({ people }: Set, who: string): Rest => found(people[who]).rest;

/** `played`, where something has happened. */
const then =
  (what: (set: Set) => Promise<Set['facts'] | void>): Setting =>
  async (house) => {
    const set = await played(house);
    return { ...set, facts: { ...set.facts, ...(await what(set)) } };
  };

async function reported(set: Set): Promise<Set['facts']> {
  const { game_id, account_id } = facts(set);
  const { messages } = await restOf(set, 'player').call('read_chat', { game_id });
  const numbers = messages.filter((one) => one.account_id === account_id).map(({ number }) => number);
  const body = { account_id, kind: 'abusive_chat' as const, text: 'He writes like that in every game', messages: numbers };
  const { report_id } = await restOf(set, 'player').call('report_player', { game_id, body });
  return { report: report_id };
}

export const MODERATION_SCENES: Readonly<Record<string, Setting>> = {
  moderation: played,
  'moderation reported': then(reported),
  'moderation muted': then(async (set) => {
    const { account_id } = facts(set);
    await restOf(set, 'moderator').call('mute_player', { account_id, body: { reason: WHY } });
    return reported(set);
  }),
  'moderation barred': then(async (set) => {
    const { account_id } = facts(set);
    await restOf(set, 'moderator').call('bar_player', { account_id, body: { reason: WHY } });
    return reported(set);
  }),
  'moderation blocked': then(async (set) => {
    await restOf(set, 'player').call('block_player', { account_id: facts(set).account_id });
  }),
  'moderation served': then((set) => named(restOf(set, 'administrator'), `${set.facts['guest_account']}`)),
};
