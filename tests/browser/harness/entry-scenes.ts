/** The scenes of what is noted of single entries, and of an account’s own keys. */
import { createHash } from 'node:crypto';
import type { Facts } from '../../../web/src/acts/kit/trial';
import { PASSWORD } from './rest';
import * as scenes from './scenes';
import { WHY, type Set, type Setting, at, entered, guestOf, ofFirst, seatedAs, setOf } from './trial-sets';
import type { House } from './trials';
import { found } from './until';

/** The number that a player is bound to on another device. */
const NONCE = 'c0ffee'.padEnd(64, '1');
const digestOf = (hex: string): string => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');

/** Rules under which players may refuse programs, and two who are level may play for the better place. */
const AGA = { name: 'Lower Marsh Swiss', rule_set: 'aga-swiss' } as const;
const PROGRAM = {
  surname: 'Engine',
  given_names: 'Marsh',
  computer: true,
  operator: 'Ove Sandmark operates it.',
  computer_member: true,
  operator_member: true,
} as const;

async function withProgram(house: House): Promise<scenes.Scene> {
  const scene = await scenes.newEvent(house, AGA);
  await scenes.enter(scene, PROGRAM);
  await scenes.enter(scene);
  return scene;
}

async function refusing(scene: scenes.Scene): Promise<void> {
  await scene.director.rest.call('refuse_computers', { ...ofFirst(scene), body: { rather_than_bye: false } });
}

/** Every game is typed as a draw: whoever is first is level with the others. */
async function level(scene: scenes.Scene): Promise<Facts> {
  const { rest } = scene.director;
  for (;;) {
    const next = await scenes.nextAct(scene);
    if (next.kind !== 'publish_round') break;
    const round = await rest.call('publish_round', { ...at(scene), body: { accept_deviations: true } });
    for (const { table } of round.boards) {
      const body = { black_discs: 32, reason: WHY };
      await rest.call('enter_result', { ...at(scene), round: round.number, table, body });
    }
    await scenes.finishRound(scene, round);
  }
  return { opponent: found([...scene.players, ...scene.unseated][1]).name };
}

/** Somebody whose keys are seen by nobody else: every key of an account stands on its page. */
async function keeper(house: House): Promise<Set> {
  const name = `Marsh Keeper ${house.known.size}`;
  const director = await scenes.person(house, name, `marsh-keeper-${house.known.size}`);
  return { people: { director }, facts: { password: PASSWORD } };
}

/** Each list is another one, on another try too. */
let lists = 0;
async function playersList({ rest }: scenes.Person): Promise<number> {
  lists += 1;
  return rest.importPlayersList(`${910_100 + lists} STORMOEN, Eirik %_<1800>\n`);
}

export const ENTRY_SCENES: Readonly<Record<string, Setting>> = {
  listed: async (house) => {
    const scene = await entered(house);
    const administrator = await scenes.person(house, 'Aase Lindmose', 'administrator');
    const body = { account_id: administrator.rest.account.id, role: 'assistant_director' };
    await scene.director.rest.call('appoint_official', { ...at(scene), body });
    const earlier = await playersList(administrator);
    const list = await playersList(administrator);
    // Nobody else reads the lists: no director is there to read them back.
    return { people: { administrator }, facts: { tournament: scene.id, earlier, list } };
  },

  keeper,
  keyed: async (house) => {
    const set = await keeper(house);
    const body = { name: 'Old results wall', scopes: ['read' as const], password: PASSWORD };
    await found(set.people.director).rest.call('issue_api_key', { body });
    return set;
  },

  invited: async (house) => {
    const scene = await entered(house);
    const { account } = (await guestOf(scene)).rest;
    await scene.director.rest.call('invite_entrant', { ...at(scene), body: { account_id: account.id } });
    return setOf(scene);
  },
  program: async (house) => setOf(await withProgram(house)),
  'seated program': async (house) => {
    const scene = await withProgram(house);
    await scenes.seat(scene, found(scene.unseated[0]));
    return setOf(scene);
  },
  refusable: async (house) => setOf(await entered(house, 2, AGA)),
  refused: async (house) => {
    const scene = await entered(house, 2, AGA);
    await refusing(scene);
    return setOf(scene);
  },
  'seated refusable': seatedAs(async () => undefined, { players: 2, event: AGA }),
  'seated refused': seatedAs(refusing, { players: 2, event: AGA }),
  level: async (house) => {
    const scene = await entered(house, 2, AGA);
    return setOf(scene, await level(scene));
  },
  'seated level': seatedAs(level, { players: 2, event: AGA }),

  'seated bound': seatedAs(async (scene) => {
    const { rest } = found(scene.players[0]);
    await rest.call('commit_nonce', { ...ofFirst(scene), body: { commitment: digestOf(NONCE) } });
    return { nonce: NONCE };
  }),
};
