import type { BrowserContextOptions, Page } from '@playwright/test';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { pass } from '../harness/hall';
import { Opponent } from '../harness/opponent';
import { type Ply, SHORTEST, SHORT_FROM_FOUR as RESUMED } from '../harness/othello';
import { PASSWORD, type Schemas } from '../harness/rest';
import { type Scene, look, nextAct, playerOf, publishRound, seatedEvent } from '../harness/scenes';
import { Seat, keyboard, pointer } from '../harness/seat';
import type { Server } from '../harness/server';
import { DESKTOP, PHONE, type Stage, assertNeverReloaded, mark } from '../harness/stage';
import { found, until } from '../harness/until';

/** The last move that stands. */
const STANDS = 4;
const DISPUTE = 'My clock ran while the board was out of order after move 4';
const RULING = 'The board was out of order from move 5 on';

let server: Server;
let stage: Stage;

interface Table {
  scene: Scene;
  board: Schemas['Board'];
  black: Seat;
  white: Seat;
}

test('a disputed game is played again from a position, by a ruling, and its new line counts', async ({ server: own, stage: everybody }) => {
  [server, stage] = [own, everybody];
  const scene = await seatedEvent(server, { players: 2 });
  const round = await publishRound(scene);
  const board = found(round.boards[0]);
  await playByProgram(scene, board, SHORTEST.plies);
  const black = await sit(scene, board, 'black', DESKTOP);
  const white = await sit(scene, board, 'white', PHONE);
  const table: Table = { scene, board, black, white };
  const desk = new Desk(await (await stage.visitor('the director', server.base)).context.newPage());
  await desk.signIn(scene.director.login, PASSWORD, `/t/${scene.id}/desk/rulings`);
  await mark(desk.page);

  await test.step('the loser does not agree, in words', () => disputes(table));
  await test.step('the director has it played again from move 4, with clocks', () => rules(desk.page));
  await test.step('both are told at the table and go on from there', () => playOn(table));
  await test.step('the new result is signed, and counts in the round', () => assertCounts(table));
  await test.step('the log of rulings says what became of it', () => assertLogged(table, desk.page));
  await test.step('the replay has the new line alone', () => assertReplayed(table));
  for (const page of [desk.page, black.page, white.page]) await assertNeverReloaded(page);
});

async function playByProgram(scene: Scene, { game_id, black_entrant_id, white_entrant_id }: Schemas['Board'], plies: readonly Ply[]) {
  const sides = {
    black: new Opponent(playerOf(scene, black_entrant_id), game_id),
    white: new Opponent(playerOf(scene, white_entrant_id), game_id),
  };
  for (const ply of plies) await sides[ply.color].make(ply);
}

async function sit(scene: Scene, board: Schemas['Board'], color: 'black' | 'white', settings: BrowserContextOptions): Promise<Seat> {
  const player = playerOf(scene, board[`${color}_entrant_id`]);
  const visitor = await stage.visitor(`${player.name}, ${color}`, server.base, settings);
  const desk = new Desk(await visitor.context.newPage());
  await desk.signIn(player.login, PASSWORD, `/g/${board.game_id}`);
  await mark(desk.page);
  const seat = new Seat(desk.page, color === 'black' ? keyboard : pointer);
  seat.color = color;
  await seat.page.getByTestId('result').waitFor();
  return seat;
}

async function disputes({ black, white }: Table): Promise<void> {
  const form = white.page.getByTestId('confirmation');
  await form.getByRole('button', { name: 'I do not agree' }).click();
  await form.getByLabel('What is wrong').fill(DISPUTE);
  await form.getByRole('button', { name: 'Send to the director' }).click();
  for (const { page } of [black, white]) await page.getByText('The result is disputed.').waitFor();
}

async function rules(page: Page): Promise<void> {
  const dispute = page.getByTestId('dispute').filter({ hasText: DISPUTE });
  await dispute.getByRole('button', { name: 'Play again from a move' }).click();
  const form = dispute.getByRole('form', { name: 'Play again from a move' });
  await form.getByLabel('Last move that stands').fill(`${STANDS}`);
  await form.getByLabel('Black’s clock').fill('10:00');
  await form.getByLabel('White’s clock').fill('9:30');
  await form.getByLabel('Reason, shown to both players').fill(RULING);
  await pass(page, 'a game to be played again from a move');
  await form.getByRole('button', { name: `Play again from move ${STANDS}` }).click();
  await page.getByText('Nothing waits for a decision.').waitFor();
}

async function playOn({ scene, board, black, white }: Table): Promise<void> {
  const rest = RESUMED.plies.slice(STANDS);
  const from = found(rest[0]);
  for (const seat of [black, white]) {
    const ruling = seat.page.getByTestId('ruling');
    await expect(ruling).toContainText('The director has it played again from move 4: Black 10:00, White 9:30.');
    await expect(ruling).toContainText(RULING);
    await seat.page.getByText(/^The game goes on in \d:\d\d\.$/).waitFor();
    await seat.see(from.board, from.color);
    await expect(seat.page.getByTestId('result')).toHaveCount(0);
    expect(await seat.transcript()).toStrictEqual(RESUMED.plies.slice(0, STANDS).map(({ square }) => square));
  }
  const inRound = async () => found((await look(scene)).rounds[0]?.boards.find(({ game_id }) => game_id === board.game_id));
  await until('the round has no result of it', async () => (await inRound()).result === null);
  expect((await inRound()).disputed).toBe(false);
  await pass(black.page, 'a table that goes on from a position');
  for (const ply of rest) await (ply.color === 'black' ? black : white).make(ply);
}

async function assertCounts({ scene, board, black, white }: Table): Promise<void> {
  for (const { page } of [black, white]) {
    await page.getByTestId('result').waitFor();
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  }
  for (const { page } of [black, white]) await page.getByRole('main').getByText('The result is confirmed and countersigned.').waitFor();
  expect([await black.result(), await white.result()]).toStrictEqual(['You lost 0–64.', 'You won 64–0.']);
  await until('the round has the new result', async () => (await nextAct(scene)).kind === 'finish_round');
  const { boards } = found((await look(scene)).rounds[0]);
  const { result, disputed } = found(boards.find(({ game_id }) => game_id === board.game_id));
  expect([result?.black_discs, result?.white_discs, disputed]).toStrictEqual([0, 64, false]);
  const { rulings } = await scene.director.rest.call('get_table', { game_id: board.game_id });
  expect(rulings.map(({ act, reason, paragraph }) => [act, reason, paragraph])).toStrictEqual([['replay_from', RULING, 'EGP IV.7']]);
  const entries = JSON.stringify(await scene.director.rest.call('read_entries', { game_id: board.game_id, after_seq: 0 }));
  for (const kind of ['result_disputed', 'replay_set', 'finished']) expect(entries, 'the journal of the game').toContain(`"${kind}"`);
}

async function assertLogged({ board }: Table, page: Page): Promise<void> {
  const log = page.getByTestId('log');
  const row = (words: string) => log.getByRole('row').filter({ hasText: words });
  await expect(row('Disputed result')).toContainText('The game goes on');
  await expect(row(RULING)).toContainText('EGP IV.7');
  await expect(row(RULING).getByRole('link', { name: 'Round 1, table 1' })).toHaveAttribute('href', `/g/${board.game_id}`);
  await pass(page, 'the log of a game that was played again');
}

async function assertReplayed({ scene, board, black }: Table): Promise<void> {
  const { page } = black;
  const moves = RESUMED.plies.map(({ square }) => square);
  expect(await black.transcript()).toStrictEqual(moves);
  const where = page.getByTestId('replay-where');
  await expect(where).toHaveText(new RegExp(`^Move ${moves.length} of ${moves.length}`));
  for (let ply = moves.length - 1; ply >= STANDS; ply -= 1) {
    await page.keyboard.press(',');
    await expect(where).toHaveText(new RegExp(`^Move ${ply} of`));
    await expect(black.board).toHaveAttribute('data-board', found(RESUMED.plies[ply]).board);
  }
  const { ggf } = await scene.director.rest.call('get_game_record', { game_id: board.game_id });
  const recorded = [...ggf.matchAll(/[BW]\[([A-H]\d)/g)].map(([, square]) => square?.toLowerCase());
  expect(recorded, 'the record in the Generic Game Format').toStrictEqual(moves);
}
