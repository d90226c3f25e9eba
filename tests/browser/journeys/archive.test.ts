import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { newFederation } from '../harness/office';
import { PASSWORD, Rest } from '../harness/rest';
import { type Person, type Scene, enter, newEvent, person, typedQualification } from '../harness/scenes';
import type { Server } from '../harness/server';
import { DESKTOP, PHONE, type Stage, picture } from '../harness/stage';
import { found } from '../harness/until';
import { zipped } from '../harness/zip';

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

/** PAPP's files of an event of two. */
const PAPP = {
  'joueurs.txt': 'pays = DNK\n\n000001 ARDENT, Anna\n000002 BRISK, Ben\n',
  'papp-internal-workfile.txt': [
    '#_Nom-Tournoi = "Marsh Open";',
    '#_Nombre-Rondes = 3;',
    '#_Date = "18/07/2020";',
    '',
    '& +000001 +000002;',
    'raz-couplage;',
    '(000001 000002);',
    '(000001 40 000002 24);',
    'ronde-suivante;',
    '',
  ].join('\n'),
};

/** A list that has everybody of the league, the best first. */
const PLAYERS_LIST = NAMES.map((name, place) => `${910_001 + place} ${name.toUpperCase()}, Ann %_<${1_900 - 20 * place}>\n`).join('');
/** Somebody who has played nothing. */
const NOBODY = 910_099;

test('files are imported, looked through by anybody, and taken back', async () => {
  const { administrator, officer } = await appointed();
  const visitor = await stage.visitor('the rating officer', server.base, DESKTOP);
  const desk = new Desk(await visitor.context.newPage());
  await desk.signIn(officer.login, PASSWORD, '/rating-office/imports');
  visitor.expectRefusal(400, '/api/v1/archive/imports');
  await test.step('imported, with what was found', () => imported(desk.page));
  const own = await test.step('an own event comes by itself', ownEvent);
  await test.step('the official list is imported', () => administrator.importPlayersList(PLAYERS_LIST));
  for (const [form, settings] of [
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const) {
    const guest = await stage.visitor(`somebody, ${form}`, server.base, settings);
    guest.expectRefusal(400, '/api/v1/archive/games');
    guest.expectRefusal(404, `/api/v1/archive/players/${NOBODY}`);
    const page = await guest.open('/');
    await test.step(`${form}: games`, () => games(page, form));
    await test.step(`${form}: a player`, () => player(page, form));
    await test.step(`${form}: the list`, () => list(page, form));
    await test.step(`${form}: from an event to a player`, () => ofEvent(page, own));
  }
  await test.step('taken back', () => takenBack(desk.page));
});

/** A federation with a rating officer, both of an administrator’s making. */
async function appointed(): Promise<{ administrator: Rest; officer: Person }> {
  const administrator = new Rest(server);
  const link = await server.administratorLink();
  await administrator.createAccount('Aase Lindmose', 'administrator', new URL(link).hash.slice(1));
  const officer = await person(server, 'Clara Ostrander', 'clara');
  await newFederation(administrator, 'NOR', [officer]);
  return { administrator, officer };
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
  await page.getByLabel('Format').selectOption('PAPP event (ZIP)');
  await page.getByTestId('import-files').setInputFiles({ name: 'marsh.zip', mimeType: 'application/zip', buffer: zipped(PAPP) });
  await page.getByText('1 event, 1 result, 0 with moves').waitFor();
  await assertAccessible(page, 'imports');
  await picture(page, 'archive-imports-desktop');
}

/** What is confirmed is in the archive without anybody’s doing. */
async function ownEvent(): Promise<Scene> {
  const scene = await newEvent(server, { name: 'Lower Marsh Club Night', rule_set: 'club' });
  for (let place = 0; place < 6; place += 1) await enter(scene, { federation_number: 910_201 + place });
  await typedQualification(scene);
  await scene.director.rest.call('confirm_tournament', { tournament_id: scene.id });
  return scene;
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
  await taken(page);
  await page.getByLabel('Opening').selectOption('Any');
  await page.getByLabel('Position after these moves').fill('c4e3');
  await page.keyboard.press('Enter');
  await page.getByText('1 game', { exact: true }).waitFor();
  await page.getByLabel('Position after these moves').fill('f5f5');
  await page.keyboard.press('Enter');
  await page.getByText('The archive cannot be asked so').waitFor();
}

/** What is asked for is there as files, and nothing else. */
async function taken(page: Page) {
  const [headings, game, ...more] = await downloaded(page, 'CSV', 'games.csv');
  expect(headings).toMatch(/^date,year,event,/);
  expect(game).toMatch(/,Tiger,f5d6c3d3c4f4$/);
  expect(more).toStrictEqual([]);
  const transcripts = await downloaded(page, 'Transcripts', 'games.txt');
  expect(transcripts).toStrictEqual([expect.stringMatching(/^# .*: Ann Alder 36-28 Bo Brisk$/), 'f5d6c3d3c4f4']);
  const records = await downloaded(page, 'GGF', 'games.ggf');
  expect(records.join('')).toContain('PB[Ann Alder]PW[Bo Brisk]');
}

/** The lines of the file that a link leads to. */
async function downloaded(page: Page, link: string, name: string): Promise<string[]> {
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: link, exact: true }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe(name);
  return readFileSync(await file.path(), 'utf8')
    .split(/\r?\n/)
    .filter(Boolean);
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
  await page.goto(`${server.base}/players/${NOBODY}`);
  await page.getByRole('heading', { name: `Number ${NOBODY}` }).waitFor();
  await page.getByText('Nothing this player played is in the archive yet.').waitFor();
  await assertAccessible(page, `nobody, ${form}`);
}

async function list(page: Page, form: string) {
  await page.getByRole('navigation', { name: 'Archive' }).getByRole('link', { name: 'Rating list (preview)' }).click();
  await page.getByText('12 active players').waitFor();
  const table = page.getByRole('table', { name: 'Rating list, preview' });
  await expect(table.getByRole('row')).toHaveCount(13);
  await expect(page.getByTestId('official-distance')).toContainText('12 players stand on the official list imported here on');
  await expect(table.getByRole('columnheader', { name: 'Official' })).toBeVisible();
  await expect(table.getByRole('row').filter({ hasText: 'Ann Cedar' })).toContainText('1860');
  await assertAccessible(page, `the list, ${form}`);
  await picture(page, `archive-list-${form}`);
}

async function ofEvent(page: Page, scene: Scene) {
  const { name } = found(scene.unseated[0]);
  await page.goto(`${server.base}/t/${scene.id}`);
  await page.getByRole('main').getByRole('link', { name, exact: true }).filter({ visible: true }).first().click();
  await page.getByRole('heading', { name, level: 2 }).waitFor();
  await page.getByRole('link', { name: 'Number 910201: all events in the archive' }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await expect(page).toHaveURL(`${server.base}/players/910201`);
}

async function takenBack(page: Page) {
  await page.getByRole('button', { name: 'Take back evening.ggf' }).click();
  const form = page.getByRole('form', { name: 'Take back evening.ggf' });
  await form.getByLabel('Reason').fill('Not ours.');
  await form.getByRole('button', { name: 'Take back evening.ggf' }).click();
  await page.getByText('Not ours.').waitFor();
  await page.goto(`${server.base}/archive?opening=Tiger`);
  await page.getByText('No such game.').waitFor();
}
