import { assertAccessible } from '../harness/axe';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { PASSWORD, Rest } from '../harness/rest';
import type { Server } from '../harness/server';
import { type Stage, type Visitor, picture } from '../harness/stage';
import { found } from '../harness/until';

const NAME = 'Fjordholm Cup';
const SERIES = 'fjordholm-cup-2027';

let server: Server;
let stage: Stage;
test.beforeEach(({ server: own, stage: everybody }) => {
  server = own;
  stage = everybody;
});

test('who is on the list twice is asked about, and what the list says is put right', async () => {
  const rest = new Rest(server);
  await rest.createAccount('Ingrid Vestergrund', 'ingrid');
  const director = await stage.visitor('the director', server.base);
  const desk = new Desk(await director.context.newPage());
  await desk.signIn('ingrid', PASSWORD, '/');
  const id = await test.step('a leg of a series is founded and says so', () => foundLeg(desk, rest));
  await test.step('the same name is asked about, and another person entered', () => asksAboutTheSame(director, desk, rest, id));
  await test.step('name, nation and category are put right', () => putsRight(desk, rest, id));
});

async function foundLeg(desk: Desk, rest: Rest) {
  const { page } = desk;
  await page.getByRole('link', { name: 'Create a tournament' }).click();
  await page.getByLabel('Name', { exact: true }).fill(NAME);
  await page.getByLabel('Host nation').selectOption('DNK');
  await page.getByRole('textbox', { name: 'Series' }).fill(SERIES);
  await page.getByLabel('Leg', { exact: true }).fill('2');
  await page.getByRole('button', { name: 'Create the tournament' }).click();
  const id = await desk.created();
  const { summary } = await rest.call('get_tournament', { tournament_id: id });
  expect([summary.series, summary.leg]).toStrictEqual([SERIES, 2]);
  await page.goto(`/t/${id}`);
  await page.getByText(`${SERIES.replaceAll('-', ' ')}, leg 2`).waitFor();
  await page.goto(`/t/${id}/desk/entrants`);
  return id;
}

async function asksAboutTheSame(director: Visitor, desk: Desk, rest: Rest, id: string) {
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
  expect((await rest.call('get_tournament', { tournament_id: id })).entrants.length).toBe(1);
  await question.getByRole('button', { name: 'Yes' }).click();
  await page
    .getByRole('rowheader', { name: /Torunn Brandvold/ })
    .nth(1)
    .waitFor();
}

async function putsRight(desk: Desk, rest: Rest, id: string) {
  const { page } = desk;
  await page.getByRole('button', { name: 'Correct what the list says of Torunn Brandvold' }).nth(1).click();
  const form = page.getByTestId('correct-entrant');
  await form.getByLabel('Surname').fill('Brandvik');
  await form.getByLabel('Country').selectOption('NOR');
  await form.getByLabel('Rating').fill('1480');
  await form.getByLabel('Woman').check();
  await expect(form.getByRole('button', { name: 'Correct what the list says' }), 'a correction has its reason').toBeDisabled();
  await form.getByLabel('Why').fill('The form said Brandvik.');
  await picture(page, 'correct-entrant');
  await assertAccessible(page, 'correct-entrant');
  await form.getByRole('button', { name: 'Put right' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('rowheader', { name: /Torunn Brandvik/ }).waitFor();
  const corrected = found((await rest.call('get_tournament', { tournament_id: id })).entrants[1]);
  const { surname, country, rating, categories } = corrected;
  expect([surname, country, rating, categories?.woman]).toStrictEqual(['Brandvik', 'NOR', 1480, true]);
}
