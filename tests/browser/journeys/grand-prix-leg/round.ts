import { expect } from '../../harness/fixtures';
import { pass } from '../../harness/hall';
import { type Ply, gameWithPasses } from '../../harness/othello';
import type { Schemas } from '../../harness/rest';
import { type Player, finishRound, look, playerOf } from '../../harness/scenes';
import { Seat, pointer } from '../../harness/seat';
import { found, until } from '../../harness/until';
import { type Leg, at, roundOf, seatOf } from './leg';

/** The game that is played on the boards, and how far it is when the director steps in. */
export const GAME = gameWithPasses();
const STEPS_IN = 12;
const SHEETS = 'From the score sheets';
/** The board of round 1 that is played through the pages. */
export interface Watched {
  board: Schemas['Board'];
  black: Seat;
  white: Seat;
  blackPlayer: Player;
  whitePlayer: Player;
}

/** Round 1 is looked at and published; whoever plays at table 1 goes there from their seat. */
export async function firstRound(leg: Leg): Promise<Watched> {
  const { page } = leg.desk;
  await page.goto(`/t/${leg.id}/desk/pairing`);
  await page.getByRole('heading', { name: 'Pairing of round 1' }).waitFor();
  await pass(page, 'leg pairing of round 1');
  await leg.desk.publish(1);
  const { boards, bye_entrant_ids } = await roundOf(leg, 1);
  expect([boards.length, bye_entrant_ids.length]).toStrictEqual([5, 1]);
  const { summary } = await look(leg);
  expect([summary.entrants, summary.rounds], 'eleven play eleven rounds (EGP II.2)').toStrictEqual([11, 11]);
  const board = found(boards.find(({ table }) => table === 1));
  const sit = async (entrant: string) => {
    const player = playerOf(leg, entrant);
    const seat = new Seat(await seatOf(leg, player), pointer);
    await pass(seat.page, `leg seat in round 1 ${entrant === board.black_entrant_id ? 'black' : 'white'}`);
    await seat.sitDown(1);
    return { seat, player };
  };
  const black = await sit(board.black_entrant_id);
  const white = await sit(board.white_entrant_id);
  expect([black.seat.color, white.seat.color]).toStrictEqual(['black', 'white']);
  return { board, black: black.seat, white: white.seat, blackPlayer: black.player, whitePlayer: white.player };
}

const makeAll = async ({ black, white }: Watched, plies: readonly Ply[]) => {
  for (const ply of plies) await (ply.color === 'black' ? black : white).make(ply);
};

/** The beginning of the game, until somebody speaks to a player. */
export const begins = (watched: Watched) => makeAll(watched, GAME.plies.slice(0, STEPS_IN));

/** The rest of it; both pages and the server have the same end. */
export async function playsOut(leg: Leg, watched: Watched): Promise<void> {
  await makeAll(watched, GAME.plies.slice(STEPS_IN));
  const { board, black, white } = watched;
  for (const seat of [black, white]) await seat.page.getByTestId('result').waitFor();
  await pass(white.page, 'leg result to be signed');
  const { plies, result } = await leg.director.rest.call('get_table', { game_id: board.game_id });
  expect(plies.map(({ square }) => square)).toStrictEqual(GAME.plies.map(({ square }) => square));
  expect([result?.black_discs, result?.white_discs]).toStrictEqual([GAME.discs.black, GAME.discs.white]);
}

/** The director types what the other boards' score sheets say: one line a board. */
export async function othersByKeyboard(leg: Leg): Promise<void> {
  const { page } = leg.desk;
  await page.goto(`/t/${leg.id}/desk/round`);
  await page.getByLabel('Why, for first results typed here').fill(SHEETS);
  await typeAll(leg, 1, ['2 41', '3 +6', '4 =', '5 19']);
  await pass(page, 'leg results by keyboard');
  const discs = await Promise.all([2, 3, 4, 5].map((table) => resultOf(leg, 1, table)));
  expect(discs.map((one) => one?.black_discs)).toStrictEqual([41, 35, 32, 19]);
}

/** Types results on the desk of a round, each a table and what its black has; the kept reason goes with each. */
export async function typeAll(leg: Leg, round: number, lines: readonly string[]): Promise<void> {
  const { page } = leg.desk;
  await page.getByTestId('boards').waitFor();
  await page.getByLabel('Enter a result').focus();
  for (const line of lines) {
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
    await until(`“${line}” is on record`, async () => (await resultOf(leg, round, Number.parseInt(line))) !== null);
  }
}

export async function resultOf(leg: Leg, round: number, table: number) {
  return found((await roundOf(leg, round)).boards.find((one) => one.table === table)).result;
}

/** Somebody announces on the seat that round 2 and 3 are missed, and comes back after round 2. */
export async function absence(leg: Leg, { board }: Watched): Promise<void> {
  const away = found(leg.players.find(({ entrant }) => ![board.black_entrant_id, board.white_entrant_id].includes(entrant)));
  const own = async () => found((await look(leg)).entrants.find(({ id }) => id === away.entrant)).absent_rounds;
  const seat = await seatOf(leg, away);
  const acts = seat.getByTestId('own-acts');
  await acts.getByRole('radio', { name: 'Miss rounds' }).check();
  for (const round of ['Round 2', 'Round 3']) await acts.getByLabel(round, { exact: true }).check();
  await pass(seat, 'leg absence to be announced');
  await acts.getByRole('button', { name: 'Miss rounds 2 and 3' }).click();
  await seat.getByRole('heading', { name: 'You miss round 2.' }).waitFor();
  expect(await own()).toStrictEqual([2, 3]);
  await pass(seat, 'leg absence announced');
  await leg.desk.page.goto(`/t/${leg.id}/desk/entrants?part=check-in`);
  await leg.desk.page.getByTestId('absences').getByText('rounds 2 and 3').waitFor();
  await pass(leg.desk.page, 'leg absences at the desk');
  await publish(leg, 2);
  const { boards, bye_entrant_ids } = await roundOf(leg, 2);
  const paired = [...boards.flatMap((one) => [one.black_entrant_id, one.white_entrant_id]), ...bye_entrant_ids];
  expect(paired).not.toContain(away.entrant);
  const { missing } = await leg.director.rest.call('list_missing_entrants', at(leg));
  expect(missing.filter(({ round }) => round === 2)).toMatchObject([{ entrant_id: away.entrant, cause: 'absence_announced' }]);
  await seat.getByRole('heading', { name: 'You have no game in round 2.' }).waitFor();
  await pass(seat, 'leg seat of who is away');
  await typed(leg, 2);
  await finish(leg, 2);
  await seat.getByRole('heading', { name: 'You miss round 3.' }).waitFor();
  await seat.getByTestId('seat').getByRole('button', { name: 'Play round 3 after all' }).click();
  await until('it is taken back', async () => (await own()).join() === '2');
  await publish(leg, 3);
  const third = await roundOf(leg, 3);
  const back = [...third.boards.flatMap((one) => [one.black_entrant_id, one.white_entrant_id]), ...third.bye_entrant_ids];
  expect(back).toContain(away.entrant);
  await seat.getByRole('heading', { name: /^(Round 3 is running|You have the bye)/ }).waitFor();
  await pass(seat, 'leg seat of who is back');
  await typed(leg, 3);
}

/** Publishes the next round from the desk; it starts at once. */
async function publish(leg: Leg, number: number) {
  await leg.desk.page.goto(`/t/${leg.id}/desk/pairing`);
  await leg.desk.publish(number);
}

/** The rounds that are left before the finals, by a program. */
export async function restOfRounds(leg: Leg): Promise<void> {
  const { rest } = leg.director;
  await finishRound(leg, await roundOf(leg, 3));
  for (let number = 4; number <= 11; number += 1) {
    await rest.call('publish_round', { ...at(leg), body: {} });
    await typed(leg, number);
    await finishRound(leg, await roundOf(leg, number));
  }
}

/** Finishes the round that the desk shows. */
export async function finish(leg: Leg, round: number): Promise<void> {
  const { page } = leg.desk;
  await page.goto(`/t/${leg.id}/desk/round`);
  await leg.desk.finish(round);
  await until('it is finished', async () => (await roundOf(leg, round)).finished);
}

/** Types the results of a round by a program: who entered earlier wins, by more the farther they are apart. */
export async function typed(leg: Leg, number: number): Promise<void> {
  const order = (await look(leg)).entrants.map(({ id }) => id);
  const { boards } = await roundOf(leg, number);
  for (const { table, black_entrant_id, white_entrant_id } of boards) {
    const apart = order.indexOf(white_entrant_id) - order.indexOf(black_entrant_id);
    const body = { black_discs: 32 + Math.sign(apart) * 2 + apart, reason: SHEETS };
    await leg.director.rest.call('enter_result', { ...at(leg), round: number, table, body });
  }
}
