import type { Page } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { newFederation } from '../harness/office';
import { PASSWORD, Rest } from '../harness/rest';
import { type Person, clubEvent, person, typedQualification } from '../harness/scenes';
import type { Server } from '../harness/server';
import { DESKTOP, PHONE, type Stage, picture } from '../harness/stage';

let server: Server;
let stage: Stage;
test.beforeEach(({ server: own, stage: everybody }) => {
  server = own;
  stage = everybody;
});

const NAMES = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Gorse', 'Hazel', 'Ivy', 'Juniper', 'Larch', 'Maple'] as const;

/** A league of twelve in that year: who stands before wins three games of four. */
function league(year: number): string {
  const players = NAMES.map((name, place) => `%_%   ${910_001 + place}, ${name}, Ann, NOR,  1, 40, 0`);
  const games = NAMES.flatMap((_, first) =>
    NAMES.slice(first + 1).map((__, by) => {
      const second = first + 1 + by;
      const [own, sign, other] = (first + second) % 4 === 0 ? ['24', '<', '40'] : ['40', '>', '24'];
      return `${910_001 + first} (${own})${sign}(${other}) ${910_001 + second} B`;
    }),
  );
  const head = ['%%Tournament: Fernwood League', '%%Country: Norway', `%%Date: 18/07/${year}`, '%%Sender: SOLHEIM Ingrid'];
  return [...head, '', ...players, '', '%Round: 1', '', ...games, ''].join('\n');
}

const START = '8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *';
const GAME = `(;GM[Othello]PB[Ann Alder]PW[Bo Brisk]RE[8.000]TY[8]BO[${START}]B[F5]W[d6]B[C3]W[d3]B[C4]W[f4];)\n`;

test('files are imported, looked through by anybody, and taken back', async () => {
  const officer = await appointed();
  const visitor = await stage.visitor('the rating officer', server.base, DESKTOP);
  const desk = new Desk(await visitor.context.newPage());
  await desk.signIn(officer.login, PASSWORD, '/rating-office/imports');
  visitor.expectRefusal(400, '/api/v1/archive/imports');
  await test.step('imported, with what was found', () => imported(desk.page));
  await test.step('an own event comes by itself', ownEvent);
  for (const [form, settings] of [
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const) {
    const guest = await stage.visitor(`somebody, ${form}`, server.base, settings);
    guest.expectRefusal(400, '/api/v1/archive/games');
    const page = await guest.open('/');
    await test.step(`${form}: games`, () => games(page, form));
    await test.step(`${form}: a player`, () => player(page, form));
    await test.step(`${form}: the list`, () => list(page, form));
  }
  await test.step('taken back', () => takenBack(desk.page));
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

async function imported(page: Page) {
  await page.getByText('Nothing was imported yet.').waitFor();
  await assertAccessible(page, 'no import');
  const year = new Date().getUTCFullYear();
  const files = [year - 2, year - 1].map((one) => ({ name: `LEAGUE${one}.ELO`, mimeType: 'text/plain', buffer: Buffer.from(league(one)) }));
  const broken = { name: 'NOTHING.ELO', mimeType: 'text/plain', buffer: Buffer.from('nothing') };
  await page.getByTestId('import-files').setInputFiles([...files, broken]);
  await page.getByText('There is no result in it that can be read').waitFor();
  await expect(page.getByText('1 event, 66 results, 0 with moves')).toHaveCount(2);
  await page.getByLabel('Format').selectOption('GGF');
  await page.getByTestId('import-files').setInputFiles({ name: 'evening.ggf', mimeType: 'text/plain', buffer: Buffer.from(GAME) });
  await page.getByText('1 event, 1 result, 1 with moves').waitFor();
  await assertAccessible(page, 'imports');
  await picture(page, 'archive-imports-desktop');
}

/** What is confirmed is in the archive without anybody’s doing. */
async function ownEvent() {
  const scene = await clubEvent(server);
  await typedQualification(scene);
  await scene.director.rest.call('confirm_tournament', { tournament_id: scene.id });
}

async function games(page: Page, form: string) {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Archive' }).click();
  await page.getByText(/^1\d\d games/).waitFor();
  await assertAccessible(page, `games, ${form}`);
  await picture(page, `archive-games-${form}`);
  await page.getByLabel('Opening').selectOption('Tiger');
  await page.getByRole('button', { name: 'Find games' }).click();
  await page.getByText('1 game', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Copy the moves of Ann Alder – Bo Brisk' }).waitFor();
  await page.getByLabel('Opening').selectOption('Any');
  await page.getByLabel('Position after these moves').fill('c4e3');
  await page.keyboard.press('Enter');
  await page.getByText('1 game', { exact: true }).waitFor();
  await page.getByLabel('Position after these moves').fill('f5f5');
  await page.keyboard.press('Enter');
  await page.getByText('The archive cannot be asked so').waitFor();
}

async function player(page: Page, form: string) {
  await page.getByRole('navigation', { name: 'Archive' }).getByRole('link', { name: 'Players' }).click();
  await page.getByLabel('Name or number').fill('cedar');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Ann Cedar' }).click();
  await page.getByRole('heading', { name: 'Ann Cedar' }).waitFor();
  await page.getByText('22 games').first().waitFor();
  await page.getByRole('img', { name: /^Rating at the ends of years/ }).waitFor();
  await assertAccessible(page, `a player, ${form}`);
  await picture(page, `archive-player-${form}`);
  await page.getByRole('table', { name: 'Against whom' }).getByRole('link', { name: 'Ann Alder' }).click();
  await page.getByText('2 games', { exact: true }).waitFor();
}

async function list(page: Page, form: string) {
  await page.getByRole('navigation', { name: 'Archive' }).getByRole('link', { name: 'Rating list (preview)' }).click();
  await page.getByText('12 active players').waitFor();
  await expect(page.getByRole('table', { name: 'Rating list, preview' }).getByRole('row')).toHaveCount(13);
  await assertAccessible(page, `the list, ${form}`);
  await picture(page, `archive-list-${form}`);
}

async function takenBack(page: Page) {
  await page.getByRole('button', { name: 'Take evening.ggf back' }).click();
  const form = page.getByRole('form', { name: 'Take evening.ggf back' });
  await form.getByLabel('Reason').fill('Not ours.');
  await form.getByRole('button', { name: 'Take evening.ggf back' }).click();
  await page.getByText('Not ours.').waitFor();
  await page.goto(`${server.base}/archive?opening=Tiger`);
  await page.getByText('No such game.').waitFor();
}
