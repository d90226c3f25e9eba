import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PASSWORD } from '../harness/rest.js';
import { Server } from '../harness/server.js';
import { Stage, assertNeverReloaded, progress, walk } from '../harness/stage.js';
import { until } from '../harness/until.js';

let server;
let stage;
before(async () => {
  server = await Server.start('--sample-event', '--sample-pace', '40');
  stage = await Stage.open();
});
after(async () => {
  await stage?.close();
  await server?.stop();
});

test('a first start makes the administrator, and its sample event moves', { timeout: 240_000 }, () => walk(stage, firstStart));

async function firstStart() {
  const say = progress('first start');
  const operator = await stage.visitor('the operator', server.base);
  const home = await operator.open('/');
  await home.getByRole('link', { name: 'Øresund Sample Open', exact: true }).waitFor();
  await home.getByRole('heading', { name: 'One tournament is being played.' }).waitFor();
  const link = await server.administratorLink();
  const me = await becomeAdministrator(operator, link);
  assert.equal(me.account.administrator, true);
  say('the printed link made the administrator');

  const late = await stage.visitor('somebody who found the link later', server.base);
  late.cutOff = true; // The refusal that this is about is a failed request.
  const page = await late.open(link);
  await fill(page, 'Somebody Else', 'somebody');
  await page.getByRole('alert').getByText('This administrator link is not good').waitFor();
  say('it works once');

  await watchSample(operator, home);
  say('the sample event moved from round to round without a reload');
}

async function fill(page, name, login) {
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Make me administrator' }).click();
}

/** Opens the link, makes the account, and answers what the server says of whoever is signed in now. */
async function becomeAdministrator(operator, link) {
  const page = await operator.open(link);
  await page.getByRole('heading', { name: 'The first administrator' }).waitFor();
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/me'));
  await fill(page, 'Ingrid Vestergrund', 'ingrid');
  const me = await (await answered).json();
  await page.getByText('Ingrid Vestergrund', { exact: true }).waitFor();
  await until('the home page', () => new URL(page.url()).pathname === '/');
  assert.ok(!page.url().includes('#'), 'the spent code is still in the address');
  return me;
}

/** Boards, clocks, standings and rounds move on pages that stay open. */
async function watchSample(operator, home) {
  const board = () => home.locator('svg').filter({ has: home.locator('.board') }).first().innerHTML();
  const first = await board();
  await until('a board on the home page moves', async () => (await board()) !== first);
  await home.getByRole('link', { name: 'Øresund Sample Open', exact: true }).click();
  const now = home.getByRole('link', { name: /^Round \d+, being played$/ });
  const roundNow = async () => Number((await now.getAttribute('aria-label', { timeout: 2_000 })).match(/\d+/)[0]);
  const round = await until('a round is being played', roundNow);
  const points = () => home.getByTestId('standings').locator('tbody .points').allInnerTexts();
  const before = await points();
  await until('the standings move', async () => (await points()).join() !== before.join(), 60_000);
  // A quick round may be over before it is looked for: any later one will do.
  await until('a later round is being played', async () => (await roundNow()) > round, 60_000);
  await assertNeverReloaded(home);
}
