import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { assertAccessible } from '../harness/axe.js';
import { Desk } from '../harness/desk.js';
import { PASSWORD, Rest } from '../harness/rest.js';
import { BINARY, Server } from '../harness/server.js';
import { PHONE, Stage, picture, progress, walk } from '../harness/stage.js';
import { until } from '../harness/until.js';

const SETTINGS = { name: 'Lower Marsh Open', country: 'NOR', date: '2026-07-18', rule_set: 'egp-2020' };
const NEW_PASSWORD = 'nine green bicycles in the snow';

let server;
let elsewhere;
let stage;
before(async () => {
  [server, elsewhere] = await Promise.all([Server.start('--founding', 'administrators'), Server.start()]);
  stage = await Stage.open();
});
after(async () => {
  await stage?.close();
  await server?.stop();
  await elsewhere?.stop();
});

test('who may found, who directs, and who is signed in where', { timeout: 240_000 }, () => walk(stage, accounts));

async function accounts() {
  const say = progress('accounts');
  const administrator = new Rest(server);
  const link = await server.administratorLink();
  await administrator.createAccount('Ingrid Vestergrund', 'ingrid', link.split('#')[1]);
  const phone = await memberMayNotFound();
  say('a member reads beforehand that administrators found events');
  const id = await appointed(administrator, phone);
  say('by the number on the page of the account a member became an official');
  await changePassword(phone);
  await signOutEverywhere(phone);
  say('a changed password and a sign-out everywhere ended the other sessions');
  await followLink(id);
  say('an official came in by a link of an event that moved');
}

/** A member, on a phone, is told before any form is filled in. */
async function memberMayNotFound() {
  const member = new Rest(server);
  await member.createAccount('Vigdis Tornquist', 'vigdis');
  assert.equal(await member.refused('POST', '/tournaments', SETTINGS), 'founding_closed');
  assert.equal((await member.get('/rule-sets')).founding, 'administrators');
  const visitor = await stage.visitor('the member on a phone', server.base, PHONE);
  const page = await visitor.open('/new');
  await page.getByTestId('closed').getByText('Sign in as one').waitFor();
  const desk = new Desk(page);
  await desk.signIn('vigdis', PASSWORD, '/new');
  await page.getByTestId('closed').getByText('Only administrators create events on this server.').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Create the tournament' }).isDisabled());
  await picture(page, 'founding-closed-phone');
  await assertAccessible(page, 'founding closed');
  return { member, visitor, page };
}

/** An administrator's event; its second official is appointed by the number that the member's own page shows. */
async function appointed(administrator, { member, page }) {
  const director = await stage.visitor('the director', server.base);
  const desk = new Desk(await director.context.newPage());
  await desk.signIn('ingrid', PASSWORD, '/');
  await desk.askForTournament(SETTINGS.name, SETTINGS.country);
  const id = await desk.created();
  await page.getByRole('link', { name: 'Vigdis Tornquist' }).click();
  await page.getByRole('heading', { name: 'Your account', exact: true }).waitFor();
  const number = await page.getByTestId('account-number').innerText();
  assert.equal(number, member.account.id);
  const officials = desk.page.getByTestId('officials');
  await officials.getByLabel('Account’s number').fill(number);
  await officials.getByLabel('Office').selectOption('Assistant director');
  await officials.getByRole('button', { name: 'Appoint' }).click();
  await officials.getByRole('button', { name: 'Dismiss Vigdis Tornquist' }).waitFor();
  const { officials: told } = await administrator.get(`/tournaments/${id}`);
  assert.equal(told.find((one) => one.role === 'assistant_director').account_id, number);
  await picture(desk.page, 'officials');
  await assertAccessible(desk.page, 'desk with officials');
  return id;
}

/** How many API keys of an account are good. */
const goodKeys = async (rest) => (await rest.get('/account/api-keys')).good;

/** The wrong password changes nothing; the right one ends every other session, and an API key where it is asked to. */
async function changePassword({ member, visitor, page }) {
  const wanted = { name: 'at home', scopes: ['play'] };
  assert.equal(await member.refused('POST', '/account/api-keys', wanted), 'invalid_body');
  const { key } = await member.post('/account/api-keys', { ...wanted, password: PASSWORD });
  await page.reload();
  const ends = page.getByLabel('End the 1 API key of yours or your programs too');
  await ends.waitFor();
  assert.ok(!(await ends.isChecked()));
  const change = async (old) => {
    await page.getByLabel('Your password until now').fill(old);
    await page.getByLabel('The new one').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change the password' }).click();
  };
  visitor.expectRefusal(409, '/api/v1/account/password');
  await change('not my password at all');
  await page.getByRole('alert').waitFor();
  await picture(page, 'account-phone');
  await assertAccessible(page, 'account');
  await ends.check();
  await change(PASSWORD);
  await page.getByText('The password is changed. Everywhere else you are signed out. API keys have ended.').waitFor();
  assert.equal(await member.as(key).refused('GET', '/me'), 'api_key_refused');
  assert.equal(await member.refused('POST', '/tournaments', SETTINGS), 'session_ended');
  assert.equal(await member.refused('POST', '/sessions', { login: 'vigdis', password: PASSWORD }), 'wrong_credentials');
  await member.signIn('vigdis', NEW_PASSWORD);
  assert.equal(await goodKeys(member), 0);
}

/** One press ends the session of a program, of another browser and of this one, and every API key. */
async function signOutEverywhere({ member, visitor, page }) {
  const { key } = await member.post('/account/api-keys', { name: 'at home', scopes: ['play'], password: NEW_PASSWORD });
  await page.reload();
  const keeps = page.getByLabel('Keep the 1 API key of yours or your programs');
  await keeps.waitFor();
  assert.ok(!(await keeps.isChecked()));
  await picture(page, 'account-keys-phone');
  await assertAccessible(page, 'account with API keys');
  const other = await stage.visitor('the same member elsewhere', server.base);
  const desk = new Desk(await other.context.newPage());
  await desk.signIn('vigdis', NEW_PASSWORD, '/account');
  // What these pages still ask for meets a session that has ended.
  other.cutOff = visitor.cutOff = true;
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  assert.equal(await member.refused('POST', '/tournaments', SETTINGS), 'session_ended');
  assert.equal(await member.as(key).refused('GET', '/me'), 'api_key_refused');
  await desk.page.reload();
  await desk.page.getByText('Nobody is signed in here.').waitFor();
}

/** The event moves to another server; there its official has a link, good once, and no password. */
async function followLink(id) {
  const file = join(server.data, 'lower-marsh.event');
  const links = join(elsewhere.data, 'links');
  const run = (...args) => execFileSync(BINARY, ['event', ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const saved = run('save', file, '--event', id, '--data', server.data);
  const [key] = saved.match(/[A-Za-z0-9_-]{43}/);
  run('load', file, '--trust', key, '--data', elsewhere.data, '--origin', elsewhere.base, '--links', links);
  const link = (await readFile(links, 'utf8')).split(/\s+/).find((word) => word.startsWith(elsewhere.base));
  const visitor = await stage.visitor('the official who followed the event', elsewhere.base, PHONE);
  const page = await visitor.open(link);
  await page.getByRole('heading', { name: /^You are / }).waitFor();
  await page.getByText('You are an official of this event').waitFor();
  await picture(page, 'official-link-phone');
  await assertAccessible(page, 'link of an official');
  await page.getByRole('button', { name: /^Sign in as / }).click();
  await page.getByRole('heading', { name: '0 entrants' }).waitFor();
  assert.ok(!page.url().includes('#'), 'the spent code is still in the address');
  const late = await stage.visitor('somebody who found the link', elsewhere.base);
  late.cutOff = true; // The refusal that this is about is a failed request.
  const second = await late.open(link);
  await until('the spent link is refused', async () => (await second.getByRole('alert').count()) > 0);
  assert.equal(await second.getByRole('button', { name: /^Sign in as / }).count(), 0);
}
