/** What the scenes of trials are made of: events and games on their way, with the people and the facts that trials speak of. */
import type { Facts } from '../../../web/src/acts/kit/trial';
import type { Schemas } from './rest';
import * as scenes from './scenes';
import type { House } from './trials';
import { found, until } from './until';

/** A scene that is set. */
export interface Set {
  /** Who acts, by what trials call them. */
  people: Readonly<Record<string, scenes.Person>>;
  facts: Facts;
}
export type Setting = (house: House) => Promise<Set>;

export const HOUR_MS = 3_600_000;
export const WHY = 'It was agreed in the hall.';

/** Somebody who has to do with no event. */
export const guestOf = ({ server }: scenes.Scene): Promise<scenes.Person> => scenes.person(server, 'Gudrun Holm', 'guest');

export async function setOf(scene: scenes.Scene, facts: Facts = {}): Promise<Set> {
  const { director, second, players, unseated } = scene;
  const guest = await guestOf(scene);
  const administrator = await scenes.person(scene.server, 'Aase Lindmose', 'administrator');
  const [entrant] = [...players, ...unseated];
  return {
    people: { director, second, guest, administrator, ...(players[0] && { player: players[0] }) },
    facts: {
      tournament: scene.id,
      director: director.name,
      official: second.name,
      account: second.rest.account.id,
      guest: guest.name,
      guest_account: guest.rest.account.id,
      ...(entrant && { entrant: entrant.name, entrant_id: entrant.entrant }),
      ...facts,
    },
  };
}
export const at = ({ id }: scenes.Scene) => ({ tournament_id: id });
export const ofFirst = (scene: scenes.Scene) => ({ ...at(scene), entrant_id: found([...scene.players, ...scene.unseated][0]).entrant });
export const inDays = (days: number): string => new Date(Date.now() + 24 * days * HOUR_MS).toISOString().slice(0, 10);

export async function entered(house: House, players = 6, event: Partial<Schemas['CreateTournamentRequest']> = {}): Promise<scenes.Scene> {
  const scene = await scenes.newEvent(house, event);
  for (let place = 0; place < players; place += 1) await scenes.enter(scene);
  return scene;
}

export interface Running {
  scene: scenes.Scene;
  round: Schemas['Round'];
  /** Tables 1 and 2. */
  game: string;
  other: string;
  black: scenes.Player;
  white: scenes.Player;
}

export async function started(house: House, wishes: Parameters<typeof scenes.seatedEvent>[1] = {}): Promise<Running> {
  const scene = await scenes.seatedEvent(house, wishes);
  const round = await scenes.publishRound(scene);
  const board = (table: number) => found(round.boards.find((one) => one.table === table));
  const first = board(1);
  const of = (entrant: string) => scenes.playerOf(scene, entrant);
  const game = first.game_id;
  await until('the tables are live', async () => {
    const phases = await Promise.all(round.boards.map(({ game_id }) => scene.director.rest.call('get_table', { game_id })));
    return phases.every(({ phase }) => phase === 'live');
  });
  return { scene, round, game, other: board(2).game_id, black: of(first.black_entrant_id), white: of(first.white_entrant_id) };
}

export async function running(house: House): Promise<Running> {
  const made = await started(house);
  const first = { ...made.round, boards: made.round.boards.filter(({ table }) => table === 1) };
  await scenes.playOut(made.scene, first, { plies: 6 });
  return made;
}

export const setOfRunning = ({ scene, game, other, black, white }: Running): Promise<Set> =>
  setOf(scene, {
    game,
    other,
    black: black.name,
    white: white.name,
  });

/** `running`, where an official did this at table 1. */
export const ruled =
  (act: Schemas['OfficialAct']): Setting =>
  async (house) => {
    const made = await running(house);
    await made.scene.director.rest.call('officiate', { game_id: made.game, body: { act, reason: WHY } });
    return setOfRunning(made);
  };
/** `running`, where an official did this at both tables. */
export const allRuled =
  (act: (nowMs: number) => Schemas['OfficiateRoundRequest']['act']): Setting =>
  async (house) => {
    const made = await running(house);
    await made.scene.director.rest.call('officiate_round', { ...at(made.scene), round: 1, body: { act: act(Date.now()), reason: WHY } });
    return setOfRunning(made);
  };
/** `running`, where something else has happened. */
export const then =
  (what: (made: Running, house: House) => Promise<void>): Setting =>
  async (house) => {
    const made = await running(house);
    await what(made, house);
    return setOfRunning(made);
  };

/** An event whose players have their seats, where something has happened; `player` has the first. */
export const seatedAs =
  (what: (scene: scenes.Scene) => Promise<Facts | void>, wishes: Parameters<typeof scenes.seatedEvent>[1] = {}): Setting =>
  async (house) => {
    const scene = await scenes.seatedEvent(house, wishes);
    return setOf(scene, (await what(scene)) ?? {});
  };

export async function rulesOf(scene: { director: scenes.Person }, name: string): Promise<Record<string, unknown>> {
  return (await scene.director.rest.call('get_rule_set', { name })).rule_set_document as Record<string, unknown>;
}
