import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Page, expect } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { Desk } from '../harness/desk';
import { test } from '../harness/fixtures';
import { decide, newFederation } from '../harness/office';
import { printed } from '../harness/paper';
import { PASSWORD, Rest } from '../harness/rest';
import * as scenes from '../harness/scenes';
import { BINARY, type Server } from '../harness/server';
import { DESKTOP, PHONE, type Stage, picture } from '../harness/stage';
import { found } from '../harness/until';

const HALVAR = { name: 'Halvar Noreng', login: 'halvar' } as const;
const SOLVEIG = { name: 'Solveig Marsh', login: 'solveig' } as const;
const NAME = 'Lower Marsh Open';
const WRONG = 'Table 1 of round 1 has 39 discs for Black on the sheet.';

let server: Server;
let stage: Stage;
test.beforeEach(({ server: own, stage: everybody }) => {
  server = own;
  stage = everybody;
});

test('an officer’s day: from the inbox to the release, a return, a correction by a second officer, a complaint', async () => {
  test.slow();
  const administrator = new Rest(server);
  await administrator.createAccount('Aase Lindmose', 'aase', new URL(await server.administratorLink()).hash.slice(1));
  for (const { name, login } of [HALVAR, SOLVEIG]) await Rest.of(server, name, login);
  await test.step('an administrator makes the federation known and appoints two officers', federationMade);
  const scene = await scenes.newEvent(server, { name: NAME, rule_set: 'club' });
  const player = await scenes.seat(scene, await scenes.enter(scene));
  for (let place = 1; place < 6; place += 1) await scenes.enter(scene);
  const others = await test.step('other events of the nation, and of another', () => otherEvents(administrator));
  const first = await officer(HALVAR, 'the first officer');
  await test.step('the event is approved before it is played', () => approvedAhead(first, scene));
  await test.step('its director confirms it, and it waits with what stands out', () => confirmed(first, scene));
  await test.step('it is returned with a reason', () => returned(first, scene));
  const desk = await director(scene);
  await test.step('the director sees why on the desk and corrects it', () => correctedAtDesk(desk, scene));
  await test.step('it comes back and is released', () => released(first, scene));
  await test.step('an amendment of the released file waits, and not for the first officer', () => amended(first, scene));
  await test.step('the second officer releases it, on a phone', () => releasedBySecond(scene));
  await test.step('the public list shows the versions', () => listed(scene));
  await test.step('a player complains, and is answered', () => complained(first, scene, player));
  await test.step('by a deadline some was sent and some was not', () => deadline(first, others));
  await test.step('the committee’s mirror has every version', () => mirrored(scene));
});

async function federationMade() {
  const desk = new Desk(await (await stage.visitor('the administrator', server.base)).context.newPage());
  const { page } = desk;
  await desk.signIn('aase', PASSWORD, '/federations');
  await page.getByText('No federation is known here yet.').waitFor();
  await look(page, 'federations-none');
  await page.getByRole('button', { name: 'Make a federation known' }).click();
  const form = page.getByRole('form', { name: 'Make a federation known' });
  await form.getByLabel('Code').fill('nor');
  await form.getByLabel('Name').fill('Othello of Norway');
  await look(page, 'federation-being-made');
  await form.getByRole('button', { name: 'Make NOR known' }).click();
  const federation = page.getByTestId('federation').filter({ hasText: 'Othello of Norway' });
  for (const { name } of [HALVAR, SOLVEIG]) {
    await federation.getByRole('button', { name: 'Appoint a rating officer of NOR' }).click();
    const appoint = federation.getByRole('form', { name: 'Appoint a rating officer of NOR' });
    await appoint.getByLabel('Who').fill(found(name.split(' ')[0]));
    await appoint.getByRole('option').filter({ hasText: name }).click();
    await appoint.getByRole('button', { name: `Appoint ${name} for NOR` }).click();
    await federation.getByTestId('officer').filter({ hasText: name }).waitFor();
  }
  await look(page, 'federations');
}

/** One that is confirmed and waits, one that is to come, and one of another nation, which another federation decides on. */
async function otherEvents(administrator: Rest): Promise<{ waits: scenes.Scene }> {
  await newFederation(administrator, 'SWE', [], { name: 'Othello of Sweden' });
  await newFederation(administrator, 'EOCF', [], { name: 'European Othello Confederation', members: ['DNK', 'NOR', 'SWE'] });
  await scenes.newEvent(server, { name: 'Tarn Weekend', rule_set: 'club', country: 'SWE' });
  await scenes.newEvent(server, { name: 'Fernwood Night Series 6', rule_set: 'club', date: '2026-08-01' });
  const waits = await scenes.newEvent(server, { name: 'Upper Marsh Rapid', rule_set: 'club' });
  for (let place = 0; place < 4; place += 1) await scenes.enter(waits);
  await scenes.typedQualification(waits);
  await waits.director.rest.call('confirm_tournament', at(waits));
  return { waits };
}

async function officer(who: { login: string }, called: string, settings = DESKTOP): Promise<Page> {
  const desk = new Desk(await (await stage.visitor(called, server.base, settings)).context.newPage());
  await desk.signIn(who.login, PASSWORD, '/rating-office');
  return desk.page;
}

async function director(scene: scenes.Scene): Promise<Page> {
  const desk = new Desk(await (await stage.visitor('the director', server.base)).context.newPage());
  await desk.signIn(scene.director.login, PASSWORD, `/t/${scene.id}/desk/closing`);
  return desk.page;
}

const at = ({ id }: scenes.Scene) => ({ tournament_id: id });
const row = (page: Page, name: string) => page.getByTestId('inbox-event').filter({ hasText: name });
const panel = (page: Page) => page.getByTestId('office-event');
const check = (page: Page, kind: string) => panel(page).locator(`[data-testid="check"][data-kind="${kind}"]`);
const file = (page: Page) => page.getByTestId('office-file');

async function look(page: Page, name: string, { whole = true } = {}) {
  await assertAccessible(page, name);
  await picture(page, `rating-office-${name}`, { whole });
}

async function approvedAhead(page: Page, scene: scenes.Scene) {
  await page.getByText('1 event waits for you').waitFor();
  await expect(row(page, 'Upper Marsh Rapid')).toContainText('Waits');
  await expect(row(page, 'Fernwood Night Series 6')).toContainText('Announced');
  expect(await row(page, 'Tarn Weekend').count(), 'another federation decides on it').toBe(0);
  await row(page, NAME).click();
  await panel(page).getByRole('heading', { name: NAME }).waitFor();
  await expect(check(page, 'unapproved_director')).toContainText('Look');
  await file(page).getByText('Approve the director first').waitFor();
  await look(page, 'to-be-approved');
  await decide(page, 'Approve Ingrid Vestergrund as a director for NOR', 'Has directed our championships since 2019.');
  await decide(page, 'Approve for ratings', 'Announced to the federation in May.');
  await file(page).getByText(`${HALVAR.name} approved the event for NOR on`).waitFor();
  await expect(row(page, NAME)).toContainText('Approved');
  const { approval, rated } = await scenes.look(scene);
  expect([approval?.federation, rated]).toStrictEqual(['NOR', false]);
}

/** The officer's page is open meanwhile. */
async function confirmed(page: Page, scene: scenes.Scene) {
  const { rest } = scene.director;
  await scenes.typedQualification(scene);
  await rest.call('declare_over_the_board', { ...at(scene), body: { reason: 'Score sheets are in the folder.' } });
  await rest.call('confirm_tournament', at(scene));
  await expect(row(page, NAME)).toContainText('Waits');
  await page.getByText('2 events wait for you').waitFor();
  await expect(check(page, 'result_without_game')).toContainText('Look');
  await expect(panel(page).getByTestId('check').last()).toContainText('Fine');
  await file(page).getByText('It is decided on version 1 of the ranking.').waitFor();
  await file(page).getByTestId('version').waitFor();
  await look(page, 'waiting');
}

async function returned(page: Page, scene: scenes.Scene) {
  await file(page).getByRole('button', { name: 'Return it to the director' }).click();
  const form = file(page).getByRole('form', { name: 'Return it to the director' });
  await form.getByLabel('What the director is to put right').fill(WRONG);
  await look(page, 'returning');
  await form.getByRole('button', { name: 'Return it to the director' }).click();
  await file(page).getByText(`${HALVAR.name} gave the file back on`).waitFor();
  await expect(row(page, NAME)).toContainText('Returned');
  expect((await scenes.look(scene)).rating_state).toBe('returned');
}

async function correctedAtDesk(page: Page, scene: scenes.Scene) {
  await page.getByText(`${HALVAR.name} gave the file back on`).waitFor();
  await page.getByText(WRONG).waitFor();
  await page.getByTestId('next-step').getByText('The rating office gave the file back.').waitFor();
  await look(page, 'returned-desk');
  const black = page.getByLabel('Black’s discs');
  const game = page.getByLabel('Game', { exact: true });
  const option = await game
    .locator('option')
    .filter({ hasText: /^Round 1, table 1:/ })
    .textContent();
  await game.selectOption({ label: found(option) });
  await black.fill('39');
  await page.getByRole('button', { name: 'Add to the amendment' }).click();
  await page.getByLabel('Reason, printed with the new version').fill('The sheet says 39.');
  await page.getByRole('button', { name: 'Amend 1 result' }).click();
  await page.getByTestId('confirm').getByRole('button', { name: 'Amend 1 result' }).click();
  await page.getByText('The final ranking is confirmed: version 2.').waitFor();
  await page.getByText(WRONG).waitFor({ state: 'detached' });
  // The other result is signed for by itself.
  const sign = 'Sign that 1 result was played over the board';
  await page.getByRole('button', { name: sign }).click();
  await page.getByRole('form', { name: sign }).getByLabel('Reason').fill('The sheet is in the folder.');
  await look(page, 'corrected-desk');
  await page.getByRole('form', { name: sign }).getByRole('button', { name: sign }).click();
  await page.getByRole('form', { name: sign }).waitFor({ state: 'detached' });
  expect((await scenes.look(scene)).rating_state).toBe('waiting');
}

async function released(page: Page, scene: scenes.Scene) {
  await expect(row(page, NAME)).toContainText('Waits');
  await file(page).getByText('It is decided on version 2 of the ranking.').waitFor();
  await file(page).getByText('Version 3 has the lines of version 2.').waitFor();
  await look(page, 'came-back');
  await decide(page, 'Release the file', 'Looked through; the sheet was right.');
  await file(page).getByText(`${HALVAR.name} released its file on`).waitFor();
  await expect(row(page, NAME)).toContainText('Released');
  await expect(file(page).getByTestId('version').first()).toContainText('In force · Rated');
  await file(page).getByText('It is released, and nothing of it has changed').waitFor();
  await look(page, 'released');
  expect((await scenes.look(scene)).rated).toBe(true);
}

async function amended(page: Page, scene: scenes.Scene) {
  const results = [{ round: 1, table: 2, black_discs: 41 }];
  const { rest } = scene.director;
  await rest.call('amend_confirmed', { ...at(scene), body: { results, reason: 'An appeal was upheld.' } });
  await expect(check(page, 'unsigned_result')).toContainText('Stop');
  await look(page, 'correction-stopped');
  await rest.call('declare_over_the_board', { ...at(scene), body: { reason: 'The sheet of the appeal.' } });
  await check(page, 'unsigned_result').waitFor({ state: 'detached' });
  await expect(row(page, NAME)).toContainText('Correction waits');
  const corrections = file(page).getByTestId('corrections');
  await expect(corrections).toContainText('Results or ranking amended');
  await expect(corrections).toContainText('“An appeal was upheld.”');
  await expect(file(page).getByRole('button', { name: 'Release the correction' })).toBeDisabled();
  await file(page).getByText('You released this file: another officer releases what changed of it since').waitFor();
  await expect(file(page).getByTestId('version'), 'it makes no version before it is released').toHaveCount(4);
  await look(page, 'correction');
  expect((await scenes.look(scene)).rating_state).toBe('correction');
}

async function releasedBySecond(scene: scenes.Scene) {
  const page = await officer(SOLVEIG, 'the second officer, on a phone', PHONE);
  await row(page, NAME).waitFor();
  await look(page, 'inbox-phone');
  await row(page, NAME).click();
  await panel(page).getByRole('heading', { name: NAME }).waitFor();
  await file(page).getByTestId('version').first().waitFor();
  await look(page, 'correction-phone');
  await decide(page, 'Release the correction', 'The committee’s decision is attached.');
  await file(page).getByText(`${SOLVEIG.name} released its file on`).waitFor();
  await expect(file(page).getByTestId('version')).toHaveCount(5);
  await file(page)
    .getByText(/^Version 4 to 5: /)
    .waitFor();
  await look(page, 'released-phone');
  await page.getByRole('link', { name: 'To the inbox' }).click();
  await expect(row(page, NAME)).toContainText('Released');
  const { rated, released: release } = await scenes.look(scene);
  expect([rated, release?.ranking_version]).toStrictEqual([true, 3]);
}

async function listed({ id }: scenes.Scene) {
  const page = await (await stage.visitor('the rating committee', server.base)).open('/rating-files');
  const rows = page.getByRole('table', { name: 'Rating files' }).locator('tbody tr').filter({ hasText: NAME });
  await expect(rows).toHaveCount(5);
  for (const [place, cells] of [
    ['5', 'Rated', 'In force'],
    ['4', 'Rated', 'Superseded'],
    ['3', 'Unrated', 'Superseded'],
    ['2', 'Unrated', 'Superseded'],
    ['1', 'Unrated', 'Superseded'],
  ].entries()) {
    for (const cell of cells) await expect(rows.nth(place)).toContainText(cell);
  }
  await page.goto(`/t/${id}/documents`);
  await page.getByText('A rating officer released its file on').waitFor();
  expect(await page.getByTestId('office-acts').count(), 'the public decides').toBe(0);
  await page.goto('/rating-office');
  await page.getByText('Rating officers decide here.').waitFor();
  await page.getByRole('row').filter({ hasText: NAME }).waitFor();
  await look(page, 'public');
}

async function complained(office: Page, scene: scenes.Scene, { login, name }: scenes.Player) {
  const desk = new Desk(await (await stage.visitor('a player, on a phone', server.base, PHONE)).context.newPage());
  const { page } = desk;
  await desk.signIn(login, PASSWORD, `/t/${scene.id}/documents`);
  const complaints = page.getByTestId('complaints');
  await complaints.getByRole('button', { name: 'Complain of how the event was directed' }).click();
  const form = complaints.getByRole('form');
  await form.getByLabel('What the director did wrong').fill('Round 2 began before the break was over.');
  await look(page, 'complaining-phone');
  await form.getByRole('button', { name: 'Complain of how the event was directed' }).click();
  await complaints.getByText('Not answered yet.').waitFor();
  const received = panel(office).getByTestId('complaint');
  await expect(received).toContainText('Round 2 began before the break was over.');
  await received.getByRole('button', { name: `Answer ${name}` }).click();
  await received.getByLabel('What the federation says to it').fill('We spoke with the director.');
  await expect(file(office).getByTestId('version').first()).toContainText('Version 5');
  await look(office, 'complaint');
  await received
    .getByRole('button', { name: `Answer ${name}` })
    .and(office.locator('[type=submit]'))
    .click();
  await expect(received).toContainText(`Answer of ${HALVAR.name}`);
  await complaints.getByText('We spoke with the director.').waitFor();
  await look(page, 'answered-phone');
  const { complaints: own } = await scene.second.rest.call('list_complaints', at(scene));
  expect(own, 'another reads it').toStrictEqual([]);
}

async function deadline(page: Page, { waits }: { waits: scenes.Scene }) {
  await page.getByRole('link', { name: 'Deadline' }).click();
  await page.getByRole('heading', { name: /^1 event sent by / }).waitFor();
  const part = (name: RegExp) => page.getByRole('region', { name });
  await expect(part(/^1 event sent by /)).toContainText(NAME);
  const { summary } = await scenes.look(waits);
  const missing = part(/confirmed events? not sent$/);
  const isPast = summary.date <= new Date().toISOString().slice(0, 10);
  await expect(missing.getByRole('row').filter({ hasText: summary.name })).toHaveCount(isPast ? 1 : 0);
  await look(page, 'deadline');
  await printed(page, 'paper-deadline', { sheets: 1, says: ['Othello of Norway', NAME] });
  await page.getByLabel('Deadline').fill('2026-01-31');
  await page.getByRole('heading', { name: /^0 events sent by / }).waitFor();
}

/** As the rating committee runs it, twice: what was there is taken again by nobody. */
async function mirrored({ id }: scenes.Scene) {
  const folder = join(server.data, 'mirror');
  for (const _ of [1, 2]) execFileSync(BINARY, ['pull', server.base, folder, '--all']);
  expect((await readdir(join(folder, 'versions', id))).toSorted()).toStrictEqual(['1', '2', '3', '4', '5']);
  execFileSync(BINARY, ['verify', folder]);
  const rated = join(server.data, 'rated');
  execFileSync(BINARY, ['pull', server.base, rated]);
  expect(await readdir(join(rated, 'current'))).toHaveLength(2);
}
