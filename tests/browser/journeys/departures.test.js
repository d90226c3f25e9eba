import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertAccessible } from '../harness/axe.js';
import { Desk } from '../harness/desk.js';
import { PASSWORD, Rest } from '../harness/rest.js';
import { Seat, pointer } from '../harness/seat.js';
import { Server } from '../harness/server.js';
import { PHONE, Stage, picture, progress, walk } from '../harness/stage.js';

const NAME = 'Fjordholm Blitz';
const PLAYERS = [['Sandmark', 'Ove'], ['Brandvold', 'Torunn']];

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

test('what leaves the rule text is confirmed a second time, and a finalist chooses a colour', { timeout: 360_000 }, () => walk(stage, departures));

async function departures() {
  const say = progress('departures');
  const rest = new Rest(server);
  await rest.createAccount('Ingrid Vestergrund', 'ingrid');
  const director = await stage.visitor('the director', server.base);
  const desk = new Desk(await director.context.newPage());
  await desk.signIn('ingrid', PASSWORD, '/');
  const id = await createBlitz(director, desk, rest);
  say('five minutes instead of 25 were confirmed a second time, and are printed');
  const winner = await playQualification(rest, id);
  await announceFinals(director, desk, id);
  say('a notice too short was taken back');
  await chooseColour(rest, id, winner, desk);
  say('the finalist chose a colour and has it');
}

/** The confirmation of what leaves the text. */
const dialogOf = (page) => page.getByRole('dialog', { name: 'This leaves the rule text.' });

async function createBlitz(director, desk, rest) {
  const { page } = desk;
  director.expectRefusal(409, '/api/v1/tournaments');
  await desk.askForTournament(NAME, 'DNK', 5);
  await dialogOf(page).getByText('It is recorded, cannot be undone and is printed in every export.').waitFor();
  await picture(page, 'departure');
  await assertAccessible(page, 'departure');
  await dialogOf(page).getByRole('button', { name: 'Leave it' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  assert.deepEqual((await rest.get('/tournaments')).tournaments, [], 'created before it was confirmed');
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), NAME);

  director.expectRefusal(409, '/api/v1/tournaments');
  await page.getByRole('button', { name: 'Create the tournament' }).click();
  await dialogOf(page).getByRole('button', { name: 'I know, and want it so' }).click();
  const id = await desk.created();
  const made = await rest.get(`/tournaments/${id}`);
  assert.deepEqual([made.conformant, made.main_time_ms], [false, 300_000]);
  await page.goto(`/t/${id}`);
  await page.getByText('Departs from the rule text:').waitFor();
  return id;
}

/** The qualification, by a program: the first entrant wins every game. */
async function playQualification(rest, id) {
  const entrants = [];
  for (const [surname, given_names] of PLAYERS) {
    entrants.push((await rest.post(`/tournaments/${id}/entrants`, { surname, given_names, country: 'DNK' })).entrant_id);
  }
  for (;;) {
    const { next } = await rest.get(`/tournaments/${id}`);
    if (next.kind === 'announce_finals') return entrants[0];
    assert.equal(next.kind, 'publish_round');
    const { boards } = await rest.post(`/tournaments/${id}/rounds`);
    for (const board of boards) {
      const black_discs = board.black_entrant_id === entrants[0] ? 40 : 24;
      await rest.ask('PUT', `/tournaments/${id}/rounds/${next.round}/tables/${board.table}/result`, { black_discs, reason: 'Played over the board' });
    }
    await rest.post(`/tournaments/${id}/rounds/${next.round}/finish`);
  }
}

/** Two minutes are less notice than the text wants; ten leave time to choose in. */
async function announceFinals(director, desk, id) {
  const { page } = desk;
  await page.goto(`/t/${id}/desk`);
  await page.getByText('Next are: final, game 1.').waitFor();
  director.expectRefusal(409, `/api/v1/tournaments/${id}/finals`);
  await page.getByLabel('Starts').selectOption('In 2 minutes');
  await page.getByRole('button', { name: 'Announce the finals' }).click();
  await dialogOf(page).getByText('Rule: EGP IV.9').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Leave it' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  await page.getByLabel('Starts').selectOption('In 10 minutes');
  await page.getByRole('button', { name: 'Announce the finals' }).click();
  await page.getByText(/^Announced for /).waitFor();
}

/** The better placed finalist chooses; the page of the other says who does. */
async function chooseColour(rest, id, winner, desk) {
  const { announced, entrants } = await rest.get(`/tournaments/${id}`);
  const [game] = announced.games;
  assert.equal(game.chooser_entrant_id, winner);
  const sit = async (entrantId, who, then) => {
    const entrant = entrants.find((one) => one.id === entrantId);
    const { code } = await rest.post(`/tournaments/${id}/entrants/${entrantId}/seat-code`);
    const visitor = await stage.visitor(who, server.base, PHONE);
    const seat = new Seat(await visitor.context.newPage(), pointer);
    await seat.claim(`/claim#${code}`, `${entrant.given_names} ${entrant.surname}`, then);
    return seat;
  };
  const chooser = await sit(winner, 'the chooser', 'Choose your colour.');
  const other = await sit(game.worse_entrant_id, 'the other finalist', 'Ove Sandmark chooses the colours.');
  await picture(chooser.page, 'colour-choice-phone');
  for (const [what, { page }] of [['choice', chooser], ['choice of the other', other]]) await assertAccessible(page, what);
  await chooser.page.getByTestId('colour-choice').getByRole('button', { name: 'White' }).click();
  await desk.page.getByRole('button', { name: /^Publish round / }).click();
  for (const [seat, color] of [[chooser, 'White'], [other, 'Black']]) {
    await seat.page.getByRole('heading', { name: /^Round \d+ starts in / }).waitFor();
    await seat.page.getByTestId('seat').getByText(new RegExp(`^You are ${color} at table 1 against`)).waitFor();
  }
}
