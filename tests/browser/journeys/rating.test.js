import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertAccessible } from '../harness/axe.js';
import { Desk } from '../harness/desk.js';
import { PASSWORD, Rest } from '../harness/rest.js';
import { Seat, pointer } from '../harness/seat.js';
import { Server } from '../harness/server.js';
import { DESKTOP, PHONE, Stage, picture, progress, walk } from '../harness/stage.js';
import { until } from '../harness/until.js';

/** Who enters by themselves, the number of the players list that they claim, and what the director finds. */
const PLAYERS = [
  { surname: 'Brandvold', given_names: 'Torunn', login: 'torunn', claims: 220_901, found: 220_901 },
  { surname: 'Klitgaard', given_names: 'Sofus', login: 'sofus', claims: 220_990, found: 220_902 },
  { surname: 'Ekenstam', given_names: 'Majken', login: 'majken', claims: 150_999, found: null },
];
const NAME = 'Lower Marsh Open';

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

test('claims, disputes and protests bar the confirmation, and an administrator approves', { timeout: 240_000 }, () => walk(stage, whatCounts));

async function whatCounts() {
  const say = progress('rating');
  const director = new Rest(server);
  await director.createAccount('Ingrid Vestergrund', 'ingrid');
  const { id, accounts } = await entered(director);
  const visitor = await stage.visitor('the director', server.base);
  const desk = new Desk(await visitor.context.newPage());
  await desk.signIn('ingrid', PASSWORD, `/t/${id}/desk`);
  await playRounds(director, id, accounts);
  say('three entered by themselves, a game ended in a dispute, another player protests');
  await objectionsDecided(director, id, desk);
  say('the dispute and the protest are decided');
  await claimsSettled(director, id, desk);
  say('claims were confirmed, corrected and taken back');
  await confirmedUnrated(director, id, desk);
  await signedAndApproved(director, id, desk);
  say('signed as over the board, approved, and the approval taken back');
}

/** An event whose players enter by themselves, each with a claim. */
async function entered(director) {
  const { summary } = await director.post('/tournaments', { name: NAME, country: 'NOR', date: '2026-07-18', rule_set: 'club' });
  const accounts = [];
  for (const { surname, given_names, login, claims } of PLAYERS) {
    const rest = new Rest(server);
    await rest.createAccount(`${given_names} ${surname}`, login);
    const { entrant_id } = await rest.post(`/tournaments/${summary.id}/entry`, { surname, given_names, country: 'NOR', federation_number: claims });
    accounts.push({ rest, login, entrant: entrant_id });
  }
  return { id: summary.id, accounts };
}

/** A game of round 1 is disputed and a protest filed, through the pages; the other results are typed by a program. */
async function playRounds(director, id, accounts) {
  const round = await director.post(`/tournaments/${id}/rounds`);
  const [board] = round.boards;
  const of = (entrant) => accounts.find((one) => one.entrant === entrant);
  const [black, white] = [of(board.black_entrant_id), of(board.white_entrant_id)];
  await until('the seat is known at the table', () => black.rest.post(`/games/${board.game_id}/resignation`).then(() => true));
  await dispute(white, board.game_id);
  await until('the event knows of the dispute', async () => (await director.get(`/tournaments/${id}/rulings`)).disputes.length === 1);
  await protest(black, id);
  await director.post(`/tournaments/${id}/rounds/1/finish`);
  for (;;) {
    const { next } = await director.get(`/tournaments/${id}`);
    if (next.kind === 'confirm') return;
    const { boards } = await director.post(`/tournaments/${id}/rounds`);
    for (const { table } of boards) {
      await director.ask('PUT', `/tournaments/${id}/rounds/${next.round}/tables/${table}/result`, { black_discs: 40, reason: 'Played over the board' });
    }
    await director.post(`/tournaments/${id}/rounds/${next.round}/finish`);
  }
}

async function dispute({ login }, game) {
  const visitor = await stage.visitor('who disputes', server.base, DESKTOP);
  const desk = new Desk(await visitor.context.newPage());
  await desk.signIn(login, PASSWORD, `/g/${game}`);
  const seat = new Seat(desk.page, pointer);
  await seat.table.waitFor();
  const form = desk.page.getByTestId('confirmation');
  await form.getByRole('button', { name: 'I do not agree' }).click();
  await form.getByLabel('What is wrong').fill('My opponent was told to resign');
  await assertAccessible(desk.page, 'result to be disputed');
  await form.getByRole('button', { name: 'Send to the director' }).click();
  await desk.page.getByText('The result is disputed.').waitFor();
}

async function protest({ login }, id) {
  const visitor = await stage.visitor('who protests, on a phone', server.base, PHONE);
  const desk = new Desk(await visitor.context.newPage());
  await desk.signIn(login, PASSWORD, `/t/${id}/seat`);
  const form = desk.page.getByTestId('protests');
  await form.getByText('Protest', { exact: true }).click();
  await form.getByLabel('What is wrong').fill('A spectator spoke to my opponent');
  await picture(desk.page, 'protest-phone');
  await assertAccessible(desk.page, 'seat with a protest');
  await form.getByRole('button', { name: 'Send to the officials' }).click();
  await desk.page.getByTestId('own-protest').getByText('Your protest is with the officials.').waitFor();
}

/** One number is right, one is another's, one is nobody's; the public page calls them claimed until then. */
async function claimsSettled(director, id, desk) {
  const { page } = desk;
  assert.equal(await director.refused('POST', `/tournaments/${id}/confirmation`, {}), 'listed_players_unconfirmed');
  const confirm = page.getByRole('button', { name: 'Confirm the tournament' });
  const way = page.getByTestId('next-step').getByRole('link', { name: 'Confirm or correct 3 claimed entries' });
  await way.waitFor();
  assert.ok(await confirm.isDisabled(), 'a confirmation that is refused was offered');
  await picture(page, 'desk-with-what-bars');
  await assertAccessible(page, 'desk with what bars the confirmation');
  await way.click();
  for (const [place, { surname, given_names, claims, found }] of PLAYERS.entries()) {
    const name = `${given_names} ${surname}`;
    await page.getByRole('button', { name: `${name} claims number ${claims} of the players list: confirm or correct it` }).click();
    if (place === 0) {
      await picture(page, 'claim-to-settle');
      await assertAccessible(page, 'claim to be settled');
    }
    if (found === null) {
      await page.getByRole('button', { name: 'Not in the list' }).click();
    } else {
      await page.getByLabel(`Number of ${name} in the players list`).fill(`${found}`);
      await page.getByRole('button', { name: `This is ${name}` }).click();
    }
    await page.getByRole('button', { name: `${name} claims number` }).waitFor({ state: 'detached' });
  }
  const { entrants } = await director.get(`/tournaments/${id}`);
  assert.deepEqual(entrants.map((one) => one.claimed), [false, false, false]);
  assert.deepEqual(entrants.slice(0, 2).map((one) => one.federation_number), [220_901, 220_902]);
  assert.ok(entrants[2].new_player, 'who is nobody of the list is a new player');
}

/** The desk shows the words, and decides each with a reason. */
async function objectionsDecided(director, id, desk) {
  const { page } = desk;
  const panel = page.getByTestId('objections');
  assert.equal(await director.refused('POST', `/tournaments/${id}/confirmation`, {}), 'dispute_open');
  assert.ok(await page.getByRole('button', { name: 'Confirm the tournament' }).isDisabled());
  const objection = (text) => panel.getByRole('listitem').filter({ hasText: text });
  const disputed = objection('My opponent was told to resign');
  await disputed.getByText(/^Round 1, table 1: .* disputes the result\.$/).waitFor();
  await picture(page, 'objections');
  await assertAccessible(page, 'desk with objections');
  assert.ok(await disputed.getByRole('button', { name: 'Let the result stand' }).isDisabled(), 'decided without a reason');
  await disputed.getByLabel('Reason, for the record').fill('Nobody heard it');
  await disputed.getByRole('button', { name: 'Let the result stand' }).click();
  await disputed.waitFor({ state: 'detached' });
  assert.equal(await director.refused('POST', `/tournaments/${id}/confirmation`, {}), 'protest_open');
  const protested = objection('A spectator spoke to my opponent');
  await protested.getByLabel('Reason, for the record').fill('Two at the next table heard it');
  await protested.getByRole('button', { name: 'The protest is right' }).click();
  await panel.waitFor({ state: 'detached' });
  const { disputes, protests } = await director.get(`/tournaments/${id}/rulings`);
  assert.deepEqual([disputes, protests.map((one) => [one.decided, one.upheld, one.decision])], [[], [[true, true, 'Two at the next table heard it']]]);
}

/** What nobody approved says so on the desk, on the event's page and in the file. */
async function confirmedUnrated(director, id, desk) {
  const { page } = desk;
  const { results_without_game } = await director.get(`/tournaments/${id}`);
  await page.getByRole('link', { name: `${results_without_game.length} results have no game here` }).waitFor();
  await page.getByRole('button', { name: 'Confirm the tournament' }).click();
  await page.getByText('It says UNRATED until an administrator approves the event.').waitFor();
  await page.getByRole('link', { name: 'Documents' }).click();
  await page.getByRole('link', { name: 'Download 20260718_UNRATED_Lower_Marsh_Open.ELO' }).waitFor();
  assert.equal(await page.getByTestId('rated').innerText(), 'Unrated');
  assert.equal((await director.get(`/tournaments/${id}`)).rated, false);
}

/** The director signs for typed results; an administrator approves, and takes it back. */
async function signedAndApproved(director, id, desk) {
  const { page } = desk;
  const approval = page.getByTestId('approval');
  await approval.getByText('for the results at 2/1, 3/1,').waitFor();
  assert.equal(await approval.getByRole('button', { name: 'Approve for ratings' }).count(), 0, 'a director may approve');
  await picture(page, 'sign-over-the-board');
  await assertAccessible(page, 'documents to be signed');
  await approval.getByLabel('Reason, for the record').fill('Score sheets are in the folder');
  await approval.getByRole('button', { name: 'Sign as played over the board' }).click();
  await approval.getByRole('button', { name: 'Sign as played over the board' }).waitFor({ state: 'detached' });
  const { results_without_game } = await director.get(`/tournaments/${id}`);
  assert.ok(results_without_game.every((one) => one.over_the_board));

  const administrator = new Rest(server);
  const link = await server.administratorLink();
  await administrator.createAccount('Clara Ostrander', 'clara', link.split('#')[1]);
  const visitor = await stage.visitor('the administrator, on a phone', server.base, PHONE);
  const office = new Desk(await visitor.context.newPage());
  await office.signIn('clara', PASSWORD, `/t/${id}/documents`);
  await decide(office, 'Approve for ratings', 'Announced in May', 'Rated');
  await office.page.getByRole('link', { name: 'Download 20260718_Lower_Marsh_Open.ELO' }).waitFor();
  await until('the page that was open says so too', async () => (await page.getByTestId('rated').innerText()) === 'Rated');
  assert.equal((await director.get(`/tournaments/${id}`)).rated, true);
  await picture(office.page, 'approved-phone');
  await assertAccessible(office.page, 'approved event');
  await decide(office, 'Withdraw the approval', 'Announced too late', 'Unrated');
  await office.page.getByRole('link', { name: 'Download 20260718_UNRATED_Lower_Marsh_Open.ELO' }).waitFor();
  assert.equal((await director.get(`/tournaments/${id}`)).approval, null);
}

async function decide({ page }, act, reason, shown) {
  const approval = page.getByTestId('approval');
  await approval.getByLabel('Reason, for the record').fill(reason);
  await approval.getByRole('button', { name: act }).click();
  await approval.getByText(`${shown}.`, { exact: true }).waitFor();
}
