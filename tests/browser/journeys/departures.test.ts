import type { Page } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { PASSWORD, type Rest } from '../harness/rest';
import { type Person, type Scene, enter, look, person, sceneOf, typedQualification } from '../harness/scenes';
import { Seat, pointer } from '../harness/seat';
import type { Server } from '../harness/server';
import { PHONE, type Stage, type Visitor, picture } from '../harness/stage';
import { found } from '../harness/until';

const NAME = 'Fjordholm Blitz';

let server: Server;
let stage: Stage;
test.beforeEach(({ server: own, stage: everybody }) => {
  server = own;
  stage = everybody;
});

test('what leaves the rule text is confirmed a second time, and a finalist chooses a colour', async () => {
  const ingrid = await person(server, 'Ingrid Vestergrund', 'ingrid');
  const { rest } = ingrid;
  const director = await stage.visitor('the director', server.base);
  const desk = new Desk(await director.context.newPage());
  await desk.signIn('ingrid', PASSWORD, '/');
  const id = await test.step('five minutes instead of 25 are confirmed a second time, and are printed', () =>
    createBlitz(director, desk, rest));
  const scene = await test.step('the qualification', () => playQualification(ingrid, id));
  await test.step('a notice too short is taken back', () => announceFinals(director, desk, id));
  await test.step('the finalist chooses a colour and has it', () => chooseColour(scene, desk));
});

/** The confirmation of what leaves the text. */
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'This leaves the rule text.' });

async function createBlitz(director: Visitor, desk: Desk, rest: Rest) {
  const { page } = desk;
  director.expectRefusal(409, '/api/v1/tournaments');
  await desk.askForTournament(NAME, 'DNK', 5);
  await dialogOf(page).getByText('It is recorded, and the signed manifest of every rating file says it.').waitFor();
  await picture(page, 'departure');
  await assertAccessible(page, 'departure');
  await dialogOf(page).getByRole('button', { name: 'Keep it as it is' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  expect((await rest.call('list_tournaments')).tournaments, 'created before it was confirmed').toStrictEqual([]);
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(NAME);

  director.expectRefusal(409, '/api/v1/tournaments');
  await page.getByRole('button', { name: 'Create the tournament' }).click();
  await dialogOf(page).getByRole('button', { name: 'I know, and want it so' }).click();
  const id = await desk.created();
  const made = await rest.call('get_tournament', { tournament_id: id });
  expect([made.conformant, made.main_time_ms]).toStrictEqual([false, 300_000]);
  await page.goto(`/t/${id}`);
  await page.getByText('Departs from the rule text:').waitFor();
  return id;
}

/** The qualification, by a program: the first entrant wins every game. */
async function playQualification(director: Person, id: string) {
  const scene = await sceneOf(server, director, id);
  for (let players = 0; players < 2; players += 1) await enter(scene, { country: 'DNK' });
  expect((await typedQualification(scene)).kind).toBe('announce_finals');
  return scene;
}

/** Two minutes are less notice than the text wants; ten leave time to choose in. */
async function announceFinals(director: Visitor, desk: Desk, id: string) {
  const { page } = desk;
  await page.goto(`/t/${id}/desk`);
  await page.getByText('Next are: final, game 1.').waitFor();
  director.expectRefusal(409, `/api/v1/tournaments/${id}/finals`);
  await page.getByLabel('Starts').selectOption('In 2 minutes');
  await page.getByRole('button', { name: 'Announce the finals' }).click();
  await dialogOf(page).getByText('Rule: EGP IV.9').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Keep it as it is' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  await page.getByLabel('Starts').selectOption('In 10 minutes');
  await page.getByRole('button', { name: 'Announce the finals' }).click();
  await page.getByText(/^Announced for /).waitFor();
}

/** The better placed finalist chooses; the page of the other says who does. */
async function chooseColour(scene: Scene, desk: Desk) {
  const winner = found(scene.unseated[0]).entrant;
  const game = found((await look(scene)).announced?.games[0]);
  expect(game.chooser_entrant_id).toBe(winner);
  const sit = async (entrantId: string, who: string, then: string) => {
    const { name } = found(scene.unseated.find((one) => one.entrant === entrantId));
    const { code } = await scene.director.rest.call('issue_seat_code', { tournament_id: scene.id, entrant_id: entrantId });
    const visitor = await stage.visitor(who, server.base, PHONE);
    const seat = new Seat(await visitor.context.newPage(), pointer);
    await seat.claim(`/claim#${code}`, name, then);
    return seat;
  };
  const chooser = await sit(winner, 'the chooser', 'Choose your colour.');
  const other = await sit(game.worse_entrant_id, 'the other finalist', 'Ove Sandmark chooses the colours.');
  await picture(chooser.page, 'colour-choice-phone');
  for (const [what, { page }] of [
    ['choice', chooser],
    ['choice of the other', other],
  ] as const)
    await assertAccessible(page, what);
  await chooser.page.getByTestId('colour-choice').getByRole('button', { name: 'White' }).click();
  await desk.page.getByRole('button', { name: /^Publish round / }).click();
  for (const [seat, color] of [
    [chooser, 'White'],
    [other, 'Black'],
  ] as const) {
    await seat.page.getByRole('heading', { name: /^Round \d+ starts in / }).waitFor();
    await seat.page
      .getByTestId('seat')
      .getByText(new RegExp(`^You are ${color} at table 1 against`))
      .waitFor();
  }
}
