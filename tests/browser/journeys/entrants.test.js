import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertAccessible } from '../harness/axe.js';
import { Desk } from '../harness/desk.js';
import { PASSWORD, Rest } from '../harness/rest.js';
import { Server } from '../harness/server.js';
import { Stage, picture, progress, walk } from '../harness/stage.js';

const NAME = 'Fjordholm Cup';
const SERIES = 'fjordholm-cup-2027';

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

test('who is on the list twice is asked about, and what the list says is put right', { timeout: 240_000 }, () => walk(stage, entrants));

async function entrants() {
  const say = progress('entrants');
  const rest = new Rest(server);
  await rest.createAccount('Ingrid Vestergrund', 'ingrid');
  const director = await stage.visitor('the director', server.base);
  const desk = new Desk(await director.context.newPage());
  await desk.signIn('ingrid', PASSWORD, '/');
  const id = await foundLeg(desk, rest);
  say('a leg of a series was founded and says so');
  await asksAboutTheSame(director, desk, rest, id);
  say('the same name was asked about, and another person entered');
  await putsRight(desk, rest, id);
  say('name, nation and category were put right');
}

async function foundLeg(desk, rest) {
  const { page } = desk;
  await page.getByRole('link', { name: 'Create a tournament' }).click();
  await page.getByLabel('Name', { exact: true }).fill(NAME);
  await page.getByLabel('Host nation').selectOption('DNK');
  await page.getByLabel('Series').fill(SERIES);
  await page.getByLabel('Leg', { exact: true }).fill('2');
  await page.getByRole('button', { name: 'Create the tournament' }).click();
  const id = await desk.created();
  const { summary } = await rest.get(`/tournaments/${id}`);
  assert.deepEqual([summary.series, summary.leg], [SERIES, 2]);
  await page.goto(`/t/${id}`);
  await page.getByText(`${SERIES}, leg 2`).waitFor();
  await page.goto(`/t/${id}/desk/entrants`);
  return id;
}

async function asksAboutTheSame(director, desk, rest, id) {
  const { page } = desk;
  const form = page.getByRole('form', { name: 'Enter by hand' });
  const enter = async () => {
    await form.getByLabel('Given names').fill('Torunn');
    await form.getByLabel('Surname').fill('Brandvold');
    await form.getByRole('button', { name: 'Enter the player' }).click();
  };
  await enter();
  await page.getByRole('rowheader', { name: /Torunn Brandvold/ }).waitFor();
  director.expectRefusal(409, `/api/v1/tournaments/${id}/entrants`);
  await enter();
  const question = page.getByTestId('confirm');
  await question.getByText('Torunn Brandvold of DNK is on the list already').waitFor();
  await picture(page, 'same-person');
  await assertAccessible(page, 'same-person');
  assert.equal((await rest.get(`/tournaments/${id}`)).entrants.length, 1);
  await question.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('rowheader', { name: /Torunn Brandvold/ }).nth(1).waitFor();
}

async function putsRight(desk, rest, id) {
  const { page } = desk;
  await page.getByRole('button', { name: 'Correct what the list says of Torunn Brandvold' }).nth(1).click();
  const form = page.getByTestId('correct-entrant');
  await form.getByLabel('Surname').fill('Brandvik');
  await form.getByLabel('Country').selectOption('NOR');
  await form.getByLabel('Rating').fill('1480');
  await form.getByLabel('Woman').check();
  assert.ok(await form.getByRole('button', { name: 'Correct what the list says' }).isDisabled(), 'a correction has its reason');
  await form.getByLabel('Why').fill('The form said Brandvik.');
  await picture(page, 'correct-entrant');
  await assertAccessible(page, 'correct-entrant');
  await form.getByRole('button', { name: 'Put right' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('rowheader', { name: /Torunn Brandvik/ }).waitFor();
  const [, corrected] = (await rest.get(`/tournaments/${id}`)).entrants;
  const { surname, country, rating, categories } = corrected;
  assert.deepEqual([surname, country, rating, categories.woman], ['Brandvik', 'NOR', 1480, true]);
}
