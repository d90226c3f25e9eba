import type { Page } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { newFederation } from '../harness/office';
import { Receiver, isSigned } from '../harness/receiver';
import { PASSWORD, Rest } from '../harness/rest';
import { type Person, type Scene, clubEvent, person, typedQualification } from '../harness/scenes';
import type { Server } from '../harness/server';
import { DESKTOP, PHONE, type Stage, picture } from '../harness/stage';
import { found, until } from '../harness/until';

test.use({ serverArguments: ['--webhook-allow', '127.0.0.1'] });

let server: Server;
let stage: Stage;
let receiver: Receiver;
test.beforeEach(async ({ server: own, stage: everybody }) => {
  server = own;
  stage = everybody;
  receiver = await Receiver.start();
});
test.afterEach(() => receiver.stop());

test('a rating officer is told of rating files by a webhook', async () => {
  const officer = await appointed();
  const scene = await clubEvent(server);
  await typedQualification(scene);
  const visitor = await stage.visitor('the rating officer', server.base, DESKTOP);
  const desk = new Desk(await visitor.context.newPage());
  await test.step('whoever holds no office is told so', () => guestLooks(scene));
  await desk.signIn(officer.login, PASSWORD, '/rating-files');
  const { page } = desk;
  const secret = await test.step('added, its secret shown once', () => added(page));
  await test.step('a test arrives', () => tested(page, secret));
  await test.step('a file is published and arrives', () => published(page, scene, secret));
  await test.step('one that fails is sent again', () => sentAgain(page, scene, secret));
  await test.step('the same on a phone', () => onAPhone(officer));
  await test.step('paused, and on again', () => pausedAndOn(page));
  await test.step('removed', () => removed(page, officer));
});

/** A federation with a rating officer, both of an administrator’s making. */
async function appointed(): Promise<Person> {
  const administrator = new Rest(server);
  const link = await server.administratorLink();
  await administrator.createAccount('Aase Lindmose', 'administrator', new URL(link).hash.slice(1));
  const officer = await person(server, 'Clara Ostrander', 'clara');
  await newFederation(administrator, 'NOR', [officer]);
  return officer;
}

async function guestLooks({ director }: Scene) {
  const visitor = await stage.visitor('somebody without an office', server.base, DESKTOP);
  const desk = new Desk(await visitor.context.newPage());
  visitor.expectRefusal(403, '/api/v1/webhooks');
  await desk.signIn(director.login, PASSWORD, '/webhooks');
  await desk.page.getByText('Administrators appoint the officers of each federation.').waitFor();
  await assertAccessible(desk.page, 'webhooks without an office');
}

/** By keys alone, from the page of all rating files. */
async function added(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Webhooks' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('There is no webhook.').waitFor();
  await assertAccessible(page, 'no webhook');
  await page.getByRole('button', { name: 'Add a webhook' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type(receiver.url);
  await picture(page, 'webhooks-adding-desktop');
  await assertAccessible(page, 'a webhook being added');
  await page.keyboard.press('Enter');
  const shown = page.getByTestId('webhook-secret');
  const secret = await shown.locator('code').innerText();
  expect(secret).toMatch(/^whsec_/);
  await picture(page, 'webhooks-secret-desktop');
  await assertAccessible(page, 'the secret of a webhook');
  await expect(page.getByRole('heading', { name: receiver.url })).toBeFocused();
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  await shown.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: receiver.url }).waitFor();
  expect(await page.getByText(secret).count(), 'the secret is shown again').toBe(0);
  return secret;
}

async function tested(page: Page, secret: string) {
  await page.getByText('Nothing was sent yet.').waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByTestId('attempt').getByText('Test arrived. Answered 204.').waitFor();
  await expect(deliveries(page)).toHaveText([/Test.*Arrived.*Answered 204/s]);
  const test = found(receiver.received[0]);
  expect(test.headers['outflank-event']).toBe('ping');
  expect(isSigned(test, secret)).toBe(true);
  expect(isSigned(test, `${secret}x`), 'any secret fits').toBe(false);
}

async function published(page: Page, { director, id }: Scene, secret: string) {
  await director.rest.call('confirm_tournament', { tournament_id: id });
  const told = found(await until('the file is told of', () => receiver.received[1]));
  expect([told.headers['outflank-event'], isSigned(told, secret)]).toStrictEqual(['rating-file', true]);
  expect(JSON.parse(told.body)).toMatchObject({ tournament_id: id, version: 1, delivery_id: told.headers['outflank-delivery'] });
  await asked(page, /, version 1.*Arrived.*Answered 204/s);
}

async function sentAgain(page: Page, { director, id }: Scene, secret: string) {
  receiver.status = 500;
  const results = [{ round: 1, table: 1, black_discs: 39 }];
  await director.rest.call('amend_confirmed', { tournament_id: id, body: { results, reason: 'The score sheet says 39' } });
  await until('the receiver has refused it', () => receiver.received.length > 2);
  await asked(page, /, version 2.*Waits; next attempt.*Answered 500/s);
  await page.getByText('The last attempt failed.').first().waitFor();
  await picture(page, 'webhooks-desktop', { whole: true });
  await assertAccessible(page, 'deliveries of a webhook');
  receiver.status = 204;
  await deliveries(page).first().getByRole('button', { name: 'Send again' }).click();
  await page.getByTestId('attempt').getByText(', version 2 arrived. Answered 204.').waitFor();
  await expect(deliveries(page).first()).toContainText('Arrived');
  const last = found(receiver.received.at(-1));
  expect(isSigned(last, secret)).toBe(true);
  expect(last.headers['outflank-delivery'], 'the same at every attempt').toBe(receiver.received[2]?.headers['outflank-delivery']);
}

/** Whoever asks how things stand sees that a delivery has come to this; nobody tells the page. */
async function asked(page: Page, first: RegExp) {
  await until(`the newest delivery says ${first}`, async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    return first.test(await deliveries(page).first().innerText());
  });
}

async function onAPhone(officer: Person) {
  const visitor = await stage.visitor('the rating officer, on a phone', server.base, PHONE);
  const desk = new Desk(await visitor.context.newPage());
  await desk.signIn(officer.login, PASSWORD, '/webhooks');
  const { page } = desk;
  await expect(page.getByRole('heading', { name: receiver.url })).toBeHidden();
  await picture(page, 'webhooks-phone', { whole: true });
  await assertAccessible(page, 'webhooks on a phone');
  await page.getByRole('link', { name: receiver.url }).click();
  await page.getByRole('heading', { name: receiver.url }).waitFor();
  await expect(deliveries(page)).toHaveCount(3);
  await picture(page, 'webhook-phone', { whole: true });
  await assertAccessible(page, 'a webhook on a phone');
  await page.getByRole('button', { name: 'All webhooks' }).click();
  await expect(page.getByRole('link', { name: receiver.url })).toBeFocused();
}

async function pausedAndOn(page: Page) {
  await page.getByRole('button', { name: 'Pause it' }).click();
  await page.getByText('What is published meanwhile is sent when it goes on.').waitFor();
  await assertAccessible(page, 'a paused webhook');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('What is published meanwhile is sent when it goes on.').waitFor({ state: 'detached' });
}

async function removed(page: Page, { rest }: Person) {
  await page.getByRole('button', { name: 'Remove it' }).click();
  await page.getByTestId('confirm').getByRole('button', { name: 'Remove it for good' }).click();
  await page.getByText('There is no webhook.').waitFor();
  expect((await rest.call('list_webhooks')).webhooks).toStrictEqual([]);
}

const deliveries = (page: Page) => page.getByTestId('delivery');
