/** The scenes that take time: each begins, then the server’s clock goes on for all of them at once, then each is set. */
import * as scenes from './scenes';
import { WHY, type Running, type Set, at, setOfRunning, started } from './trial-sets';
import type { House } from './trials';
import { found, until } from './until';

interface Later {
  begin: (house: House) => Promise<Running>;
  /** What happens once the time has passed. */
  goOn: (made: Running) => Promise<void>;
}

const MINUTE_MS = 60_000;
/** An adjournment is announced ten minutes ahead; what the way to the server takes comes to it. */
const NOTICE_MS = 10.5 * MINUTE_MS;
/** After it the adjournment has come, and nobody has come to a club’s boards within the limit of its rules. */
export const LATER_MS = 16 * MINUTE_MS;
const PLIES = 6;
/** No disc was ever moved from where it lay at the start. */
const ILLEGAL = 'd4';

/** Both games are played for a while, and adjourned. */
async function adjourning(house: House): Promise<Running> {
  const made = await started(house);
  await scenes.playOut(made.scene, made.round, { plies: PLIES });
  const act = { type: 'announce_adjournment' as const, at_ms: Date.now() + NOTICE_MS };
  await made.scene.director.rest.call('officiate_round', { ...at(made.scene), round: 1, body: { act, reason: WHY } });
  return made;
}

/** Whoever is on the move at a table seals a legal move, or none. */
async function seal({ scene, round }: Running, table: number, square?: string): Promise<void> {
  const { game_id, black_entrant_id, white_entrant_id } = found(round.boards.find((one) => one.table === table));
  const { to_move, ply, legal_squares } = await scene.director.rest.call('get_table', { game_id });
  const { rest } = scenes.playerOf(scene, to_move === 'black' ? black_entrant_id : white_entrant_id);
  const body = { ply, square: square ?? found(legal_squares[0]) };
  // The table hears that the time has come in its own time.
  await until('the move is sealed', () => rest.call('seal_move', { game_id, body }).then(() => true));
}

const LATER_SCENES: Readonly<Record<string, Later>> = {
  'running adjourned': { begin: adjourning, goOn: (made) => seal(made, 1) },
  'running all adjourned': {
    begin: adjourning,
    goOn: async (made) => {
      await seal(made, 1);
      await seal(made, 2);
    },
  },
  'running sealed wrongly': {
    begin: adjourning,
    goOn: async (made) => {
      await seal(made, 1, ILLEGAL);
      const body = { act: { type: 'resume_adjourned' as const }, reason: WHY };
      await made.scene.director.rest.call('officiate', { game_id: made.game, body });
    },
  },
  // While the clocks stand the table itself says nothing of who has not come.
  'nobody here': {
    begin: async (house) => {
      const made = await started(house, { event: { name: 'Lower Marsh Club Night', rule_set: 'club' } });
      await made.scene.director.rest.call('officiate', { game_id: made.game, body: { act: { type: 'pause' }, reason: WHY } });
      return made;
    },
    goOn: () => Promise.resolve(),
  },
};

export const isLater = (scene: string): boolean => scene in LATER_SCENES;

/** Begins every scene, has the time pass, and sets them. */
export async function setLater(house: House): Promise<ReadonlyMap<string, Set>> {
  const begun = new Map<string, Running>();
  for (const [name, { begin }] of Object.entries(LATER_SCENES)) begun.set(name, await begin(house));
  await house.later(LATER_MS);
  for (const { person } of house.known.values()) await person.rest.signIn(person.login);
  const sets = new Map<string, Set>();
  for (const [name, made] of begun) {
    await found(LATER_SCENES[name]).goOn(made);
    sets.set(name, await setOfRunning(made));
  }
  return sets;
}
