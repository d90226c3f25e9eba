import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { assertAccessible } from '../harness/axe.js';
import { Desk } from '../harness/desk.js';
import { START, legal, opposite, play } from '../harness/othello.js';
import { PASSWORD, Rest } from '../harness/rest.js';
import { Seat, keyboard, pointer } from '../harness/seat.js';
import { Server } from '../harness/server.js';
import { DESKTOP, PHONE, Stage, assertNeverReloaded, mark, picture, progress, walk } from '../harness/stage.js';
import { until } from '../harness/until.js';

const PLAYERS = [['Sandmark', 'Ove'], ['Brandvold', 'Torunn'], ['Klitgaard', 'Sofus'], ['Ekenstam', 'Majken']];
const BEHIND = 2;
const ONE_TABLE = 'A lamp fell on table 1';
const WHOLE_ROUND = 'Fire alarm: everybody leaves the hall';
const CLOCK = /^\d+:\d\d/;

let server;
let stage;
before(async () => {
  server = await Server.start();
  stage = await Stage.open();
});
after(async () => {
  await stage?.close();
  await server?.stop();
});

test('a director stops, hears and rules on a table; both players sign', { timeout: 400_000 }, () => walk(stage, lifeOfATable));

async function lifeOfATable() {
  const say = progress('table');
  const rest = new Rest(server);
  const id = await announce(rest);
  const director = await stage.visitor('the director', server.base);
  const desk = new Desk(await director.context.newPage());
  await desk.signIn('ingrid', PASSWORD, `/t/${id}/desk`);
  await mark(desk.page);
  await desk.publish(1);
  const { game, black, white } = await seatFirstTable(rest, id);
  const spectator = await watch(game);
  say('four are paired, table 1 is taken, a spectator watches');

  const position = new Position();
  await makePlies(3, position, { black, white });
  await spectatorIsBehind(spectator, position);
  await desk.page.getByRole('button', { name: 'Table 1', exact: true }).click();
  await desk.page.getByTestId('table-panel').waitFor();
  await pauseOneTable(desk, { black, white });
  await makePlies(1, position, { black, white });
  say('one table stood, and went on');
  await pauseRound(desk, { black, white });
  await makePlies(1, position, { black, white });
  say('the whole round stood, and went on');

  const official = await talk(desk, game, { black, white, spectator });
  say('players, director and spectators talked, each in their room');
  const back = await leaveAndComeBack({ black, white }, position, game);
  await callTheDirector(desk, { black, white: back });
  await makePlies(1, position, { black, white: back });
  say('a page was closed and opened, the director was called and answered');

  await resignAndSign(rest, game, { black, white: back, spectator, official });
  say('the result is signed by both and countersigned');
  await readEvidence(rest, desk, game);
  for (const page of [desk.page, black.page, spectator.page]) await assertNeverReloaded(page);
  say('the clock sheet adds up, the evidence is downloaded');
}

/** The plies so far, and the position that they lead to. */
class Position {
  boards = [START];
  color = 'black';

  get board() {
    return this.boards.at(-1);
  }

  next() {
    return { board: this.board, color: this.color, square: legal(this.board, this.color)[0] };
  }

  make({ color, square }) {
    this.boards.push(play(this.board, color, square));
    this.color = opposite(color);
  }
}

/** A tournament of four whose spectators see the games later. */
async function announce(rest) {
  await rest.createAccount('Ingrid Vestergrund', 'ingrid');
  const settings = { country: 'NOR', date: '2026-07-18', rule_set: 'egp-2020' };
  const preset = await rest.post('/tournaments', { ...settings, name: 'Lower Marsh Draft' });
  const text = JSON.parse((await rest.get(`/tournaments/${preset.summary.id}`)).rule_set_json);
  const rule_set_document = { ...text, spectators: { kind: 'delayed', plies: BEHIND, ms: 0 } };
  const { summary } = await rest.post('/tournaments', { ...settings, name: 'Lower Marsh Open', rule_set_document });
  for (const [surname, given_names] of PLAYERS) await rest.post(`/tournaments/${summary.id}/entrants`, { surname, given_names, country: 'NOR' });
  return summary.id;
}

/** The two of table 1 take their seats and sit down, one on a phone. */
async function seatFirstTable(rest, id) {
  const { entrants, rounds } = await rest.get(`/tournaments/${id}`);
  const board = rounds[0].boards.find((one) => one.table === 1);
  const sit = async (entrantId, who, hand, settings) => {
    const entrant = entrants.find((one) => one.id === entrantId);
    const { code } = await rest.post(`/tournaments/${id}/entrants/${entrantId}/seat-code`);
    const visitor = await stage.visitor(who, server.base, settings);
    const seat = new Seat(await visitor.context.newPage(), hand);
    await seat.claim(`/claim#${code}`, `${entrant.given_names} ${entrant.surname}`, 'Round 1 is running.');
    await seat.sitDown(1);
    await mark(seat.page);
    return seat;
  };
  const black = await sit(board.black_entrant_id, 'black', keyboard, DESKTOP);
  const white = await sit(board.white_entrant_id, 'white on a phone', pointer, PHONE);
  assert.deepEqual([black.color, white.color], ['black', 'white']);
  return { game: board.game_id, black, white };
}

async function watch(game) {
  await new Rest(server).createAccount('Vigdis Tornquist', 'vigdis');
  const visitor = await stage.visitor('the spectator', server.base);
  const desk = new Desk(await visitor.context.newPage());
  await desk.signIn('vigdis', PASSWORD, `/g/${game}`);
  await mark(desk.page);
  const seat = new Seat(desk.page, { name: 'the spectator' });
  await seat.table.waitFor();
  return seat;
}

async function makePlies(count, position, seats) {
  for (let made = 0; made < count; made += 1) {
    const ply = position.next();
    await seats[ply.color].make(ply);
    position.make(ply);
    await Promise.all([seats.black, seats.white].map((seat) => seat.see(position.board, position.color)));
  }
}

/** Who watches a delayed game is told so, and sees what was two plies ago. */
async function spectatorIsBehind(spectator, position) {
  const { page } = spectator;
  await page.getByText('Spectators see this game later.').waitFor();
  await page.getByText(`${BEHIND} moves behind`).waitFor();
  const then = position.boards.at(-1 - BEHIND);
  await until('the spectator sees an older position', async () => (await spectator.board.getAttribute('data-board')) === then);
  await assertAccessible(page, 'table of a delayed game');
}

async function pauseOneTable(desk, { black, white }) {
  await desk.actAtTable('Stop both clocks', ONE_TABLE);
  await seePause([black, white], ONE_TABLE);
  await desk.assertState(1, 'Clocks stand');
  assert.equal(await desk.row(2).getByText('Clocks stand').count(), 0, 'another table stands too');
  const other = desk.row(2).getByTestId('clock-black');
  await clocksStand([black, white], other);
  await picture(black.page, 'paused-table-desktop');
  await picture(white.page, 'paused-table-phone');
  await assertAccessible(black.page, 'table in a pause');
  await desk.actAtTable('Let the clocks go on', 'The lamp is away');
  await seeGoingOn([black, white], 'The lamp is away');
}

async function pauseRound(desk, { black, white }) {
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
async function seePause(seats, reason) {
  for (const { page, table } of seats) {
    await page.getByTestId('pause').getByText('The director stopped both clocks.').waitFor();
    await page.getByTestId('pause').getByText('They go on when the director says so.').waitFor();
    await ruling(page, 'stopped both clocks', reason, 'EGP IV.7').waitFor();
    assert.equal(await table.getAttribute('data-phase'), 'paused');
    const resign = page.getByRole('button', { name: 'Resign' });
    assert.ok(await resign.isDisabled());
    assert.equal(await page.getByRole('button', { name: /, empty, legal, flips / }).count(), 0, 'a move is offered in a pause');
  }
}

/** What the page says of an official's act: the act, its reason and its paragraph. */
const ruling = (page, act, reason, paragraph) =>
  page.getByTestId('ruling').filter({ hasText: `The director ${act}.` }).filter({ hasText: reason }).filter({ hasText: paragraph });

async function seeGoingOn(seats, reason) {
  for (const { page, table } of seats) {
    await page.getByTestId('pause').waitFor({ state: 'detached' });
    await ruling(page, 'let the clocks go on', reason, 'EGP IV.7').waitFor();
    assert.equal(await table.getAttribute('data-phase'), 'live');
  }
  const running = await Promise.all(seats.map((seat) => seat.clock(seat.color).getAttribute('data-running')));
  assert.deepEqual(running.sort(), ['false', 'true'], 'one clock runs');
}

/** No clock of these seats moves while something else on a page, which runs, goes on for two steps. */
async function clocksStand(seats, running) {
  const read = () => Promise.all(seats.flatMap((seat) => ['black', 'white'].map((color) => seat.clock(color).innerText())));
  const before = await read();
  for (const clock of before) assert.match(clock.replaceAll('\n', ''), CLOCK);
  for (let step = 0; step < 2; step += 1) {
    const shown = await running.innerText();
    await until('time goes on elsewhere', async () => (await running.innerText()) !== shown);
  }
  assert.deepEqual(await read(), before, 'a clock went on in a pause');
  for (const seat of seats) {
    for (const color of ['black', 'white']) assert.equal(await seat.clock(color).getAttribute('data-running'), 'false');
  }
}

/** Players and director share a room, spectators have another, and each player has a line to the director alone. */
async function talk(desk, game, { black, white, spectator }) {
  const page = await desk.page.context().newPage();
  await page.goto(`/g/${game}`);
  const official = new Seat(page, { name: 'the director at the table' });
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
  for (const seat of [black, white]) assert.doesNotMatch(await seat.heard(), /quiet opening|do not shout/, 'a player in play heard spectators');
  assert.doesNotMatch(await black.heard(), /rather it were shut/, 'the opponent heard what was for the director alone');
  assert.doesNotMatch(await spectator.heard(), /window|noon|shut/, 'a spectator heard the players');
  assert.equal(await spectator.page.getByTestId('chat').getByLabel('To').count(), 0, 'a spectator may choose a room');
  await desk.actAtTable('Show spectators’ chat now', 'A friendly game');
  await spectator.page.getByTestId('chat').getByText('held until the game ends').waitFor({ state: 'detached' });
  await picture(page, 'chat-of-an-official');
  await assertAccessible(page, 'table with an official');

  const words = page.getByTestId('chat').getByRole('listitem').filter({ hasText: 'What a quiet opening' });
  await words.getByRole('button', { name: 'Remove' }).click();
  await page.getByLabel('Reason of the removal').fill('No word on a game in play');
  await page.getByTestId('chat').getByRole('listitem').getByRole('button', { name: 'Remove' }).and(page.locator('[type=submit]')).click();
  await spectator.hear('Removed by the director.');
  assert.doesNotMatch(await spectator.heard(), /quiet opening/);
  return official;
}

/** Whoever closes the page has not resigned: the clock runs on, and the same game is there on coming back. */
async function leaveAndComeBack({ black, white }, position, game) {
  const context = white.page.context();
  await white.page.close();
  await black.page.getByTestId('presence').getByText('Not here').waitFor();
  assert.equal(await black.table.getAttribute('data-phase'), 'live');
  const { result, phase } = await new Rest(server).get(`/games/${game}`);
  assert.deepEqual([result, phase], [null, 'live']);
  const page = await context.newPage();
  await page.goto(`/g/${game}`);
  const back = new Seat(page, pointer);
  back.color = white.color;
  await back.see(position.board, position.color);
  await black.page.getByTestId('presence').getByText('Online').waitFor();
  return back;
}

/** A call is asked first, and stops both clocks until the director answers it. */
async function callTheDirector(desk, { black, white }) {
  await black.page.keyboard.press('c');
  await black.page.getByRole('button', { name: 'Call the director' }).waitFor();
  await black.page.keyboard.press('Escape');
  await black.page.getByRole('button', { name: 'Call the director' }).waitFor({ state: 'detached' });
  await black.page.getByRole('button', { name: 'Director' }).click();
  await black.page.getByRole('button', { name: 'Call the director' }).click();
  for (const seat of [black, white]) {
    await seat.page.getByTestId('pause').getByText('Black called the director. Both clocks stand.').waitFor();
  }
  for (const seat of [black, white]) await seat.page.getByTestId('board-hidden').waitFor();
  await black.page.getByText('The director is called', { exact: true }).waitFor();
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
async function resignAndSign(rest, game, { black, white, spectator, official }) {
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
  assert.equal(await white.page.getByTestId('confirmation').getAttribute('data-state'), 'pending');
  await white.page.getByRole('button', { name: 'Confirm', exact: true }).click();

  const signed = await until('a countersigned transcript', async () => {
    const transcript = await rest.get(`/games/${game}/transcript`);
    return transcript.countersignature && transcript;
  });
  assert.deepEqual([signed.state, signed.black_confirmed, signed.white_confirmed, signed.by_silence], ['confirmed', true, true, false]);
  for (const { page } of [black, white, spectator, official]) {
    await page.getByText('The result is confirmed and countersigned.').waitFor();
    await page.getByText(`Transcript ${signed.digest.slice(0, 12)}`).waitFor();
  }
  assert.equal(await white.result(), 'You lost 0–64.');
  assert.equal(await black.result(), 'You won 64–0.');
  await picture(black.page, 'countersigned-desktop');
  await assertAccessible(black.page, 'countersigned result');
}

/** The desk has the clock sheet, whose lines add up, and the signed file about the connections. */
async function readEvidence(rest, desk, game) {
  const { page } = desk;
  const evidence = page.getByTestId('evidence');
  await evidence.getByRole('button', { name: 'Look at the clocks' }).click();
  const sheet = page.getByTestId('clock-sheet');
  await sheet.waitFor();
  const { plies, black, white } = await rest.get(`/games/${game}/clock-sheet`);
  for (const { initial_ms, charged_ms, control_ms, credits_ms, grants_ms, rulings_ms, remaining_ms } of [black, white]) {
    assert.equal(initial_ms - charged_ms + control_ms + credits_ms + grants_ms + rulings_ms, remaining_ms);
    assert.equal(initial_ms, 25 * 60_000);
  }
  const lines = await sheet.getByRole('region').locator('tbody tr').allInnerTexts();
  assert.equal(lines.length, plies.length);
  for (const [place, { color, square }] of plies.entries()) assert.match(lines[place].toLowerCase(), new RegExp(`${color} ${square}`));
  await evidence.getByRole('button', { name: 'Look at the connections' }).click();
  await evidence.getByText(/^White: server side /).waitFor();
  await sheet.scrollIntoViewIfNeeded();
  await picture(page, 'clock-sheet');
  await assertAccessible(page, 'desk with clocks and connections');
  const [download] = await Promise.all([page.waitForEvent('download'), evidence.getByRole('button', { name: 'Signed file' }).click()]);
  assert.equal(download.suggestedFilename(), `evidence-${game}.json`);
  const path = join(server.data, download.suggestedFilename());
  await download.saveAs(path);
  const file = JSON.parse(await readFile(path, 'utf8'));
  assert.ok(JSON.stringify(file).includes(game), 'the file is about another game');
}
