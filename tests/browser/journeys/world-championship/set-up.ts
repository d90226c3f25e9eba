/** The set-up of the championship, by the pages alone: rules, nations, players, officials, timetable. */
import { expect } from '@playwright/test';
import { assertAccessible } from '../../harness/axe';
import type { Desk } from '../../harness/desk';
import type { Rest } from '../../harness/rest';
import { found, until } from '../../harness/until';
import { ADDITIONAL, CONTACT_PERSONS, HOST, LATE, LISTED, NATIONS, PLAYERS, nameOf } from './cast';
import { look, shot } from './event';
import type { Event } from './event';

/** So far ahead that nations may still enter (WOC I.2.2). */
const AHEAD_DAYS = 60;
export const NAME = 'World Othello Championship';
const DAY_MS = 24 * 3_600_000;

const dayText = (ms: number): string => new Date(ms).toLocaleDateString('sv-SE');

/** Founds the event by the text of the championship, with a check-in, prizes and one value that leaves the text for a moment. */
export async function foundEvent(desk: Desk): Promise<string> {
  const { page } = desk;
  await page.getByRole('link', { name: 'Create a tournament' }).click();
  await page.getByLabel('Name', { exact: true }).fill(NAME);
  await page.getByLabel('Host nation').selectOption(HOST.code);
  await page.getByLabel('First day').fill(dayText(Date.now() + AHEAD_DAYS * DAY_MS));
  await page.getByLabel('Rule set', { exact: true }).selectOption({ label: 'World Othello Championship 2024' });
  await page.getByText('Change these rules').click();
  const editor = page.getByTestId('rule-editor');
  await editor.getByText('These rules keep to their text.').waitFor();
  await shot(page, 'rules');
  await editor.locator('summary').filter({ hasText: /^Time/ }).click();
  const final = editor.locator('[data-path="time_controls.final"]');
  await expect(final.getByLabel('main time')).toHaveValue('40');
  await final.getByLabel('main time').fill('20');
  await final.getByLabel('main time').blur();
  await editor.getByText('They depart from their text in 1 place.').waitFor();
  await final.getByText('WOC IV.1').waitFor();
  await shot(page, 'rules-departure');
  await assertAccessible(page, 'the rules of a championship with a departure');
  await final.getByLabel('main time').fill('40');
  await final.getByLabel('main time').blur();
  await editor.getByText('These rules keep to their text.').waitFor();
  await page.getByRole('button', { name: 'Create the tournament' }).click();
  return desk.created();
}

/** A director to help and a table judge, by the numbers of their accounts. */
export async function appointOfficials(event: Event, helpers: { assistant: Rest; judge: Rest }): Promise<void> {
  const { page } = event.desk;
  await page.getByRole('link', { name: 'Officials', exact: true }).click();
  const form = page.getByRole('form', { name: 'Appoint an official' });
  for (const [rest, office] of [
    [helpers.assistant, 'Assistant director'],
    [helpers.judge, 'Table judge'],
  ] as const) {
    const { id, display_name: name } = rest.account;
    await form.getByLabel('Account').fill(id);
    await form.getByLabel('Office').selectOption({ label: office });
    await form.getByRole('button', { name: `Appoint ${name}: ${office}` }).click();
    await page.getByTestId('officials').getByRole('listitem').filter({ hasText: name }).getByText(office, { exact: true }).waitFor();
  }
  await shot(page, 'officials');
  await assertAccessible(page, 'officials of a championship');
  const { officials } = await look(event);
  expect(officials.map(({ role }) => role).sort()).toStrictEqual(['assistant_director', 'head_director', 'table_judge']);
}

/** Two days of rounds and a day of finals, hour by hour. */
export async function planTimetable(event: Event): Promise<void> {
  const { page } = event.desk;
  await page.getByRole('link', { name: 'Event', exact: true }).click();
  await page.getByRole('button', { name: 'Set the timetable' }).click();
  const form = page.getByRole('form', { name: 'Set the timetable' });
  await shot(page, 'timetable-empty');
  const first = Date.now() + AHEAD_DAYS * DAY_MS;
  await form.getByLabel('Minutes from round to round').fill('75');
  for (const [session, play] of [
    [1, 'Round 1'],
    [2, 'Round 8'],
  ] as const) {
    const day = form.getByRole('group', { name: `Session ${session}, day ${session}` });
    await day.getByLabel(`${play}, start`).fill(`${dayText(first + (session - 1) * DAY_MS)}T09:30`);
    await day.getByRole('button', { name: /apart|every|minutes/ }).click();
  }
  await shot(page, 'timetable');
  await assertAccessible(page, 'the timetable of a championship');
  await form.getByRole('button', { name: 'Set the timetable' }).click();
  // The form names the rounds as well: the act is done when the form is gone.
  await form.waitFor({ state: 'detached' });
  await page.getByText('Round 13').first().waitFor();
  const { timetable } = await look(event);
  const starts = (timetable?.sessions ?? []).flatMap(({ plays }) => plays.map((play) => play.starts_at_ms));
  expect(starts.filter((start) => start !== null).length).toBe(13);
}

export async function enterNations(event: Event): Promise<void> {
  const { page } = event.desk;
  await page.getByRole('link', { name: /^Entrants/ }).click();
  await page.getByRole('link', { name: 'Nations and invitations' }).click();
  const form = page.getByRole('form', { name: 'Enter a nation' });
  const enter = async (code: string, name: string, { host = false, contact = false } = {}) => {
    await form.getByLabel('Country').selectOption(code);
    await form.getByLabel('Sends').selectOption({ label: contact ? 'one player, by a contact person' : 'a team, by its federation' });
    if (host) await form.getByLabel('It holds the event').check();
    await form.getByRole('button', { name: `Enter ${name}` }).click();
    await page.getByTestId('nations').getByRole('listitem').filter({ hasText: name }).waitFor();
  };
  for (const { code, name } of NATIONS) await enter(code, name, { host: code === HOST.code, contact: CONTACT_PERSONS.includes(code) });
  await enter('LUX', 'Luxembourg');
  await page.getByRole('button', { name: 'Remove Luxembourg' }).click();
  await page.getByTestId('confirm').getByRole('button', { name: 'Remove Luxembourg' }).click();
  await page.getByRole('heading', { name: '12 nations' }).waitFor();
  await shot(page, 'nations');
}

const HEAD = 'Surname;Given names;Country;Rating;Woman';
const line = (one: (typeof LISTED)[number]): string => `${one.surname};${one.given};${one.country};${one.rating};${one.woman ? 'x' : ''}`;

/** The list as the nations sent it: one line has a country that there is not, one stands there twice, one says nothing. */
export async function enterList(event: Event): Promise<void> {
  const { page } = event.desk;
  await page.getByRole('link', { name: 'Enter a list' }).click();
  const [first, second, ...others] = LISTED.map(line);
  const wrong = found(second).replace(';NOR;', ';NRW;');
  await page.getByLabel('Paste a list of players').fill([HEAD, first, wrong, ';;;;', ...others, first].join('\n'));
  await page.getByRole('button', { name: 'Read the list' }).click();
  const pasted = page.getByTestId('pasted');
  await pasted.getByText('There is no country “NRW”.').waitFor();
  await shot(page, 'pasted');
  await assertAccessible(page, 'a pasted list with findings');
  await page.getByLabel('Country, line 3').fill('NOR');
  await pasted.getByLabel('Everybody on the list is a citizen of the country given').check();
  await pasted.getByRole('button', { name: 'Enter 25 players' }).click();
  await page.getByRole('heading', { name: '25 entrants' }).waitFor();
  await shot(page, 'pasted-entered');
}

/** The host’s additional player, against an odd number (WOC II.2). */
export async function enterAdditional(event: Event): Promise<void> {
  const { page } = event.desk;
  await page.getByRole('link', { name: 'List', exact: true }).click();
  const form = page.getByRole('form', { name: 'Enter by hand' });
  await form.getByLabel('Given names').fill(ADDITIONAL.given);
  await form.getByLabel('Surname').fill(ADDITIONAL.surname);
  await form.getByLabel('Rating').fill(`${ADDITIONAL.rating}`);
  await form.getByLabel('additional player').check();
  await shot(page, 'additional');
  await form.getByRole('button', { name: 'Enter the player' }).click();
  await page.getByRole('heading', { name: '26 entrants' }).waitFor();
  await shot(page, 'entrants');
  await assertAccessible(page, 'the entrants of a championship');
  const { entrants } = await look(event);
  expect(
    entrants.map(({ surname, given_names: given, country, rating, additional, categories }) => ({
      surname,
      given,
      country,
      rating,
      woman: categories?.woman === true,
      additional,
    })),
  ).toStrictEqual(PLAYERS);
}

/** The hall is free at once: the rounds are announced without a start, with the reason. */
export async function openTimetable(event: Event): Promise<void> {
  const { page } = event.desk;
  await page.getByRole('link', { name: 'Event', exact: true }).click();
  await page.getByRole('button', { name: 'Move the timetable' }).click();
  const form = page.getByRole('form', { name: 'Move the timetable' });
  for (let round = 1; round <= 13; round += 1) await form.getByLabel(`Round ${round}, start`, { exact: true }).fill('');
  await form.getByLabel('Reason, announced to everybody').fill('The hall is ours from today on; the rounds follow each other.');
  await form.getByRole('button', { name: 'Move the timetable and announce it' }).click();
  await form.waitFor({ state: 'detached' });
  await shot(page, 'timetable-moved');
  await assertAccessible(page, 'the timetable moved');
  const { timetable, announcements } = await look(event);
  const starts = (timetable?.sessions ?? []).flatMap(({ plays }) => plays.map((play) => play.starts_at_ms));
  expect([starts.every((start) => start === null), announcements]).toStrictEqual([true, 1]);
}

/** One team may still change within a month of the event, by the director’s permission. */
export async function permitLate(event: Event): Promise<void> {
  const { page } = event.desk;
  await page.getByRole('link', { name: /^Entrants/ }).click();
  await page.getByRole('link', { name: 'Nations and invitations' }).click();
  const row = page.getByTestId('nations').getByRole('listitem').filter({ hasText: LATE.name });
  await row.getByRole('button', { name: `Permit a late change of ${LATE.name}` }).click();
  await row.getByLabel('Reason').fill('The flights were moved.');
  await shot(page, 'late');
  await row
    .getByRole('form')
    .getByRole('button', { name: `Permit a late change of ${LATE.name}` })
    .click();
  await row.getByRole('form').waitFor({ state: 'detached' });
  await shot(page, 'nations-full');
  await assertAccessible(page, 'nations and their teams');
}

/** Links for everybody; the strongest takes a seat. */
export async function makeLinks(event: Event): Promise<string> {
  const { page } = event.desk;
  await page.getByRole('link', { name: 'Seat links' }).click();
  await page.getByRole('button', { name: 'Make links for all who have no seat' }).click();
  await expect(page.getByTestId('link-strips').getByRole('listitem')).toHaveCount(PLAYERS.length);
  await shot(page, 'links');
  await assertAccessible(page, 'seat links');
  const lines = (await page.getByTestId('seat-links').inputValue()).split('\n');
  return found(found(lines[0]).split(': ')[1]);
}

/** Somebody needs longer to see the board, and somebody to move for them (WOC IV.10). */
export async function grantNeed(event: Event, helper: Rest): Promise<void> {
  const { page } = event.desk;
  const name = nameOf(found(PLAYERS[10]));
  await page.getByRole('link', { name: 'List', exact: true }).click();
  await page.getByRole('button', { name: `More about ${name}` }).click();
  const panel = page.getByTestId('entrant-panel');
  await panel.getByRole('radio', { name: `Meet a special need of ${name}` }).check();
  await panel.getByLabel('More minutes in every game').fill('5');
  await panel.getByLabel('Cannot see the board well').check();
  await panel.getByLabel('Who may move for the player').fill(helper.account.id);
  await shot(page, 'need');
  await panel.getByRole('button', { name: `Give ${name} 5 more minutes in every game` }).click();
  await panel.getByText('5 more minutes in every game; cannot see the board well').waitFor();
  await assertAccessible(page, 'a player’s needs');
}

/** Everybody is there: the check-in of round 1 is opened, each is checked in, and it is closed. */
export async function checkIn(event: Event): Promise<void> {
  const { page } = event.desk;
  await page.getByRole('link', { name: 'Check-in and absences' }).click();
  await page.getByRole('button', { name: 'Open check-in for round 1' }).click();
  for (const [place, player] of PLAYERS.entries()) {
    const checkIn = page.getByRole('button', { name: `Check in ${nameOf(player)}` });
    await checkIn.click();
    // Whoever is here leaves the list: the next row is where this one was.
    await checkIn.waitFor({ state: 'detached' });
    if (place === 12) {
      await page.getByRole('heading', { name: '13 are missing' }).waitFor();
      await shot(page, 'check-in');
      await assertAccessible(page, 'a check-in');
    }
  }
  await page.getByRole('heading', { name: '26 are here' }).waitFor();
  await page.getByRole('button', { name: 'Close check-in for round 1' }).click();
  await page.getByText('It is closed. Here: 26 of 26.').waitFor();
  await until('it is closed', async () => (await look(event)).check_ins.every((one) => !one.open));
}
