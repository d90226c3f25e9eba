import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertAccessible } from '../harness/axe.js';
import { Desk } from '../harness/desk.js';
import { START, legal, opposite, play } from '../harness/othello.js';
import { PASSWORD, Rest } from '../harness/rest.js';
import { Seat, pointer } from '../harness/seat.js';
import { Server } from '../harness/server.js';
import { DESKTOP, PHONE, Stage, picture, progress, walk } from '../harness/stage.js';
import { until } from '../harness/until.js';

const PLAYERS = [['Vestergrund', 'Ingrid'], ['Sandmark', 'Ove'], ['Brandvold', 'Torunn'], ['Klitgaard', 'Sofus']];
const SELF = 'Ingrid Vestergrund';
/** What one account writes without being told to slow down, in words so long that they come on several pages. */
const WORDS = 5;
const LONG = '𝄞'.repeat(490);

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

test('a director who plays needs consent, and opens the spectators’ chat for a round', { timeout: 240_000 }, () => walk(stage, officials));

async function officials() {
  const say = progress('officials');
  const scene = await paired();
  const visitor = await stage.visitor('the director', server.base);
  const desk = new Desk(await visitor.context.newPage());
  await desk.signIn('ingrid', PASSWORD, `/t/${scene.id}/desk/entrants`);
  await barredFromOpponent(scene, desk);
  say('the desk says what is not the playing director’s, before it is tried');
  const phone = await consentOnce(scene, desk);
  say('the opponent consented to one act, and that act used it up');
  await secondOfficial(scene, desk, phone);
  say('a second official consented too');
  await spectatorsTalk(scene, desk);
  say('the spectators’ chat was opened for the round and held again');
  await longTalk(scene, desk);
  say('the beginning of a long talk was fetched');
  await clockSheet(scene, desk);
  say('the clock sheet shows what was given back for line and reading');
}

/** Four are paired; the director has a seat, and so has whoever meets her. */
async function paired() {
  const director = new Rest(server);
  await director.createAccount(SELF, 'ingrid');
  const settings = { name: 'Lower Marsh Open', country: 'NOR', date: '2026-07-18', rule_set: 'egp-2020' };
  const { summary: { id } } = await director.post('/tournaments', settings);
  const at = `/tournaments/${id}`;
  const people = new Map();
  for (const [surname, given_names] of PLAYERS) {
    const { entrant_id } = await director.post(`${at}/entrants`, { surname, given_names, country: 'NOR' });
    people.set(entrant_id, { name: `${given_names} ${surname}`, entrant: entrant_id });
  }
  const players = [...people.values()];
  for (const [place, player] of players.entries()) {
    player.rest = place === 0 ? director : new Rest(server);
    if (place > 0) await player.rest.createAccount(player.name, `player-${place}`);
    player.login = `player-${place}`;
    const { code } = await director.post(`${at}/entrants/${player.entrant}/seat-code`);
    await player.rest.post('/seats/claim', { code });
  }
  // Appointed before anybody is paired: whom a player appoints later shares that player's interests.
  const second = new Rest(server);
  await second.createAccount('Clara Ostrander', 'clara');
  await director.post(`${at}/officials`, { account_id: second.account.id, role: 'assistant_director' });
  await until('the seats are taken', async () => (await director.get(at)).entrants.every((one) => one.seated));
  const { boards } = await director.post(`${at}/rounds`);
  const own = boards.find((board) => [board.black_entrant_id, board.white_entrant_id].includes(players[0].entrant));
  const other = boards.find((board) => board !== own);
  const opponent = people.get(own.black_entrant_id === players[0].entrant ? own.white_entrant_id : own.black_entrant_id);
  return { id, at, director, second, people, own, other, opponent };
}

/** No new link for the opponent's seat, no act and no result at the own table: each says why. */
async function barredFromOpponent({ at, director, own, opponent }, desk) {
  const { page } = desk;
  const row = page.getByRole('row', { name: opponent.name });
  const link = row.getByRole('button', { name: `Make a new seat link for ${opponent.name}` });
  await row.getByText('You play them in this round: another official, or consent').waitFor();
  assert.ok(await link.isDisabled());
  assert.equal(await director.refused('POST', `${at}/entrants/${opponent.entrant}/seat-code`), 'consent_needed');
  await row.scrollIntoViewIfNeeded();
  await picture(page, 'link-needs-consent');
  await assertAccessible(page, 'entrants of a director who plays');

  await page.getByRole('link', { name: 'Round', exact: true }).click();
  await page.getByRole('button', { name: `Table ${own.table}`, exact: true }).click();
  const acts = page.getByTestId('table-acts');
  await acts.getByText('Your own game: another official does this').first().waitFor();
  assert.ok(await acts.getByRole('radio', { name: /^Give or take time/ }).isDisabled());
  await page.getByTestId('table-panel').getByLabel('Black’s discs').fill('40');
  await page.getByTestId('table-panel').getByLabel('Reason', { exact: true }).fill('I won it');
  assert.ok(await page.getByRole('button', { name: 'Enter 40–24' }).isDisabled());
  await picture(page, 'own-table-at-the-desk');
  await assertAccessible(page, 'desk at the own table');
  const result = `${at}/rounds/1/tables/${own.table}/result`;
  assert.equal(await director.refused('PUT', result, { black_discs: 40, reason: 'I won it' }), 'own_game');
}

/** The opponent, on a phone, consents to a new link for the own seat: the desk may make it, once. */
async function consentOnce(scene, desk) {
  const { id, at, director, opponent } = scene;
  const visitor = await stage.visitor('the opponent on a phone', server.base, PHONE);
  const phone = new Desk(await visitor.context.newPage());
  await phone.signIn(opponent.login, PASSWORD, `/t/${id}/seat`);
  await consent(phone.page, `Head director: ${SELF}`, 'A new seat link', opponent.name);
  await picture(phone.page, 'consent-phone');
  await assertAccessible(phone.page, 'seat with a consent');
  const { consents } = await director.get(`${at}/interests`);
  assert.deepEqual(
    consents.map((one) => [one.act, one.official_account_id, one.entrant_id, one.by_account_id]),
    [['issue_seat_code', director.account.id, opponent.entrant, opponent.rest.account.id]],
  );
  await newLink(scene, desk);
  const { interests } = await director.get(`${at}/rulings`);
  assert.deepEqual(interests.map((one) => [one.act, one.interest, one.consented_account_ids]).at(-1), ['issue_seat_code', 'opponent', [opponent.rest.account.id]]);
  return phone;
}

async function consent(page, official, act, about) {
  const form = page.getByTestId('consent');
  await form.getByText('Consent to an official’s act', { exact: true }).click();
  await form.getByLabel('Whose act').selectOption(official);
  await form.getByLabel('Which act').selectOption(act);
  await form.getByLabel('About whom').selectOption(about);
  await form.getByRole('button', { name: 'Consent' }).click();
  await form.getByTestId('given').getByText('consented to, not yet used').waitFor();
}

/** The desk makes the link that it was consented to; the next one is barred again. */
async function newLink({ at, director, opponent }, desk) {
  const { page } = desk;
  await page.getByRole('link', { name: /^Entrants/ }).click();
  const row = page.getByRole('row', { name: opponent.name });
  await row.getByRole('button', { name: `Make a new seat link for ${opponent.name}` }).click();
  await page.getByTestId('confirm').getByRole('button', { name: 'Make the new link' }).click();
  await row.getByLabel(`Seat link of ${opponent.name}`).waitFor();
  assert.equal(await director.refused('POST', `${at}/entrants/${opponent.entrant}/seat-code`), 'consent_needed');
}

/** A second director without an interest consents at the desk. */
async function secondOfficial(scene, desk, phone) {
  const { id, at, director, second, opponent } = scene;
  await phone.page.getByTestId('given').waitFor({ state: 'detached' });
  const visitor = await stage.visitor('the second official', server.base);
  const other = new Desk(await visitor.context.newPage());
  await other.signIn('clara', PASSWORD, `/t/${id}/desk/entrants`);
  await consent(other.page, `Head director: ${SELF}`, 'A new seat link', opponent.name);
  await picture(other.page, 'consent-of-an-official');
  await assertAccessible(other.page, 'desk with a consent');
  await desk.page.reload();
  await newLink(scene, desk);
  const { interests } = await director.get(`${at}/rulings`);
  assert.deepEqual(interests.at(-1).consented_account_ids, [second.account.id]);
}

/** What a spectator writes is held until the director shows it for the round; the own table is not hers to open. */
async function spectatorsTalk({ director, own, other }, desk) {
  const writer = new Rest(server);
  await writer.createAccount('Vigdis Tornquist', 'vigdis');
  const path = `/games/${other.game_id}/chat`;
  await writer.post(path, { channel: 'spectators', text: 'What a quiet opening' });
  const visitor = await stage.visitor('another spectator', server.base);
  const reader = new Rest(server);
  await reader.createAccount('Aslak Fjeldheim', 'aslak');
  const watching = new Desk(await visitor.context.newPage());
  await watching.signIn('aslak', PASSWORD, `/g/${other.game_id}`);
  const spectator = new Seat(watching.page, pointer);
  const outside = await stage.visitor('a spectator who is not signed in', server.base);
  const stranger = new Seat(await outside.open(`/g/${other.game_id}`), pointer);
  for (const one of [spectator, stranger]) await one.table.waitFor();
  const { page } = desk;
  await page.getByRole('link', { name: 'Round', exact: true }).click();
  await desk.actAtRound('Show spectators’ chat', 'The hall is quiet');
  await page.getByText('Done at 1 table.').waitFor();
  await page.getByText(`Not at table ${own.table}:`).waitFor();
  await picture(page, 'chat-opened-for-a-round');
  await assertAccessible(page, 'desk with the chat opened');
  for (const one of [spectator, stranger]) await one.hear('What a quiet opening');
  assert.equal((await director.get(`/games/${other.game_id}`)).spectators.chat_shown, true);

  await desk.actAtRound('Hold spectators’ chat back', 'It is about the game now');
  await until('it is held', async () => (await director.get(`/games/${other.game_id}`)).spectators.chat_shown === false);
  await writer.post(path, { channel: 'spectators', text: 'What a blunder' });
  await page.getByRole('button', { name: `Table ${other.table}`, exact: true }).click();
  await page.getByTestId('table-panel').getByRole('link', { name: 'Watch' }).click();
  const official = new Seat(page, pointer);
  await official.hear('What a blunder');
  await page.getByTestId('chat').getByText('held until the game ends').first().waitFor();
  for (const one of [spectator, stranger]) assert.doesNotMatch(await one.heard(), /blunder/);
}

/** A long talk comes a page at a time: the official at the table asks for its beginning. */
async function longTalk({ director, people, other, opponent, second }, desk) {
  const at = (entrant) => people.get(entrant).rest;
  const spectators = await Promise.all(
    ['Sigrun Ostvik', 'Marit Skaugen', 'Runa Hestnes'].map(async (name, place) => {
      const rest = new Rest(server);
      await rest.createAccount(name, `spectator-${place}`);
      return rest;
    }),
  );
  const inside = [at(other.black_entrant_id), at(other.white_entrant_id), director, second];
  const write = async (rest, channel) => {
    for (let word = 1; word <= WORDS; word += 1) await rest.post(`/games/${other.game_id}/chat`, { channel, text: `Word ${LONG}` });
  };
  await Promise.all([
    ...inside.map((rest) => write(rest, 'players')),
    ...[opponent.rest, ...spectators].map((rest) => write(rest, 'spectators')),
  ]);
  const { page } = desk;
  await page.reload();
  const official = new Seat(page, pointer);
  await page.getByRole('button', { name: 'Earlier messages' }).waitFor();
  assert.doesNotMatch(await official.heard(), /What a quiet opening/);
  await page.getByRole('button', { name: 'Earlier messages' }).click();
  await official.hear('What a quiet opening');
  await page.getByRole('button', { name: 'Earlier messages' }).waitFor({ state: 'detached' });
  const words = (await official.heard()).split('\n').filter((line) => line.startsWith('Word '));
  assert.equal(words.length, WORDS * (inside.length + 1 + spectators.length));
  await page.goBack();
}

/** Every ply's gains stand on the sheet as the server counted them. */
async function clockSheet({ director, people, other }, desk) {
  let board = START;
  let color = 'black';
  for (let ply = 1; ply <= 4; ply += 1) {
    const mover = people.get(color === 'black' ? other.black_entrant_id : other.white_entrant_id);
    const [square] = legal(board, color);
    await mover.rest.post(`/games/${other.game_id}/moves`, { ply, square });
    board = play(board, color, square);
    color = opposite(color);
  }
  const { page } = desk;
  await page.getByRole('button', { name: `Table ${other.table}`, exact: true }).click();
  const evidence = page.getByTestId('evidence');
  await evidence.getByRole('button', { name: 'Look at the clocks' }).click();
  const sheet = page.getByTestId('clock-sheet').getByRole('region', { name: 'Charges move by move' });
  await sheet.waitFor();
  const { plies } = await director.get(`/games/${other.game_id}/clock-sheet`);
  assert.equal(plies.length, 4);
  const shown = await sheet.locator('tbody tr').evaluateAll((rows) => rows.map((row) => [...row.cells].slice(3, 6).map((cell) => cell.textContent.trim())));
  const ms = (count) => `${count.toLocaleString('en')} ms`;
  assert.deepEqual(shown, plies.map((one) => [one.lag_credit_ms, one.reading_credit_ms, one.credit_left_ms].map(ms)));
  await sheet.scrollIntoViewIfNeeded();
  await picture(page, 'clock-sheet-gains');
}
