/**
 * States of an event, reached over REST in a moment: what a journey begins with and is not about. Each is made through the
 * same operations as a person's, by the programs of the director, a second official and the players.
 */
import { numbers } from './othello';
import { Rest, type Schemas } from './rest';
import { found, until } from './until';

/** A server; where `known` stands, somebody of a name acts in every scene through one account. */
interface Server {
  base: string;
  known?: Map<string, Known>;
}
type Round = Schemas['Round'];
type Board = Schemas['Board'];
type NewEvent = Partial<Schemas['CreateTournamentRequest']>;
type NewEntrant = Partial<Schemas['RegisterEntrantRequest']>;

/** Somebody with an account, whose password is `PASSWORD`, and the program that acts for them. */
export interface Person {
  name: string;
  login: string;
  rest: Rest;
}

interface Known {
  person: Person;
  sinceMs: number;
}

/** For how long a program acts without signing in again, in ms: less than its token is good for. */
const SIGNED_IN_MS = 5 * 60_000;

/** Somebody entered, who has a seat or not yet. */
export interface Entrant {
  entrant: string;
  name: string;
  country: string;
}

export interface Player extends Entrant, Person {}

/** An event and whoever has to do with it. */
export interface Scene {
  /** The tournament's id. */
  id: string;
  server: Server;
  director: Person;
  /** An assistant director, appointed before anybody is paired: whom a player appoints later shares their interests. */
  second: Person;
  players: Player[];
  /** Entrants whose seats nobody has. */
  unseated: Entrant[];
}

interface Wishes {
  /** How many players; 4 when absent. */
  players?: number;
  /** What the event has of its own; when absent `egp-2020` in Norway. */
  event?: NewEvent;
  /** The director has the first player's seat. */
  directorPlays?: boolean;
}

const SURNAMES = [
  'Sandmark',
  'Brandvold',
  'Klitgaard',
  'Ekenstam',
  'Fjeldheim',
  'Ostvik',
  'Skaugen',
  'Hestnes',
  'Tornquist',
  'Lindmose',
  'Aalbek',
] as const;
const GIVEN_NAMES = [
  'Ove',
  'Torunn',
  'Sofus',
  'Majken',
  'Aslak',
  'Sigrun',
  'Marit',
  'Runa',
  'Vigdis',
  'Halvar',
  'Signe',
  'Eskil',
  'Dagny',
] as const;
const DIRECTOR = { surname: 'Vestergrund', given_names: 'Ingrid' };
const OVER_THE_BOARD = 'Played over the board';
let scenes = 0;

/** An event without entrants. */
export async function newEvent(server: Server, event: NewEvent = {}): Promise<Scene> {
  const director = await person(server, `${DIRECTOR.given_names} ${DIRECTOR.surname}`, `director-${scenes + 1}`);
  const rules = event.rule_set_document || event.saved_rule_set_id ? {} : { rule_set: 'egp-2020' };
  const { summary } = await director.rest.call('create_tournament', {
    body: { name: 'Lower Marsh Open', country: 'NOR', date: '2026-07-18', ...rules, ...event },
  });
  return sceneOf(server, director, summary.id);
}

/** An event that its director founded elsewhere, on the pages, and that nobody has entered. */
export async function sceneOf(server: Server, director: Person, id: string): Promise<Scene> {
  scenes += 1;
  const second = await person(server, 'Clara Ostrander', `second-${scenes}`);
  const assistant = { account_id: second.rest.account.id, role: 'assistant_director' };
  await director.rest.call('appoint_official', { tournament_id: id, body: assistant });
  return { id, server, director, second, players: [], unseated: [] };
}

/** An event whose players all have their seats; no round is published. */
export async function seatedEvent(server: Server, { players = 4, event = {}, directorPlays = false }: Wishes = {}): Promise<Scene> {
  const scene = await newEvent(server, event);
  for (let place = 0; place < players; place += 1) {
    const own = directorPlays && place === 0;
    await seat(scene, await enter(scene, own ? DIRECTOR : {}), own ? scene.director : null);
  }
  await until('the seats are taken', async () => (await look(scene)).entrants.every((one) => one.seated));
  return scene;
}

/** An event of a club whose players sit at its boards: nobody has a seat here, and the director types the results. */
export async function clubEvent(server: Server, players = 6): Promise<Scene> {
  const scene = await newEvent(server, { name: 'Lower Marsh Club Night', rule_set: 'club' });
  for (let place = 0; place < players; place += 1) await enter(scene);
  return scene;
}

/** A World Othello Championship with the players of some nations, of which the first holds it, and group A named. */
export async function worldChampionship(server: Server, nations = ['NOR', 'DNK', 'SWE', 'FIN', 'ISL', 'EST'], each = 2): Promise<Scene> {
  // Early enough that teams still change without permission (WOC I.2.2).
  const date = new Date(Date.now() + 60 * 24 * 3_600_000).toISOString().slice(0, 10);
  const scene = await newEvent(server, { name: 'World Othello Championship', country: found(nations[0]), date, rule_set: 'woc-2024' });
  for (const [place, country] of nations.entries()) {
    await scene.director.rest.call('enter_nation', { tournament_id: scene.id, body: { country, host: place === 0 } });
    for (let player = 0; player < each; player += 1) {
      await seat(scene, await enter(scene, { country, rating: 2_000 - 10 * scene.players.length, representation: { citizen: true } }));
    }
  }
  await until('the seats are taken', async () => (await look(scene)).entrants.every((one) => one.seated));
  return scene;
}

/** Enters somebody whom no scene has yet. */
export async function enter(scene: Scene, wishes: NewEntrant = {}): Promise<Entrant> {
  const place = scene.players.length + scene.unseated.length;
  // Neither list's length divides the other's, so that pairs come again late.
  const surname = found(SURNAMES[place % SURNAMES.length]);
  const given_names = found(GIVEN_NAMES[place % GIVEN_NAMES.length]);
  const body = { surname, given_names, country: 'NOR', ...wishes };
  const { entrant_id } = await scene.director.rest.call('register_entrant', { tournament_id: scene.id, body });
  const entrant = { entrant: entrant_id, name: `${body.given_names} ${body.surname}`, country: body.country };
  scene.unseated.push(entrant);
  return entrant;
}

/** Has an entrant's seat taken by an account of theirs, or by somebody's who has one. */
export async function seat(scene: Scene, entrant: Entrant, by: Person | null = null): Promise<Player> {
  const place = scene.players.length + 1;
  const account = by ?? (await person(scene.server, entrant.name, `player-${scenes}-${place}`));
  const player = { ...entrant, login: account.login, rest: account.rest };
  const { code } = await scene.director.rest.call('issue_seat_code', { tournament_id: scene.id, entrant_id: entrant.entrant });
  await player.rest.call('claim_seat', { body: { code } });
  scene.unseated.splice(scene.unseated.indexOf(entrant), 1);
  scene.players.push(player);
  return player;
}

/** What the server says of the event. */
export function look({ director, id }: Scene): Promise<Schemas['Tournament']> {
  return director.rest.call('get_tournament', { tournament_id: id });
}

/** What the director can do next. */
export async function nextAct(scene: Scene): Promise<Schemas['NextAct']> {
  return found((await look(scene)).next);
}

/** The player of an entrant. */
export function playerOf({ players }: Scene, entrant: string): Player {
  return found(players.find((one) => one.entrant === entrant));
}

/** Publishes the next round, whose games begin at once where the rules ask for no notice. */
export async function publishRound(scene: Scene, how: Schemas['PublishRoundRequest'] = {}): Promise<Round> {
  await prepare(scene);
  return scene.director.rest.call('publish_round', { tournament_id: scene.id, body: how });
}

/** Draws the lots and names the group that are due first, and answers what is next then. */
async function prepare(scene: Scene): Promise<Schemas['NextAct']> {
  const at = { tournament_id: scene.id };
  const { rest } = scene.director;
  for (;;) {
    const next = await nextAct(scene);
    if (next.kind === 'draw_lots') {
      await rest.call('draw_lots', at);
    } else if (next.kind === 'name_group_a') {
      const { entrants } = await look(scene);
      const strongest = [...entrants].sort((one, other) => other.rating - one.rating).slice(0, Math.ceil(entrants.length / 2));
      await rest.call('name_group_a', { ...at, body: { entrant_ids: strongest.map(({ id }) => id) } });
    } else {
      return next;
    }
  }
}

interface Playing {
  /** How many plies of each game; all when absent. */
  plies?: number;
  /** Chooses among the legal moves. */
  seed?: number;
}

/** Plays the games of a round by their players' programs, with legal moves at random. */
export async function playOut(scene: Scene, { boards }: Round, { plies = Infinity, seed = 1 }: Playing = {}): Promise<void> {
  await Promise.all(boards.map((board) => playGame(scene, board, plies, numbers(seed + board.table))));
}

async function playGame(scene: Scene, board: Board, plies: number, next: () => number): Promise<void> {
  const at = { game_id: board.game_id };
  const mover = { black: playerOf(scene, board.black_entrant_id).rest, white: playerOf(scene, board.white_entrant_id).rest };
  for (let made = 0; made < plies; made += 1) {
    const makePly = async (): Promise<'made' | 'over'> => {
      const { to_move, ply, legal_squares, must_pass, flippable_squares, must_flip } = await mover.black.call('get_table', at);
      if (!to_move) return 'over';
      const rest = mover[to_move];
      const square = legal_squares[Math.floor(next() * legal_squares.length)];
      if (must_pass || square === undefined) await rest.call('pass', { ...at, body: { ply } });
      else await rest.call('move', { ...at, body: { ply, square, flip: must_flip ? (flippable_squares[0] ?? null) : null } });
      return 'made';
    };
    // The table hears of the seats and of the start in its own time.
    const became = made < 2 ? await until(`ply ${made + 1} of table ${board.table}`, makePly, 20_000) : await makePly();
    if (became === 'over') return;
  }
}

/** Types the results of a round: the first entrant of the event wins every game. Who plays a director resigns instead. */
export async function enterResults(scene: Scene, { number, boards }: Round): Promise<void> {
  const { director, players } = scene;
  const first = (await look(scene)).entrants[0]?.id;
  const own = players.find(({ rest }) => rest === director.rest)?.entrant;
  for (const { table, game_id, black_entrant_id, white_entrant_id } of boards) {
    if (own === black_entrant_id || own === white_entrant_id) {
      const opponent = playerOf(scene, own === black_entrant_id ? white_entrant_id : black_entrant_id);
      await until('the seat is known at the table', () => opponent.rest.call('resign', { game_id }));
    } else {
      const body = { black_discs: black_entrant_id === first ? 40 : 24, reason: OVER_THE_BOARD };
      await director.rest.call('enter_result', { tournament_id: scene.id, round: number, table, body });
    }
  }
}

/** Finishes a round whose results are all there, once the event has heard of them. */
export async function finishRound(scene: Scene, { number }: Round): Promise<void> {
  await until('the results are in', async () => (await nextAct(scene)).kind === 'finish_round');
  await scene.director.rest.call('finish_round', { tournament_id: scene.id, round: number });
}

/** A whole round with typed results. */
export async function typedRound(scene: Scene): Promise<Round> {
  const round = await publishRound(scene);
  await enterResults(scene, round);
  await finishRound(scene, round);
  return round;
}

/** Types the rounds that are left before the finals, or before the end where there are none. */
export async function typedQualification(scene: Scene): Promise<Schemas['NextAct']> {
  for (;;) {
    const next = await prepare(scene);
    if (next.kind === 'announce_finals' || next.kind === 'confirm') return next;
    await typedRound(scene);
  }
}

/** Types the qualification and announces the finals, so that colours can be chosen. */
export async function announceFinals(scene: Scene): Promise<Schemas['AnnouncedRound']> {
  await typedQualification(scene);
  await scene.director.rest.call('announce_finals_round', { tournament_id: scene.id });
  return found((await look(scene)).announced);
}

/** A player's protest, about nothing in particular or about a game; its id. */
export async function fileProtest(scene: Scene, player: Player, about: { round?: number; table?: number } = {}): Promise<string> {
  const body = { entrant_id: player.entrant, reason: 'A spectator spoke to my opponent', ...about };
  return (await player.rest.call('file_protest', { tournament_id: scene.id, body })).protest_id;
}

/** A player's appeal of a warning that the second official gave them; the ids of both. */
export async function fileAppeal(scene: Scene, player: Player): Promise<{ ruling: string; appeal: string }> {
  const at = { tournament_id: scene.id };
  const warning = { entrant_id: player.entrant, penalty: { kind: 'warning' }, reason: 'Talking in the hall' };
  const { ruling_id } = await scene.second.rest.call('impose_penalty', { ...at, body: warning });
  const appeal = { ruling_id, entrant_id: player.entrant, reason: 'It was not me' };
  const { appeal_id } = await player.rest.call('file_appeal', { ...at, body: appeal });
  return { ruling: ruling_id, appeal: appeal_id };
}

/** Makes an account, or answers whose account has that name where they are known. */
export async function person(server: Server, name: string, login: string): Promise<Person> {
  const known = server.known?.get(name);
  const made = known?.person ?? { name, login, rest: await Rest.of(server, name, login) };
  const nowMs = Date.now();
  if (known && nowMs - known.sinceMs < SIGNED_IN_MS) return made;
  if (known) await made.rest.signIn(made.login);
  server.known?.set(name, { person: made, sinceMs: nowMs });
  return made;
}
