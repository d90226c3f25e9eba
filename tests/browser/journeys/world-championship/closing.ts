/** The end of the championship, by the pages alone: lists, prizes, the confirmation, the rating file. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Page, expect } from '@playwright/test';
import { assertAccessible } from '../../harness/axe';
import { printed } from '../../harness/paper';
import type { Desk } from '../../harness/desk';
import { decide } from '../../harness/office';
import { PASSWORD, type Schemas } from '../../harness/rest';
import { BINARY } from '../../harness/server';
import { found } from '../../harness/until';
import { HOST, NATIONS, PLAYERS, nameOf } from './cast';
import { type Event, look, shot } from './event';
import { type Line, listOf, pointsText, teamsOf } from './lists';

type Match = Schemas['FinalsMatch'];

/** Prizes of the first four places, as they are typed and as they are shared. */
const PRIZES = { typed: '1000 600 400 200', shared: ['1,000.00', '600.00', '400.00', '200.00'] } as const;

/** Whoever decides for the host’s federation. */
export const OFFICER = { name: 'Halvar Noreng', login: 'halvar' } as const;

/** The director signs for what no game here gave. */
export async function sign(event: Event): Promise<void> {
  const { page } = event.desk;
  await page.getByRole('link', { name: 'Closing', exact: true }).click();
  const { results_without_game: results } = await look(event);
  const name = `Sign that ${results.length} results were played over the board`;
  await page.getByTestId('next-step').getByRole('button', { name: 'Confirm the final ranking' }).click();
  const question = page.getByTestId('confirm');
  await question.getByText(`${results.length} results that no game here gave are not signed for`).waitFor();
  await shot(page, 'confirm-unsigned');
  await assertAccessible(page, 'a confirmation that names what is open');
  await question.getByRole('button', { name: 'Keep it as it is' }).click();
  await page.getByRole('button', { name }).click();
  const form = page.getByRole('form', { name });
  await form.getByLabel('Reason').fill('Played at the boards of the hall.');
  await form.getByRole('button', { name }).click();
  await form.waitFor({ state: 'detached' });
}

/** As an administrator the director makes the host’s federation known, and appoints its rating officer. */
export async function appointOfficer(event: Event): Promise<void> {
  const { page } = event.desk;
  await page.goto('/federations');
  await page.getByRole('button', { name: 'Make a federation known' }).click();
  const known = page.getByRole('form', { name: 'Make a federation known' });
  await known.getByLabel('Code').fill(HOST.code);
  await known.getByLabel('Name').fill('Othello of Norway');
  await known.getByRole('button', { name: `Make ${HOST.code} known` }).click();
  const federation = page.getByTestId('federation');
  await federation.getByRole('button', { name: `Appoint a rating officer of ${HOST.code}` }).click();
  const form = federation.getByRole('form', { name: `Appoint a rating officer of ${HOST.code}` });
  await form.getByLabel('Who').fill(OFFICER.name);
  await form.getByRole('option').filter({ hasText: OFFICER.name }).click();
  await form.getByRole('button', { name: `Appoint ${OFFICER.name} for ${HOST.code}` }).click();
  await federation.getByTestId('officer').filter({ hasText: OFFICER.name }).waitFor();
  await shot(page, 'federations');
  await assertAccessible(page, 'a federation with its officer');
  await page.goto(`/t/${event.id}/desk/closing`);
}

/** The officer approves the director and the event, before its confirmation. */
export async function approve(event: Event, office: Desk): Promise<void> {
  const { page } = office;
  await office.signIn(OFFICER.login, PASSWORD, `/t/${event.id}/documents`);
  await decide(page, `Approve Ingrid Vestergrund as a director for ${HOST.code}`, 'Has directed our championships.');
  await decide(page, 'Approve for ratings', 'Announced to the federation.');
  await page.getByTestId('approval').getByText('Its file is released after the confirmation.').waitFor();
  await shot(page, 'approved');
  await assertAccessible(page, 'an approved event before its confirmation');
}

/** The officer releases the file to the rating committee: it counts. */
export async function release(event: Event, office: Desk): Promise<void> {
  await decide(office.page, 'Release the file', 'Looked through.');
  await office.page.getByTestId('approval').getByText('Rated.', { exact: true }).waitFor();
  expect((await look(event)).rated).toBe(true);
}

/** It is asked about once, and then it is official. */
export async function confirm(event: Event): Promise<void> {
  const { page } = event.desk;
  await page.getByTestId('next-step').getByRole('button', { name: 'Confirm the final ranking' }).click();
  const question = page.getByTestId('confirm');
  await question.getByText('The ranking becomes official').waitFor();
  await expect(question.getByText('not signed for')).toHaveCount(0);
  await question.getByRole('button', { name: 'Confirm the final ranking' }).click();
  await page.getByText('The tournament is confirmed.').waitFor();
  await shot(page, 'confirmed');
  await assertAccessible(page, 'a confirmed championship');
  const { summary, conformant, ranking_version: version, rated } = await look(event);
  expect([summary.phase, conformant, version, rated]).toStrictEqual(['confirmed', true, 1, false]);
}

/** The four of the finals by what they played, all others by points alone: equal points are equal ranks (WOC II.3.3). */
export async function assertRanking(event: Event): Promise<void> {
  const { page } = event.desk;
  await page.goto(`/t/${event.id}`);
  await page.getByRole('heading', { name: 'Final ranking' }).waitFor();
  const list = listOf(await look(event));
  const { matches } = await event.rest.call('get_finals', { tournament_id: event.id });
  const first = [...winnerAndLoser(matches, 'final'), ...winnerAndLoser(matches, 'third_place')];
  const rankOf = (line: Line): number => {
    const place = first.indexOf(line.entrant);
    if (place >= 0) return place + 1;
    return 5 + list.filter((one) => !first.includes(one.entrant) && one.halfPoints > line.halfPoints).length;
  };
  const wanted = new Map(list.map((line) => [line.entrant, `${rankOf(line)} ${pointsText(line.halfPoints)}`]));
  const rows = page.getByTestId('standings').locator('tbody tr');
  const shown = await rows.evaluateAll((all) =>
    all.map((row) => {
      const said = (part: string): string => row.querySelector(part)?.textContent.trim() ?? '';
      return [row.getAttribute('data-entrant') ?? '', `${said('.rank')} ${said('.points')}`] as const;
    }),
  );
  expect(new Map(shown)).toStrictEqual(wanted);
  await page.locator(`tr[data-entrant="${first[0]}"]`).getByText('Champion', { exact: true }).waitFor();
  const women = winnerAndLoser(matches, 'womens_final');
  await page.locator(`tr[data-entrant="${women[0]}"]`).getByText('Women’s champion').waitFor();
  await shot(page, 'ranking');
  await assertAccessible(page, 'the final ranking');
  const { summary } = await look(event);
  await printed(page, 'championship-ranking', { says: [summary.name, '13 rounds', 'Final ranking', 'Champion'], across: true });
  await page.getByRole('link', { name: 'Finals', exact: true }).click();
  await page.getByTestId('bracket').getByRole('article').first().waitFor();
  await printed(page, 'championship-finals', { says: [summary.name, 'Semi-finals', 'Third place'] });
}

/** Teams, women and prizes as the event’s page lists them. */
export async function assertLists(event: Event): Promise<void> {
  const { page } = event.desk;
  await page.getByRole('link', { name: 'Lists', exact: true }).click();
  const told = await look(event);
  const list = listOf(told);
  const teams = page.getByRole('region', { name: 'Teams' });
  await expect(teams.getByRole('listitem')).toHaveCount(12);
  const shown = await teams
    .getByRole('listitem')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('.team span')].slice(1).map((part) => part.textContent.trim())));
  const wanted = [...teamsOf(told, list)].map(([code, halves]) => [nationOf(code), pointsText(halves)]);
  expect(new Map(shown as [string, string][])).toStrictEqual(new Map(wanted as [string, string][]));
  await assertWomen(event, page);
  await page.getByLabel('Prizes by place').fill(PRIZES.typed);
  const prizes = page.getByRole('table', { name: 'Prizes' });
  await expect(prizes.locator('tbody tr')).toHaveCount(PRIZES.shared.length);
  expect(await prizes.locator('tbody tr td:last-child').allInnerTexts()).toStrictEqual(PRIZES.shared);
  await shot(page, 'lists');
  await assertAccessible(page, 'the lists of a championship');
  await printed(page, 'championship-lists', { says: [told.summary.name, 'Teams', 'Women', 'Prizes', ...PRIZES.shared] });
}

/** The two of the women’s final first, in what they played for; the others by points. */
async function assertWomen(event: Event, page: Page): Promise<void> {
  const { entrants } = await look(event);
  const { matches } = await event.rest.call('get_finals', { tournament_id: event.id });
  const rows = page.getByRole('table', { name: 'Women' }).locator('tbody tr');
  await expect(rows).toHaveCount(5);
  const named = await rows.evaluateAll((all) => all.map((row) => row.querySelector('th')?.textContent.trim() ?? ''));
  const nameIn = (id: string): string => {
    const { surname, given_names: given } = found(entrants.find((one) => one.id === id));
    return nameOf({ surname, given });
  };
  expect(named.slice(0, 2)).toStrictEqual(winnerAndLoser(matches, 'womens_final').map(nameIn));
}

/** The signed file is offered, and the offline tool finds nothing to complain about. */
export async function assertRatingFile(event: Event, folder: string): Promise<void> {
  const { page } = event.desk;
  await page.getByRole('link', { name: 'Documents' }).click();
  const link = page.getByRole('link', { name: /^Download .*\.ELO$/ });
  await link.waitFor();
  await page.getByTestId('manifest').waitFor();
  await assertDraws(page);
  await shot(page, 'documents');
  await assertAccessible(page, 'the documents of a championship');
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^\d{8}_World_Othello_Champion\w*\.ELO$/);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  execFileSync(BINARY, ['elo', path]);
}

/** The page finds every draw right, the first with the number that a player gave. */
async function assertDraws(page: Page): Promise<void> {
  const draws = page.getByTestId('draws');
  await draws.getByText(/^Checked here: \d+ draws, and all of them fit\.$/).waitFor();
  const first = draws.getByRole('listitem').filter({ hasText: 'Draw 1, for round 1' });
  await expect(first).toContainText('1 number was given, the one that its player was bound to.');
  await first.getByText('Its values').click();
  await first.getByText(`Number of ${nameOf(found(PLAYERS[0]))}`).waitFor();
}

const nationOf = (code: string): string => found(NATIONS.find((one) => one.code === code)).name;

/** Who won a match, and who lost it. */
function winnerAndLoser(matches: readonly Match[], name: string): string[] {
  const match = found(matches.find((one) => one.match_id === name));
  const winner = found(match.winner_entrant_id);
  return [winner, ...[match.better_entrant_id, match.worse_entrant_id].filter((one) => one !== winner)];
}
