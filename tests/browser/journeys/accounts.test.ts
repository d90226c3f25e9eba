import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { Desk } from '../harness/desk';
import { test as base, expect } from '../harness/fixtures';
import { PASSWORD, Rest } from '../harness/rest';
import { BINARY, Server } from '../harness/server';
import { PHONE, type Stage, type Visitor, picture } from '../harness/stage';
import { found, until } from '../harness/until';

const SETTINGS = { name: 'Lower Marsh Open', country: 'NOR', date: '2026-07-18', rule_set: 'egp-2020' };
const NEW_PASSWORD = 'nine green bicycles in the snow';

/** The member whose account it is about, and the phone that they look at. */
interface Phone {
  member: Rest;
  visitor: Visitor;
  page: Page;
}

const test = base.extend<{ elsewhere: Server }>({
  elsewhere: async ({}, use) => {
    const other = await Server.start();
    await use(other);
    await other.stop();
  },
});
test.use({ serverArguments: ['--founding', 'administrators'] });

let server: Server;
let elsewhere: Server;
let stage: Stage;
test.beforeEach(({ server: own, elsewhere: other, stage: everybody }) => {
  server = own;
  elsewhere = other;
  stage = everybody;
});

test('who may found, who directs, and who is signed in where', async () => {
  const administrator = new Rest(server);
  const link = await server.administratorLink();
  await administrator.createAccount('Ingrid Vestergrund', 'ingrid', new URL(link).hash.slice(1));
  const phone = await test.step('a member reads beforehand that administrators found events', memberMayNotFound);
  const id = await test.step('by the number on the page of the account a member becomes an official', () =>
    appointed(administrator, phone));
  await test.step('a changed password ends the other sessions', () => changePassword(phone));
  await test.step('a sign-out everywhere ends them too', () => signOutEverywhere(phone));
  await test.step('an official comes in by a link of an event that moved', () => followLink(id));
});

/** A member, on a phone, is told before any form is filled in. */
async function memberMayNotFound(): Promise<Phone> {
  const member = new Rest(server);
  await member.createAccount('Vigdis Tornquist', 'vigdis');
  expect(await member.refused('create_tournament', { body: SETTINGS })).toBe('founding_closed');
  expect((await member.call('list_rule_sets')).founding).toBe('administrators');
  const visitor = await stage.visitor('the member on a phone', server.base, PHONE);
  const page = await visitor.open('/new');
  await page.getByTestId('closed').getByText('Sign in as one').waitFor();
  const desk = new Desk(page);
  await desk.typeSignIn('vigdis', PASSWORD, '/new');
  await page.getByTestId('closed').getByText('Only administrators create events on this server.').waitFor();
  await expect(page.getByRole('button', { name: 'Create the tournament' })).toBeDisabled();
  await picture(page, 'founding-closed-phone');
  await assertAccessible(page, 'founding closed');
  return { member, visitor, page };
}

/** An administrator's event; its second official is appointed by the number that the member's own page shows. */
async function appointed(administrator: Rest, { member, page }: Phone) {
  const director = await stage.visitor('the director', server.base);
  const desk = new Desk(await director.context.newPage());
  await desk.typeSignIn('ingrid', PASSWORD, '/');
  await desk.askForTournament(SETTINGS.name, SETTINGS.country);
  const id = await desk.created();
  await page.getByRole('link', { name: 'Vigdis Tornquist' }).click();
  await page.getByRole('heading', { name: 'Your account', exact: true }).waitFor();
  const number = await page.getByTestId('account-number').innerText();
  expect(number).toBe(member.account.id);
  await desk.page.getByRole('link', { name: 'Officials', exact: true }).click();
  const officials = desk.page.getByTestId('officials');
  const form = officials.getByRole('form', { name: 'Appoint an official' });
  await form.getByLabel('Whose account').fill(number);
  await form.getByLabel('Office').selectOption('Assistant director');
  await form.getByRole('button', { name: 'Appoint Vigdis Tornquist: Assistant director' }).click();
  await officials.getByRole('button', { name: 'Dismiss Vigdis Tornquist' }).waitFor();
  const { officials: told } = await administrator.call('get_tournament', { tournament_id: id });
  expect(told.find((one) => one.role === 'assistant_director')?.account_id).toBe(number);
  await picture(desk.page, 'officials');
  await assertAccessible(desk.page, 'desk with officials');
  return id;
}

/** How many API keys of an account are good. */
const goodKeys = async (rest: Rest) => (await rest.call('list_api_keys')).good;

/** The wrong password changes nothing; the right one ends every other session, and an API key where it is asked to. */
async function changePassword({ member, visitor, page }: Phone) {
  const wanted = { name: 'at home', scopes: ['play' as const] };
  // @ts-expect-error: the contract asks for the password.
  expect(await member.refused('issue_api_key', { body: wanted })).toBe('invalid_body');
  const { key } = await member.call('issue_api_key', { body: { ...wanted, password: PASSWORD } });
  await page.reload();
  const ends = page.getByLabel('End the 1 API key of yours or your programs too');
  await ends.waitFor();
  await expect(ends).not.toBeChecked();
  const change = async (old: string) => {
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
  expect(await member.as(key).refused('get_me')).toBe('api_key_refused');
  expect(await member.refused('create_tournament', { body: SETTINGS })).toBe('session_ended');
  expect(await member.refused('sign_in', { body: { login: 'vigdis', password: PASSWORD } })).toBe('wrong_credentials');
  await member.signIn('vigdis', NEW_PASSWORD);
  expect(await goodKeys(member)).toBe(0);
}

/** One press ends the session of a program, of another browser and of this one, and every API key. */
async function signOutEverywhere({ member, visitor, page }: Phone) {
  const { key } = await member.call('issue_api_key', { body: { name: 'at home', scopes: ['play'], password: NEW_PASSWORD } });
  await page.reload();
  const keeps = page.getByLabel('Keep the 1 API key of yours or your programs');
  await keeps.waitFor();
  await expect(keeps).not.toBeChecked();
  await picture(page, 'account-keys-phone');
  await assertAccessible(page, 'account with API keys');
  const other = await stage.visitor('the same member elsewhere', server.base);
  const desk = new Desk(await other.context.newPage());
  await desk.typeSignIn('vigdis', NEW_PASSWORD, '/account');
  // What these pages still ask for meets a session that has ended.
  other.cutOff = visitor.cutOff = true;
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
  expect(await member.refused('create_tournament', { body: SETTINGS })).toBe('session_ended');
  expect(await member.as(key).refused('get_me')).toBe('api_key_refused');
  await desk.page.reload();
  await desk.page.getByText('Nobody is signed in here.').waitFor();
}

/** The event moves to another server; there its official has a link, good once, and no password. */
async function followLink(id: string) {
  const file = join(server.data, 'lower-marsh.event');
  const links = join(elsewhere.data, 'links');
  const run = (...args: string[]) => execFileSync(BINARY, ['event', ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const saved = run('save', file, '--event', id, '--data', server.data);
  const key = found(saved.match(/[A-Za-z0-9_-]{43}/)?.[0]);
  run('load', file, '--trust', key, '--data', elsewhere.data, '--origin', elsewhere.base, '--links', links);
  const link = found((await readFile(links, 'utf8')).split(/\s+/).find((word) => word.startsWith(elsewhere.base)));
  const visitor = await stage.visitor('the official who followed the event', elsewhere.base, PHONE);
  const page = await visitor.open(link);
  await page.getByRole('heading', { name: /^You are / }).waitFor();
  await page.getByText('You are an official of this event').waitFor();
  await picture(page, 'official-link-phone');
  await assertAccessible(page, 'link of an official');
  await page.getByRole('button', { name: /^Sign in as / }).click();
  await page.getByRole('heading', { name: '0 entrants' }).waitFor();
  expect(page.url(), 'the spent code is still in the address').not.toContain('#');
  const late = await stage.visitor('somebody who found the link', elsewhere.base);
  late.cutOff = true; // The refusal that this is about is a failed request.
  const second = await late.open(link);
  await until('the spent link is refused', async () => (await second.getByRole('alert').count()) > 0);
  expect(await second.getByRole('button', { name: /^Sign in as / }).count()).toBe(0);
}
