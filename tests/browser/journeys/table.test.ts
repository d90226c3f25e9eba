import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { type Color, START, legal, opposite, play } from '../harness/othello';
import { PASSWORD, Rest } from '../harness/rest';
import { type Scene, enter, look, newEvent } from '../harness/scenes';
import { type Hand, Seat, keyboard, onlooker, pointer } from '../harness/seat';
import type { Server } from '../harness/server';
import { DESKTOP, PHONE, type Stage, assertNeverReloaded, mark, picture } from '../harness/stage';
import { found, until } from '../harness/until';

const BEHIND = 2;
const ONE_TABLE = 'A lamp fell on table 1';
const WHOLE_ROUND = 'Fire alarm: everybody leaves the hall';
const COLORS: Color[] = ['black', 'white'];
const CLOCK = /^\d+:\d\d/;

let server: Server;
let stage: Stage;
test.beforeEach(({ server: own, stage: everybody }) => {
  server = own;
  stage = everybody;
});

interface Players {
  black: Seat;
  white: Seat;
}

test('a director stops, hears and rules on a table; both players sign', async () => {
  test.setTimeout(600_000);
  const scene = await announce();
  const { rest, login } = scene.director;
  const director = await stage.visitor('the director', server.base);
  const desk = new Desk(await director.context.newPage());
  await desk.signIn(login, PASSWORD, `/t/${scene.id}/desk`);
  await mark(desk.page);
  const { game, black, white } = await test.step('four are paired, table 1 is taken', async () => {
    await desk.publish(1);
    return seatFirstTable(scene);
  });
  const spectator = await watch(game);
  const position = new Position();
  await test.step('a spectator is two plies behind', async () => {
    await makePlies(3, position, { black, white });
    await spectatorIsBehind(spectator, position);
  });
  await test.step('one table stands, and goes on', async () => {
    await desk.page.getByRole('button', { name: 'Table 1', exact: true }).click();
    await desk.page.getByTestId('table-panel').waitFor();
    await pauseOneTable(desk, { black, white });
    await makePlies(1, position, { black, white });
  });
  await test.step('the whole round stands, and goes on', async () => {
    await pauseRound(desk, { black, white });
    await makePlies(1, position, { black, white });
  });
  const official = await test.step('players, director and spectators talk, each in their room', () =>
    talk(desk, game, { black, white, spectator }));
  const back = await test.step('a page is closed and opened', () => leaveAndComeBack({ black, white }, position, game));
  await test.step('the director is called and answers', async () => {
    await callTheDirector(desk, { black, white: back });
    await makePlies(1, position, { black, white: back });
  });
  await test.step('the result is signed by both and countersigned', () =>
    resignAndSign(rest, game, { black, white: back, spectator, official }));
  await test.step('the clock sheet adds up, the evidence is downloaded', () => readEvidence(rest, desk, game));
  for (const page of [desk.page, black.page, spectator.page]) await assertNeverReloaded(page);
});

/** The plies so far, and the position that they lead to. */
class Position {
  readonly boards = [START];
  color: Color = 'black';

  get board(): string {
    return this.before(0);
  }

  /** The position so many plies ago. */
  before(plies: number): string {
    return found(this.boards.at(-1 - plies));
  }

  next() {
    return { board: this.board, color: this.color, square: found(legal(this.board, this.color)[0]) };
  }

  make({ color, square }: { color: Color; square: string }): void {
    this.boards.push(play(this.board, color, square));
    this.color = opposite(color);
  }
}

/** A tournament of four whose spectators see the games later. */
async function announce(): Promise<Scene> {
  const { rule_set_document: text } = await new Rest(server).call('get_rule_set', { name: 'egp-2020' });
  const scene = await newEvent(server, {
    rule_set_document: { ...(text as object), spectators: { kind: 'delayed', plies: BEHIND, ms: 0 } },
  });
  for (let players = 0; players < 4; players += 1) await enter(scene);
  return scene;
}

/** The two of table 1 take their seats and sit down, one on a phone. */
async function seatFirstTable(scene: Scene) {
  const { rounds } = await look(scene);
  const board = found(rounds[0]?.boards.find((one) => one.table === 1));
  const sit = async (entrantId: string, who: string, hand: Hand, settings: BrowserContextOptions) => {
    const { name } = found(scene.unseated.find((one) => one.entrant === entrantId));
    const { code } = await scene.director.rest.call('issue_seat_code', { tournament_id: scene.id, entrant_id: entrantId });
    const visitor = await stage.visitor(who, server.base, settings);
    const seat = new Seat(await visitor.context.newPage(), hand);
    await seat.claim(`/claim#${code}`, name, 'Round 1 is running.');
    await seat.sitDown(1);
    await mark(seat.page);
    return seat;
  };
  const black = await sit(board.black_entrant_id, 'black', keyboard, DESKTOP);
  const white = await sit(board.white_entrant_id, 'white on a phone', pointer, PHONE);
  expect([black.color, white.color]).toStrictEqual(['black', 'white']);
  return { game: board.game_id, black, white };
}

async function watch(game: string) {
  await new Rest(server).createAccount('Vigdis Tornquist', 'vigdis');
  const visitor = await stage.visitor('the spectator', server.base);
  const desk = new Desk(await visitor.context.newPage());
  await desk.signIn('vigdis', PASSWORD, `/g/${game}`);
  await mark(desk.page);
  const seat = new Seat(desk.page, onlooker('the spectator'));
  await seat.table.waitFor();
  return seat;
}

async function makePlies(count: number, position: Position, seats: Players) {
  for (let made = 0; made < count; made += 1) {
    const ply = position.next();
    await seats[ply.color].make(ply);
    position.make(ply);
    await Promise.all([seats.black, seats.white].map((seat) => seat.see(position.board, position.color)));
  }
}

/** Who watches a delayed game is told so, and sees what was two plies ago. */
async function spectatorIsBehind(spectator: Seat, position: Position) {
  const { page } = spectator;
  await page.getByText(`Spectators see games ${BEHIND} moves later.`).waitFor();
  const then = position.before(BEHIND);
  await until('the spectator sees an older position', async () => (await spectator.board.getAttribute('data-board')) === then);
  await assertAccessible(page, 'table of a delayed game');
}

async function pauseOneTable(desk: Desk, { black, white }: Players) {
  await desk.actAtTable('Stop both clocks', ONE_TABLE);
  await seePause([black, white], ONE_TABLE);
  await desk.assertState(1, 'Clocks stand');
  expect(await desk.row(2).getByText('Clocks stand').count(), 'another table stands too').toBe(0);
  const other = desk.row(2).getByTestId('clock-black');
  await clocksStand([black, white], other);
  await picture(black.page, 'paused-table-desktop');
  await picture(white.page, 'paused-table-phone');
  await assertAccessible(black.page, 'table in a pause');
  await desk.actAtTable('Let the clocks go on', 'The lamp is away');
  await seeGoingOn([black, white], 'The lamp is away');
}

async function pauseRound(desk: Desk, { black, white }: Players) {
  await desk.actAtRound('Stop all clocks', WHOLE_ROUND);
  await seePause([black, white], WHOLE_ROUND);
  for (const table of [1, 2]) await desk.assertState(table, 'Clocks stand');
  await clocksStand([black, white], desk.page.getByText(/^Server time /));
  await picture(desk.page, 'paused-round-desk');
  await assertAccessible(desk.page, 'desk of a round that stands');
  await assertAccessible(white.page, 'phone in a pause');
  await desk.actAtRound('Let all clocks go on', 'A false alarm');
  await seeGoingOn([black, white], 'A false alarm');
  for (const table of [1, 2]) await desk.row(table).getByText('Clocks stand').waitFor({ state: 'detached' });
}

/** Both see that the clocks stand, why, and under which paragraph. */
async function seePause(seats: Seat[], reason: string) {
  for (const { page, table } of seats) {
    await page.getByTestId('pause').getByText('The director stopped both clocks.').waitFor();
    await page.getByTestId('pause').getByText('They go on when the director says so.').waitFor();
    await ruling(page, 'stopped both clocks', reason, 'EGP IV.7').waitFor();
    expect(await table.getAttribute('data-phase')).toBe('paused');
    const resign = page.getByRole('button', { name: 'Resign' });
    await expect(resign).toBeDisabled();
    expect(await page.getByRole('button', { name: /, empty, legal, flips / }).count(), 'a move is offered in a pause').toBe(0);
  }
}

/** What the page says of an official's act: the act, its reason and its paragraph. */
const ruling = (page: Page, act: string, reason: string, paragraph: string) =>
  page
    .getByTestId('ruling')
    .filter({ hasText: `The director ${act}.` })
    .filter({ hasText: reason })
    .filter({ hasText: paragraph });

async function seeGoingOn(seats: Seat[], reason: string) {
  for (const { page, table } of seats) {
    await page.getByTestId('pause').waitFor({ state: 'detached' });
    await ruling(page, 'let the clocks go on', reason, 'EGP IV.7').waitFor();
    expect(await table.getAttribute('data-phase')).toBe('live');
  }
  const running = await Promise.all(seats.map((seat) => seat.clock(seat.color).getAttribute('data-running')));
  expect(running.sort(), 'one clock runs').toStrictEqual(['false', 'true']);
}

/** No clock of these seats moves while something else on a page, which runs, goes on for two steps. */
async function clocksStand(seats: Seat[], running: Locator) {
  const read = () => Promise.all(seats.flatMap((seat) => COLORS.map((color) => seat.clock(color).innerText())));
  const before = await read();
  for (const clock of before) expect(clock.replaceAll('\n', '')).toMatch(CLOCK);
  for (let step = 0; step < 2; step += 1) {
    const shown = await running.innerText();
    await until('time goes on elsewhere', async () => (await running.innerText()) !== shown);
  }
  expect(await read(), 'a clock went on in a pause').toStrictEqual(before);
  for (const seat of seats) {
    for (const color of COLORS) expect(await seat.clock(color).getAttribute('data-running')).toBe('false');
  }
}

/** Players and director share a room, spectators have another, and each player has a line to the director alone. */
async function talk(desk: Desk, game: string, { black, white, spectator }: Players & { spectator: Seat }) {
  const page = await desk.page.context().newPage();
  await page.goto(`/g/${game}`);
  const official = new Seat(page, onlooker('the director at the table'));
  await official.table.waitFor();

  await black.write('Is the window meant to be open?', 'Players and director');
  for (const seat of [white, official]) await seat.hear('Is the window meant to be open?');
  await spectator.write('What a quiet opening');
  await official.hear('What a quiet opening');
  await white.write('I would rather it were shut', 'Director alone');
  await official.hear('I would rather it were shut');
  await official.write('It stays open until noon', 'Players and director');
  await official.write('Please do not shout', 'Spectators');
  await Promise.all([black, white].map((seat) => seat.hear('It stays open until noon')));
  await spectator.hear('Please do not shout');

  await spectator.page.getByTestId('chat').getByText('held until the game ends').waitFor();
  for (const seat of [black, white])
    expect(await seat.heard(), 'a player in play heard spectators').not.toMatch(/quiet opening|do not shout/);
  expect(await black.heard(), 'the opponent heard what was for the director alone').not.toMatch(/rather it were shut/);
  expect(await spectator.heard(), 'a spectator heard the players').not.toMatch(/window|noon|shut/);
  expect(await spectator.page.getByTestId('chat').getByLabel('To').count(), 'a spectator may choose a room').toBe(0);
  await desk.actAtTable('Show spectators’ chat now', 'A friendly game');
  await spectator.page.getByTestId('chat').getByText('held until the game ends').waitFor({ state: 'detached' });
  await picture(page, 'chat-of-an-official');
  await assertAccessible(page, 'table with an official');

  const words = page.getByTestId('chat').getByRole('listitem').filter({ hasText: 'What a quiet opening' });
  await words.getByRole('button', { name: 'Remove' }).click();
  await page.getByLabel('Reason of the removal').fill('No word on a game in play');
  await page.getByTestId('chat').getByRole('listitem').getByRole('button', { name: 'Remove' }).and(page.locator('[type=submit]')).click();
  await spectator.hear('Removed by the director.');
  expect(await spectator.heard()).not.toMatch(/quiet opening/);
  return official;
}

/** Whoever closes the page has not resigned: the clock runs on, and the same game is there on coming back. */
async function leaveAndComeBack({ black, white }: Players, position: Position, game: string) {
  const context = white.page.context();
  await white.page.close();
  await black.page.getByTestId('presence').getByText('Offline').waitFor();
  expect(await black.table.getAttribute('data-phase')).toBe('live');
  const { result, phase } = await new Rest(server).call('get_table', { game_id: game });
  expect([result, phase]).toStrictEqual([null, 'live']);
  const page = await context.newPage();
  await page.goto(`/g/${game}`);
  const back = new Seat(page, pointer);
  back.color = white.color;
  await back.see(position.board, position.color);
  await black.page.getByTestId('presence').getByText('Online').waitFor();
  return back;
}

/** A call is asked first, and stops both clocks until the director answers it. */
async function callTheDirector(desk: Desk, { black, white }: Players) {
  await black.page.keyboard.press('c');
  await black.page.getByRole('button', { name: 'Call the director' }).waitFor();
  await black.page.keyboard.press('Escape');
  await black.page.getByRole('button', { name: 'Call the director' }).waitFor({ state: 'detached' });
  await black.page.getByRole('button', { name: 'Director' }).click();
  await black.page.getByRole('button', { name: 'Call the director' }).click();
  await black.page.getByTestId('pause').getByText('You called the director. Both clocks stand.').waitFor();
  await white.page.getByTestId('pause').getByText('Black called the director. Both clocks stand.').waitFor();
  for (const seat of [black, white]) await seat.page.getByTestId('board-hidden').waitFor();
  await black.page.getByText('The director is called.', { exact: true }).waitFor();
  await desk.assertState(1, 'Calls you');
  await clocksStand([black, white], desk.row(2).getByTestId('clock-black'));
  await picture(desk.page, 'desk-with-a-call');
  await assertAccessible(desk.page, 'desk with a call');
  await desk.actAtTable('Answer the call', 'The noise next door is over');
  for (const seat of [black, white]) {
    await seat.page.getByTestId('pause').waitFor({ state: 'detached' });
    await seat.page.getByTestId('board-hidden').waitFor({ state: 'detached' });
    await ruling(seat.page, 'answered the call', 'The noise next door is over', 'EGP IV.2').waitFor();
  }
}

/** White resigns; both sign what the server wrote down, and everybody sees it countersigned. */
async function resignAndSign(
  rest: Rest,
  game: string,
  { black, white, spectator, official }: Players & { spectator: Seat; official: Seat },
) {
  await white.page.getByRole('button', { name: 'Resign' }).click();
  await white.page.getByRole('button', { name: 'Resign 0–64' }).click();
  for (const seat of [black, white]) {
    await seat.page.getByTestId('confirmation').getByText('Confirm the result.').waitFor();
  }
  await picture(white.page, 'sign-phone');
  await assertAccessible(white.page, 'result to be signed');
  await black.page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await black.page.getByText('You confirmed the result.').waitFor();
  await official.page.getByText('The players have not both confirmed yet.').waitFor();
  expect(await white.page.getByTestId('confirmation').getAttribute('data-state')).toBe('pending');
  await white.page.getByRole('button', { name: 'Confirm', exact: true }).click();

  const signed = await until('a countersigned transcript', async () => {
    const transcript = await rest.call('get_transcript', { game_id: game });
    return transcript.countersignature ? transcript : null;
  });
  expect([signed.state, signed.black_confirmed, signed.white_confirmed, signed.by_silence]).toStrictEqual(['confirmed', true, true, false]);
  for (const { page } of [black, white, spectator, official]) {
    await page.getByRole('main').getByText('The result is confirmed and countersigned.').waitFor();
    await page.getByText(`Transcript ${signed.digest.slice(0, 12)}`).waitFor();
  }
  expect(await white.result()).toBe('You lost 0–64.');
  expect(await black.result()).toBe('You won 64–0.');
  await picture(black.page, 'countersigned-desktop');
  await assertAccessible(black.page, 'countersigned result');
}

/** The desk has the clock sheet, whose lines add up, and the signed file about the connections. */
async function readEvidence(rest: Rest, desk: Desk, game: string) {
  const { page } = desk;
  const evidence = page.getByTestId('evidence');
  await page.getByTestId('table-panel').getByRole('tab', { name: 'Clocks and lines' }).click();
  await evidence.getByRole('button', { name: 'Look at the clocks' }).click();
  const sheet = page.getByTestId('clock-sheet');
  await sheet.waitFor();
  const { plies, black, white } = await rest.call('get_clock_sheet', { game_id: game });
  for (const { initial_ms, charged_ms, control_ms, credits_ms, grants_ms, rulings_ms, remaining_ms } of [found(black), found(white)]) {
    expect(initial_ms - charged_ms + control_ms + credits_ms + grants_ms + rulings_ms).toBe(remaining_ms);
    expect(initial_ms).toBe(25 * 60_000);
  }
  const lines = await sheet.getByRole('region').locator('tbody tr:not(.between)').allInnerTexts();
  expect(lines.length).toBe(plies.length);
  for (const [place, { color, square }] of plies.entries())
    expect(found(lines[place]).toLowerCase()).toMatch(new RegExp(`${color} ${square}`));
  await evidence.getByRole('button', { name: 'Look at the connections' }).click();
  await evidence.getByText(/^White: /).waitFor();
  await sheet.scrollIntoViewIfNeeded();
  await picture(page, 'clock-sheet');
  await assertAccessible(page, 'desk with clocks and connections');
  const [download] = await Promise.all([page.waitForEvent('download'), evidence.getByRole('button', { name: 'Signed file' }).click()]);
  expect(download.suggestedFilename()).toBe(`evidence-${game}.json`);
  const path = join(server.data, download.suggestedFilename());
  await download.saveAs(path);
  const file = JSON.parse(await readFile(path, 'utf8'));
  expect(JSON.stringify(file), 'the file is about another game').toContain(game);
}
