import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { printed } from '../harness/paper';
import { decide, newFederation } from '../harness/office';
import { PASSWORD, Rest } from '../harness/rest';
import { type Person, type Scene, finishRound, newEvent, person, playerOf, publishRound, typedQualification } from '../harness/scenes';
import { Seat, pointer } from '../harness/seat';
import type { Server } from '../harness/server';
import { DESKTOP, PHONE, type Stage, picture } from '../harness/stage';
import { found, until } from '../harness/until';

/** Who enters by themselves, the number of the players list that they claim, and what the director finds. */
const PLAYERS = [
  { surname: 'Brandvold', given_names: 'Torunn', login: 'torunn', claims: 220_901, found: 220_901 },
  { surname: 'Klitgaard', given_names: 'Sofus', login: 'sofus', claims: 220_990, found: 220_902 },
  { surname: 'Ekenstam', given_names: 'Majken', login: 'majken', claims: 150_999, found: null },
];
const NAME = 'Lower Marsh Open';

let server: Server;
let stage: Stage;
test.beforeEach(({ server: own, stage: everybody }) => {
  server = own;
  stage = everybody;
});

test('claims, disputes and protests bar the confirmation, and a rating officer approves and releases', async () => {
  const scene = await entered();
  const { id } = scene;
  const director = scene.director.rest;
  const visitor = await stage.visitor('the director', server.base);
  const desk = new Desk(await visitor.context.newPage());
  await desk.signIn(scene.director.login, PASSWORD, `/t/${id}/desk`);
  await test.step('a game ends in a dispute, another player protests', () => playRounds(scene));
  await test.step('the dispute and the protest are decided', () => objectionsDecided(director, id, desk));
  await test.step('claims are confirmed, corrected and taken back', () => claimsSettled(director, id, desk));
  await test.step('what nobody approved says so', () => confirmedUnrated(director, id, desk));
  await test.step('a result is amended', () => amended(director, id, desk));
  await test.step('signed as over the board', () => signedOverTheBoard(director, id, desk));
  const office = await test.step('approved and released', () => approved(director, id, desk));
  await test.step('every version says why it came and what it says otherwise', () => versionsTold(director, id, desk, office));
  await test.step('every version of every file is listed', () => allListed(id, office));
  await test.step('the approval is taken back', () => approvalTakenBack(director, id, office));
});

/** An event whose players enter by themselves, each with a claim. */
async function entered(): Promise<Scene> {
  const scene = await newEvent(server, { name: NAME, rule_set: 'club' });
  for (const { surname, given_names, login, claims } of PLAYERS) {
    const account = await person(server, `${given_names} ${surname}`, login);
    const entry = { surname, given_names, country: 'NOR', federation_number: claims };
    const { entrant_id } = await account.rest.call('enter_tournament', { tournament_id: scene.id, body: entry });
    scene.players.push({ ...account, entrant: entrant_id, country: entry.country });
  }
  return scene;
}

/** A game of round 1 is disputed and a protest filed, through the pages; the other results are typed by a program. */
async function playRounds(scene: Scene) {
  const { id } = scene;
  const director = scene.director.rest;
  const round = await publishRound(scene);
  const { game_id, black_entrant_id, white_entrant_id } = found(round.boards[0]);
  const [black, white] = [playerOf(scene, black_entrant_id), playerOf(scene, white_entrant_id)];
  await until('the seat is known at the table', () => black.rest.call('resign', { game_id }));
  await dispute(white, game_id);
  await until(
    'the event knows of the dispute',
    async () => (await director.call('list_rulings', { tournament_id: id })).disputes.length === 1,
  );
  await protest(black, id);
  await finishRound(scene, round);
  expect((await typedQualification(scene)).kind).toBe('confirm');
}

async function dispute({ login }: Person, game: string) {
  const visitor = await stage.visitor('who disputes', server.base, DESKTOP);
  const desk = new Desk(await visitor.context.newPage());
  await desk.signIn(login, PASSWORD, `/g/${game}`);
  const seat = new Seat(desk.page, pointer);
  await seat.table.waitFor();
  const form = desk.page.getByTestId('confirmation');
  await form.getByRole('button', { name: 'I do not agree' }).click();
  await form.getByLabel('What is wrong').fill('My opponent was told to resign');
  await assertAccessible(desk.page, 'result to be disputed');
  await form.getByRole('button', { name: 'Send to the director' }).click();
  await desk.page.getByText('The result is disputed.').waitFor();
}

async function protest({ login }: Person, id: string) {
  const visitor = await stage.visitor('who protests, on a phone', server.base, PHONE);
  const desk = new Desk(await visitor.context.newPage());
  await desk.signIn(login, PASSWORD, `/t/${id}/seat`);
  const form = desk.page.getByTestId('protests');
  await form.locator('summary').click();
  await form.getByLabel('What is wrong').fill('A spectator spoke to my opponent');
  await picture(desk.page, 'protest-phone');
  await assertAccessible(desk.page, 'seat with a protest');
  await form.getByRole('button', { name: 'Send to the officials' }).click();
  await desk.page.getByTestId('own-protest').getByText('Your protest is with the officials.').waitFor();
}

/** One number is right, one is another's, one is nobody's; the public page calls them claimed until then. */
async function claimsSettled(director: Rest, id: string, desk: Desk) {
  const { page } = desk;
  expect(await director.refused('confirm_tournament', { tournament_id: id })).toBe('listed_players_unconfirmed');
  const confirm = page.getByTestId('next-step').getByRole('button', { name: 'Confirm the final ranking' });
  const way = page.getByTestId('next-step').getByRole('link', { name: 'Confirm or correct 3 claimed entries' });
  await way.waitFor();
  await expect(confirm, 'a confirmation that is refused was offered').toBeDisabled();
  await picture(page, 'desk-with-what-bars');
  await assertAccessible(page, 'desk with what bars the confirmation');
  await way.click();
  for (const [place, { surname, given_names, claims, found }] of PLAYERS.entries()) {
    const name = `${given_names} ${surname}`;
    await page.getByRole('button', { name: `Claimed by ${name}: number ${claims} of the players list; confirm or correct it` }).click();
    if (place === 0) {
      await picture(page, 'claim-to-settle');
      await assertAccessible(page, 'claim to be settled');
    }
    if (found === null) {
      await page.getByRole('radio', { name: `${name} is not in the players list` }).check();
      await page.getByRole('button', { name: `${name} is not in the players list` }).click();
      await page.getByTestId('confirm').getByRole('button', { name: 'Not in the list' }).click();
    } else {
      await page.getByRole('radio', { name: 'Settle the number of the players list' }).check();
      await page.getByLabel('Federation number', { exact: true }).fill(`${found}`);
      await page.getByRole('button', { name: `${name} is number ${found}` }).click();
    }
    await page.getByRole('button', { name: `Claimed by ${name}` }).waitFor({ state: 'detached' });
  }
  const { entrants } = await director.call('get_tournament', { tournament_id: id });
  expect(entrants.map((one) => one.claimed)).toStrictEqual([false, false, false]);
  expect(entrants.slice(0, 2).map((one) => one.federation_number)).toStrictEqual([220_901, 220_902]);
  expect(entrants[2]?.new_player, 'who is nobody of the list is a new player').toBe(true);
}

/** The desk shows the words, and decides each with a reason. */
async function objectionsDecided(director: Rest, id: string, desk: Desk) {
  const { page } = desk;
  expect(await director.refused('confirm_tournament', { tournament_id: id })).toBe('dispute_open');
  await expect(page.getByTestId('next-step').getByRole('button', { name: 'Confirm the final ranking' })).toBeDisabled();
  await page.getByRole('link', { name: /^Rulings/ }).click();
  const disputed = page.getByTestId('dispute').filter({ hasText: 'My opponent was told to resign' });
  await disputed.getByText(/ disputes the result /).waitFor();
  await disputed.getByRole('button', { name: 'Let it stand' }).click();
  await picture(page, 'objections');
  await assertAccessible(page, 'desk with objections');
  const settle = disputed.getByRole('form', { name: 'Let it stand' });
  await expect(settle.getByRole('button', { name: 'Let it stand' }), 'decided without a reason').toBeDisabled();
  await settle.getByLabel('Reason, shown to both players').fill('Nobody heard it');
  await settle.getByRole('button', { name: 'Let it stand' }).click();
  await disputed.waitFor({ state: 'detached' });
  expect(await director.refused('confirm_tournament', { tournament_id: id })).toBe('protest_open');
  const protested = page.getByTestId('protest').filter({ hasText: 'A spectator spoke to my opponent' });
  await protested.getByRole('button', { name: 'The protest is right' }).click();
  await protested.getByLabel('Reason, read by both parties').fill('Two at the next table heard it');
  await protested.getByRole('button', { name: /^Uphold the protest of / }).click();
  await protested.waitFor({ state: 'detached' });
  const { disputes, protests } = await director.call('list_rulings', { tournament_id: id });
  expect([disputes, protests.map((one) => [one.decided, one.upheld, one.decision])]).toStrictEqual([
    [],
    [[true, true, 'Two at the next table heard it']],
  ]);
}

/** What nobody approved says so on the desk, on the event's page and in the file. */
async function confirmedUnrated(director: Rest, id: string, desk: Desk) {
  const { page } = desk;
  const { results_without_game } = await director.call('get_tournament', { tournament_id: id });
  await page.getByRole('link', { name: `${results_without_game.length} results have no game here` }).waitFor();
  await page.getByTestId('next-step').getByRole('button', { name: 'Confirm the final ranking' }).click();
  const question = page.getByTestId('confirm');
  await question.getByText(`${results_without_game.length} results that no game here gave are not signed for`).waitFor();
  await question.getByRole('button', { name: 'Confirm the final ranking' }).click();
  await page.getByText('It says UNRATED until a rating officer has approved the event and released it.').waitFor();
  await page.getByRole('link', { name: 'Documents' }).click();
  await page.getByRole('link', { name: 'Download 20260718_UNRATED_Lower_Marsh_Open.ELO' }).waitFor();
  expect(await page.getByTestId('rated').innerText()).toBe('Unrated');
  expect((await director.call('get_tournament', { tournament_id: id })).rated).toBe(false);
}

/** The director puts a result right, by a program; a page that is open shows the version that this makes. */
async function amended(director: Rest, id: string, desk: Desk) {
  const results = [{ round: 2, table: 1, black_discs: 39 }];
  await director.call('amend_confirmed', { tournament_id: id, body: { results, reason: 'The score sheet says 39' } });
  await expect(versionsOf(desk)).toHaveCount(2);
}

/** The director signs for typed results. */
async function signedOverTheBoard(director: Rest, id: string, desk: Desk) {
  const { page } = desk;
  const approval = page.getByTestId('approval');
  await approval.getByText('for the results at 2/1, 3/1,').waitFor();
  expect(await page.getByTestId('office-acts').count(), 'a director may approve').toBe(0);
  await page.getByTestId('responsible').getByText('Nobody: the file is marked UNRATED.').waitFor();
  await picture(page, 'sign-over-the-board');
  await assertAccessible(page, 'documents to be signed');
  await approval.getByRole('button', { name: /^Sign that/ }).click();
  await approval.getByLabel('Reason', { exact: true }).fill('Score sheets are in the folder');
  await approval
    .getByRole('button', { name: /^Sign that/ })
    .and(page.locator('[type=submit]'))
    .click();
  await approval.getByRole('form', { name: /^Sign that/ }).waitFor({ state: 'detached' });
  const { results_without_game } = await director.call('get_tournament', { tournament_id: id });
  expect(results_without_game.every((one) => one.over_the_board)).toBe(true);
  await expect(versionsOf(desk), 'it makes another version, which a page that is open shows').toHaveCount(3);
}

/** A rating officer approves director and event, and releases the file, on a phone. */
async function approved(director: Rest, id: string, desk: Desk): Promise<Desk> {
  const administrator = new Rest(server);
  const link = await server.administratorLink();
  await administrator.createAccount('Clara Ostrander', 'clara', new URL(link).hash.slice(1));
  await newFederation(administrator, 'NOR', [await person(server, 'Halvar Noreng', 'halvar')]);
  const visitor = await stage.visitor('the rating officer, on a phone', server.base, PHONE);
  const office = new Desk(await visitor.context.newPage());
  await office.signIn('halvar', PASSWORD, `/t/${id}/documents`);
  await decide(office.page, 'Approve Ingrid Vestergrund as a director for NOR', 'Has directed our championships');
  await decide(office.page, 'Approve for ratings', 'Announced in May');
  await office.page.getByTestId('approval').getByText('Its file waits to be released.').waitFor();
  expect(await office.page.getByTestId('rated').innerText()).toBe('Unrated');
  await decide(office.page, 'Release the file', 'Looked through');
  await office.page.getByTestId('approval').getByText('Rated.', { exact: true }).waitFor();
  await office.page.getByRole('link', { name: 'Download 20260718_Lower_Marsh_Open.ELO' }).waitFor();
  await until('the page that was open says so too', async () => (await desk.page.getByTestId('rated').innerText()) === 'Rated');
  expect((await director.call('get_tournament', { tournament_id: id })).rated).toBe(true);
  await picture(office.page, 'approved-phone');
  await assertAccessible(office.page, 'approved event');
  return office;
}

async function approvalTakenBack(director: Rest, id: string, office: Desk) {
  await office.page.goto(`/t/${id}/documents`);
  await decide(office.page, 'Withdraw the approval', 'Announced too late');
  await office.page.getByTestId('approval').getByText('Unrated.', { exact: true }).waitFor();
  await office.page.getByRole('link', { name: 'Download 20260718_UNRATED_Lower_Marsh_Open.ELO' }).waitFor();
  expect((await director.call('get_tournament', { tournament_id: id })).approval).toBe(null);
  await expect(versionsOf(office).first()).toContainText('In force · Unrated');
  await office.page.goto('/rating-files?counting');
  await office.page.getByText('None of them counts.').waitFor();
  await office.page.getByText('0 of 5 versions').waitFor();
}

const versionsOf = ({ page }: Desk) => page.getByTestId('versions').getByTestId('version');

/** The newest file says who answers for it; each version says whose act led to it, why, and what is otherwise in it. */
async function versionsTold(director: Rest, id: string, desk: Desk, office: Desk) {
  const { page } = desk;
  const versions = versionsOf(desk);
  await page.getByText('3 superseded versions').click();
  await expect(versions.getByRole('heading', { level: 3 })).toHaveText(['Version 4', 'Version 3', 'Version 2', 'Version 1']);
  for (const [place, said] of [
    [
      'In force · Rated',
      'Approved for ratings by Halvar Noreng',
      '“Announced in May”',
      'Released to the rating committee by Halvar Noreng',
      '“Looked through”',
      'What it says otherwise than version 3',
      'The event counts for ratings.',
    ],
    [
      'Superseded · Unrated',
      'Results signed for as played over the board by Ingrid Vestergrund',
      '“Score sheets are in the folder”',
      'Signed for as played over the board: 2/1.',
    ],
    [
      'Superseded · Unrated',
      'Results or ranking amended by Ingrid Vestergrund',
      '“The score sheet says 39”',
      'What it says otherwise than version 1',
      /Round 2: .* became .*39/,
    ],
    ['Superseded · Unrated', 'Ranking confirmed by Ingrid Vestergrund'],
  ].entries()) {
    for (const words of said) await expect(versions.nth(place)).toContainText(words);
  }
  const first = versions.last();
  const answering = page.getByTestId('responsible').getByRole('definition');
  const officer = /^Halvar Noreng, \d+ \w+ \d{4}/;
  await expect(answering).toHaveText(['Ingrid Vestergrund', /^Ingrid Vestergrund, \d+ \w+ \d{4}/, officer, officer]);
  const file = first.getByRole('link', { name: 'Rating file, ELO, version 1' });
  expect(await file.getAttribute('href')).toBe(`/api/v1/tournaments/${id}/rating-file?version=1`);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    first.getByRole('button', { name: 'Save the manifest of version 1' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('20260718_UNRATED_Lower_Marsh_Open.ELO.manifest.json');
  const told = await director.call('get_rating_manifest', { tournament_id: id, version: 1 });
  expect(JSON.parse(await readFile(await saved.path(), 'utf8'))).toStrictEqual(told);
  await picture(page, 'versions', { whole: true });
  await assertAccessible(page, 'versions of a rating file');
  await printed(page, 'paper-versions', { sheets: [1, 3], says: [NAME, 'Versions'] });
  await picture(office.page, 'versions-phone', { whole: true });
}

/** The public list has every version, newest first, and those that count alone where somebody asks for them. */
async function allListed(id: string, office: Desk) {
  const visitor = await stage.visitor('the rating committee', server.base, DESKTOP);
  const page = await visitor.open('/');
  await page.getByRole('link', { name: 'Rating files of all events' }).click();
  await lookAtList(page, id, 'desktop');
  await printed(page, 'paper-rating-files', { sheets: 1, says: ['Rating files', NAME] });
  await office.page.goto('/rating-files');
  await lookAtList(office.page, id, 'phone');
}

async function lookAtList(page: Page, id: string, form: string) {
  await page.getByRole('heading', { name: 'Rating files', level: 1 }).waitFor();
  const rows = page.getByRole('table', { name: 'Rating files' }).locator('tbody tr');
  await expect(rows).toHaveCount(4);
  for (const [place, cells] of [
    ['20260718_Lower_Marsh_Open.ELO', NAME, '4', 'Rated', 'In force'],
    ['20260718_UNRATED_Lower_Marsh_Open.ELO', NAME, '3', 'Unrated', 'Superseded'],
    ['20260718_UNRATED_Lower_Marsh_Open.ELO', NAME, '2', 'Unrated', 'Superseded'],
    ['20260718_UNRATED_Lower_Marsh_Open.ELO', NAME, '1', 'Unrated', 'Superseded'],
  ].entries()) {
    for (const cell of cells) await expect(rows.nth(place)).toContainText(cell);
  }
  await expect(rows.first().getByRole('link', { name: NAME, exact: true })).toHaveAttribute('href', `/t/${id}/documents`);
  await picture(page, `rating-files-${form}`);
  await assertAccessible(page, `rating files, ${form}`);
  await page.getByLabel('Only those that count').focus();
  await page.keyboard.press('Space');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('In force');
  await page.getByText('1 of 4 versions').waitFor();
  await picture(page, `rating-files-counting-${form}`);
}
