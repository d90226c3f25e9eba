import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/fixtures';
import { numbers } from '../harness/othello';
import { printed } from '../harness/paper';
import { seen } from '../harness/pictures';
import { approveDirectors, approveEvent, newFederation, releaseFile } from '../harness/office';
import { PASSWORD, Rest, type Schemas } from '../harness/rest';
import { person } from '../harness/scenes';
import type { Server } from '../harness/server';
import { PHONE, type Stage, assertNeverReloaded } from '../harness/stage';
import { Table } from '../harness/standings';
import { Typist } from '../harness/typist';
import { found, until } from '../harness/until';

const NAME = 'Lower Marsh Club Night';
/** As it stands in a message of the club: one rating is no number, one line has a quote too many, one name stands there twice. */
const LIST = `1. Torunn Brandvold 1702
2. Sofus Klitgaard
3. Majken Ekenstam (SWE) 1395
4. Aslak Fjeldheim
5. Sigrun Ostvik
6. Marit Skaugen
7. Ove Sandmark 15l0
8. "Runa Hestnes
9. Vigdis Tornquist
10. Torunn Brandvold
`;
const PLAYERS = [
  'Torunn Brandvold',
  'Sofus Klitgaard',
  'Majken Ekenstam',
  'Aslak Fjeldheim',
  'Sigrun Ostvik',
  'Marit Skaugen',
  'Ove Sandmark',
  'Runa Hestnes',
  'Vigdis Tornquist',
  'Tora Brandvold',
];
const ROUNDS = 5;
/** Draws the scores. */
const SEED = 20_261;

type Entered = Pick<Schemas['Board'], 'table' | 'black_entrant_id' | 'white_entrant_id'>;

let server: Server;
let stage: Stage;
let page: Page;
let typist: Typist;
let rest: Rest;
let id: string;
let names: ReadonlyMap<string, string>;
const score = numbers(SEED);

test('a club evening of ten by paste, over the board, five rounds by keyboard alone', async ({ server: own, stage: everybody }) => {
  test.slow();
  [server, stage] = [own, everybody];
  const visitor = await stage.visitor('the director', server.base);
  page = await visitor.open('/');
  typist = new Typist(page);
  await test.step('from the first page to an empty desk', founded);
  await test.step('a list of ten is pasted, mended line by line, and taken', pasted);
  const member = await (await stage.visitor('a member of the club', server.base, PHONE)).open(`/t/${id}/pairings`);
  const table = new Table(names);
  for (let round = 1; round <= ROUNDS; round += 1) {
    await test.step(`round ${round}: one act a board, and two`, () => held(round, table, member));
  }
  await test.step('the standings are those of the test’s own calculation, and print on one sheet', () => standing(table, member));
  await test.step('the ranking is confirmed, the results signed for, the file downloaded', closed);
  await assertNeverReloaded(page);
  await assertNeverReloaded(member);
});

async function founded() {
  await seen(page, 'club-home');
  await typist.go(page.getByRole('link', { name: 'Create a tournament' }));
  await typist.go(page.getByRole('main').getByRole('link', { name: 'Sign in to create a tournament.' }));
  await typist.go(page.getByRole('link', { name: 'Create an account' }));
  await typist.fill(page.getByLabel('Your name'), 'Ingrid Vestergrund');
  await typist.fill(page.getByLabel('Login'), 'ingrid');
  await typist.fill(page.getByLabel('Password'), PASSWORD);
  await seen(page, 'club-account');
  await typist.press('Enter');
  await page.getByRole('heading', { name: 'Create a tournament' }).waitFor();
  await typist.fill(page.getByLabel('Name', { exact: true }), NAME);
  await typist.pick(page.getByLabel('Host nation'), 'Norway');
  await typist.pick(page.getByLabel('Rule set', { exact: true }), 'Club');
  await typist.pick(page.getByLabel('Where it is played'), 'Over the board');
  await page.getByText('No clock runs here and nobody needs a seat: you type the results.').waitFor();
  await page.getByText('Swiss system, 5 rounds.').waitFor();
  await seen(page, 'club-create');
  await typist.go(page.getByRole('button', { name: 'Create the tournament' }));
  await page.getByRole('heading', { name: '0 entrants' }).waitFor();
  id = found(new URL(page.url()).pathname.split('/')[2]);
  rest = new Rest(server);
  await rest.signIn('ingrid');
}

async function pasted() {
  await typist.go(page.getByRole('link', { name: 'Enter a list' }));
  const enter = page.getByRole('button', { name: /^Enter \d+ players?$/ });
  await typist.paste(page.getByLabel('Paste a list of players'), LIST);
  await typist.go(page.getByRole('button', { name: 'Read the list' }));
  await page.getByRole('heading', { name: '9 players read' }).waitFor();
  const line = (number: number) => page.getByTestId('pasted').locator(`[data-line="${number}"]`);
  const field = (name: string, number: number) => line(number).getByLabel(`${name}, line ${number}`);
  await expect(field('Rating', 1), 'a rating behind a name').toHaveValue('1702');
  await expect(field('Country', 3)).toHaveValue('SWE');
  await line(7).getByText('“15l0” is no rating: a whole number from 1 to 4,000.').waitFor();
  await line(8).getByText('It cannot be read. Type who it is.').waitFor();
  await line(10).getByText('The same person as in line 1.').waitFor();
  await expect(enter).toHaveText('Enter 7 players');
  await seen(page, 'club-pasted');
  expect((await rest.call('get_tournament', { tournament_id: id })).entrants, 'something was taken').toStrictEqual([]);
  await typist.fill(field('Rating', 7), '1510');
  await typist.fill(field('Given names', 8), 'Runa');
  await typist.fill(field('Surname', 8), 'Hestnes');
  await typist.fill(field('Given names', 10), 'Tora');
  await typist.to(line(10).getByLabel('Enter line 10: Tora Brandvold'));
  await typist.press('Space');
  await expect(enter).toHaveText('Enter 10 players');
  await seen(page, 'club-mended');
  await typist.go(enter);
  await page.getByRole('heading', { name: '10 entrants' }).waitFor();
  await expect(page.getByRole('link', { name: 'To the list of entrants' })).toBeFocused();
  await seen(page, 'club-taken');
  const { entrants } = await rest.call('get_tournament', { tournament_id: id });
  names = new Map(entrants.map((one) => [one.id, `${one.given_names} ${one.surname}`]));
  expect([...names.values()]).toStrictEqual(PLAYERS);
  expect(entrants.map(({ rating }) => rating)).toStrictEqual([1702, 0, 1395, 0, 0, 0, 1510, 0, 0, 0]);
}

/** A round from its pairing to its end: publish, a line and Enter for each board, finish. */
async function held(round: number, table: Table, member: Page) {
  const { sent, enters } = await typist.counting(async () => {
    const publish = page.getByRole('button', { name: `Publish round ${round}` });
    if (round === 1) {
      // What is picked once stays picked.
      await typist.pick(page.getByLabel('Starts'), 'Now');
      await typist.to(publish);
    } else {
      await publish.waitFor();
      await typist.press('n');
    }
    await expect(publish).toBeFocused();
    if (round === 1) {
      await page.getByText('Played over the board: no clock runs here.').waitFor();
      await seen(page, 'club-before-round-1');
    }
    await typist.press('Enter');
    await until('the round is there', async () => (await rest.call('get_tournament', { tournament_id: id })).rounds.length === round);
    const { rounds } = await rest.call('get_tournament', { tournament_id: id });
    const boards = found(rounds[round - 1]).boards;
    if (round === 1) await paired(member, boards);
    const { phase } = await rest.call('get_table', { game_id: found(boards[0]).game_id });
    expect(phase, 'a clock runs').toBe('armed');
    await page.getByRole('button', { name: `Finish round ${round}` }).waitFor();
    await typist.press('r');
    await page.getByRole('heading', { name: `Round ${round} of ${ROUNDS}` }).waitFor();
    for (const [place, board] of boards.entries()) {
      await typed(board, place, table);
      if (round === 1 && place === 2) await seen(page, 'club-round');
    }
    await page
      .getByRole('button', { name: `Finish round ${round}` })
      .and(page.locator(':enabled'))
      .waitFor();
    await typist.press('Escape');
    await typist.press('n');
    await expect(page.getByRole('button', { name: `Finish round ${round}` })).toBeFocused();
    if (round === 1) await seen(page, 'club-before-finish');
    await typist.press('Enter');
    await until('the round is over', async () => (await rest.call('get_tournament', { tournament_id: id })).rounds[round - 1]?.finished);
  });
  const at = `/tournaments/${id}/rounds`;
  expect(enters, 'Enter, one a board and two').toBe(5 + 2);
  await expect
    .poll(() => sent().toSorted(), 'acts, one a board and two')
    .toStrictEqual(
      [`POST ${at}`, `POST ${at}/${round}/finish`, ...[1, 2, 3, 4, 5].map((one) => `PUT ${at}/${round}/tables/${one}/result`)].toSorted(),
    );
}

/** The pairing hangs on the wall and stands on a member's phone. */
async function paired(member: Page, boards: readonly Entered[]) {
  for (const { black_entrant_id: black } of boards)
    await member
      .getByText(found(names.get(black)))
      .first()
      .waitFor();
  await seen(member, 'club-pairings-phone');
  await printed(member, 'club-pairings');
}

/** One board's result, in one of the ways that the field understands; drawn once an evening at least. */
async function typed({ table, black_entrant_id: black, white_entrant_id: white }: Entered, place: number, standings: Table) {
  const field = page.getByLabel('Enter a result');
  await expect(field).toBeFocused();
  const discs = place === 3 ? 32 : 33 + Math.floor(score() * 31) - (score() < 0.5 ? 32 : 0);
  const given = found(names.get(white)?.split(' ')[0]).toLowerCase();
  const margin = 2 * discs - 64;
  const lines = [
    `${table} ${discs}`,
    `${given} ${64 - discs}`,
    margin > 0 ? `+${margin}` : `${margin}`,
    '=',
    `${table}, ${discs}-${64 - discs}`,
  ];
  const line = found(lines[place]);
  await typist.type(line);
  await page.getByText(`Table ${table}: ${names.get(black)} ${discs}–${64 - discs} ${names.get(white)}.`).waitFor();
  await typist.press('Enter');
  await expect(field).toHaveValue('');
  standings.played({ black, white, discs });
}

async function standing(table: Table, member: Page) {
  const chain = (await rest.call('get_standings', { tournament_id: id })).tie_breaks;
  expect(chain).toStrictEqual(['points', 'BQ', 'discs', 'lots']);
  await typist.go(page.getByRole('link', { name: NAME }).first());
  await page.getByRole('heading', { name: `After round ${ROUNDS}` }).waitFor();
  const rows = page.getByTestId('standings').locator('tbody tr');
  // Rank, name, points, BQ, discs; where ranks are shared the number of the line stands before them.
  const shown = (): Promise<(string | undefined)[][]> =>
    rows.evaluateAll((all) =>
      all.map((row) => {
        const cells = [...(row as HTMLTableRowElement).cells];
        const rank = cells.findIndex((cell) => cell.classList.contains('rank'));
        return [0, 2, 5, 6, 7].map((place) => cells[rank + place]?.textContent.trim());
      }),
    );
  await expect.poll(shown).toStrictEqual(table.rows());
  await seen(page, 'club-standings');
  await printed(page, 'club-standings');
  await member.getByRole('link', { name: 'Standings' }).click();
  await seen(member, 'club-standings-phone');
}

async function closed() {
  await typist.go(page.getByRole('link', { name: 'Director’s desk' }));
  await page.getByTestId('next-step').getByRole('button', { name: 'Confirm the final ranking' }).waitFor();
  await seen(page, 'club-before-confirming');
  await typist.press('n');
  await typist.press('Enter');
  const question = page.getByTestId('confirm');
  await question.getByText('25 results that no game here gave are not signed for').waitFor();
  await seen(page, 'club-confirming');
  await typist.go(question.getByRole('button', { name: 'Confirm the final ranking' }));
  await page.getByText('The tournament is confirmed.').waitFor();
  await typist.go(page.getByTestId('next-step').getByRole('link'));
  const approval = page.getByTestId('approval');
  await seen(page, 'club-unsigned');
  await typist.go(approval.getByRole('button', { name: /^Sign that/ }));
  await typist.fill(approval.getByLabel('Reason', { exact: true }), 'The score sheets are in the folder');
  await seen(page, 'club-signing');
  await typist.go(approval.getByRole('form').getByRole('button', { name: 'Sign that 25 results were played over the board' }));
  await approval.getByRole('form').waitFor({ state: 'detached' });
  const administrator = new Rest(server);
  await administrator.createAccount('Clara Ostrander', 'clara', new URL(await server.administratorLink()).hash.slice(1));
  const officer = await person(server, 'Halvar Noreng', 'halvar');
  await newFederation(administrator, 'NOR', [officer], { name: 'Othello of Norway' });
  await approveDirectors(officer, 'NOR', id);
  await approveEvent(officer, id);
  await page.getByText('Its file waits to be released.').waitFor();
  await seen(page, 'club-approved');
  await releaseFile(officer, id);
  await page.getByTestId('rated').getByText('Rated', { exact: true }).waitFor();
  const link = page.getByRole('link', { name: /^Download \d+_Lower_Marsh_Club_Night\.ELO$/ });
  await link.waitFor();
  await seen(page, 'club-rated');
  const [download] = await Promise.all([page.waitForEvent('download'), typist.go(link)]);
  const path = join(server.data, download.suggestedFilename());
  await download.saveAs(path);
  const text = await readFile(path, 'latin1');
  expect(text).not.toContain('UNRATED');
  expect([...text.matchAll(/^ *\d+ \(\d\d\)[<>=]\(\d\d\) +\d+ B$/gm)].length, text).toBe(25);
}
