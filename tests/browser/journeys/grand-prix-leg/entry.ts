import type { Page } from '@playwright/test';
import { expect } from '../../harness/fixtures';
import { pass } from '../../harness/hall';
import { PASSWORD, Rest } from '../../harness/rest';
import { look } from '../../harness/scenes';
import { DESKTOP, PHONE } from '../../harness/stage';
import { found, until } from '../../harness/until';
import { type Leg, ASSISTANT, at, playerNamed, seatOf } from './leg';

interface Enters {
  given_names: string;
  surname: string;
  country: string;
}
const name = ({ given_names, surname }: Enters): string => `${given_names} ${surname}`;
const login = ({ given_names }: Enters): string => given_names.toLowerCase();

const LAPTOP = { ...DESKTOP, viewport: { width: 1280, height: 800 } };
/** Who enter on the page. */
export const BY_PAGE = [
  { given_names: 'Torunn', surname: 'Brandvold', country: 'NOR', screen: DESKTOP },
  { given_names: 'Sofus', surname: 'Klitgaard', country: 'DNK', screen: PHONE },
  { given_names: 'Majken', surname: 'Ekenstam', country: 'SWE', screen: LAPTOP },
] as const;
/** Who do the same through a program of their own. */
const BY_PROGRAM = [
  { given_names: 'Aslak', surname: 'Fjeldheim', country: 'NOR' },
  { given_names: 'Sigrun', surname: 'Ostvik', country: 'NOR' },
  { given_names: 'Marit', surname: 'Skaugen', country: 'NOR' },
  { given_names: 'Runa', surname: 'Hestnes', country: 'FIN' },
  { given_names: 'Vigdis', surname: 'Tornquist', country: 'SWE' },
  { given_names: 'Halvar', surname: 'Lindmose', country: 'DNK' },
  { given_names: 'Ove', surname: 'Sandmark', country: 'DNK' },
] as const;
/** Who comes when check-in is open, and who comes when round 1 is published. */
export const LATE = { given_names: 'Eskil', surname: 'Aalbek', country: 'EST' } as const;
export const TOO_LATE = { given_names: 'Dagny', surname: 'Myhre', country: 'ISL' } as const;

/** The desk tells the address that the director publishes. */
export async function publishEntry({ id, desk: { page } }: Leg): Promise<string> {
  await page.goto(`/t/${id}/desk/entrants`);
  const link = page.getByTestId('entry-link').getByRole('link', { name: /entry$/ });
  await pass(page, 'leg desk without entrants');
  expect(new URL(await link.innerText()).pathname).toBe(`/t/${id}/entry`);
  return link.innerText();
}

/** Ten enter: three on the page, the others with the same operation. */
export async function tenEnter(leg: Leg, address: string): Promise<void> {
  for (const one of BY_PAGE) {
    const { page } = await leg.hall.newcomer({ name: name(one), login: login(one) }, one.screen);
    await page.goto(address);
    await enters(leg, page, one);
  }
  for (const one of BY_PROGRAM) {
    const rest = await Rest.of(leg.server, name(one), login(one));
    const { given_names, surname, country } = one;
    const { entrant_id, waiting } = await rest.call('enter_tournament', { ...at(leg), body: { given_names, surname, country } });
    expect(waiting).toBe(false);
    leg.players.push({ name: name(one), login: login(one), rest, entrant: entrant_id, country });
  }
}

/** From the published address to the own seat: account, entry, seat. */
async function enters(leg: Leg, page: Page, who: Enters) {
  await page.getByRole('heading', { name: /^Enter / }).waitFor();
  if (who === BY_PAGE[0]) await pass(page, 'leg entry of a stranger');
  await page.getByTestId('entry').getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Your name').fill(name(who));
  await page.getByLabel('Login').fill(login(who));
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  const form = page.getByTestId('entry').getByRole('form');
  expect(await form.getByLabel('Given names').inputValue()).toBe(who.given_names);
  expect(await form.getByLabel('Surname').inputValue()).toBe(who.surname);
  await expect(form.getByRole('button', { name: /^Enter / }), 'entered without a country').toBeDisabled();
  await form.getByLabel('Country you play for').selectOption(who.country);
  if (who === BY_PAGE[1]) await pass(page, 'leg entry filled in on a phone');
  await form.getByRole('button', { name: `Enter as ${name(who)}` }).click();
  await page.getByText('You are entered.', { exact: true }).first().waitFor();
  if (who === BY_PAGE[2]) await pass(page, 'leg entered');
  await page.getByTestId('entry').getByRole('link', { name: 'My seat' }).click();
  await page.getByTestId('seat').getByText(name(who)).waitFor();
  const rest = new Rest(leg.server);
  await rest.signIn(login(who));
  const entrant = found((await look(leg)).entrants.find((one) => one.surname === who.surname));
  expect([entrant.given_names, entrant.country, entrant.seated]).toStrictEqual([who.given_names, who.country, true]);
  leg.players.push({ name: name(who), login: login(who), rest, entrant: entrant.id, country: who.country });
}

/** The director names an assistant by the number of their account. */
export async function appointAssistant(leg: Leg): Promise<void> {
  const { page } = leg.desk;
  await page.goto(`/t/${leg.id}/desk/officials`);
  const form = page.getByRole('form', { name: 'Appoint an official' });
  await form.getByLabel('Account').fill(leg.second.rest.account.id);
  await pass(page, 'leg assistant to be appointed');
  await form.getByRole('button', { name: /^Appoint / }).click();
  await page.getByTestId('officials').getByRole('listitem').filter({ hasText: ASSISTANT.name }).waitFor();
  const { officials } = await look(leg);
  expect(officials.find((one) => one.account_id === leg.second.rest.account.id)?.role).toBe('assistant_director');
}

const checkedIn = async (leg: Leg): Promise<string[]> => found((await look(leg)).check_ins[0]).entrant_ids;

/** Check-in opens, an eleventh enters, and all check in: on their seats, by programs, and one through the director. */
export async function checkIn(leg: Leg): Promise<void> {
  const { page } = leg.desk;
  await page.goto(`/t/${leg.id}/desk/entrants?part=check-in`);
  await pass(page, 'leg check-in not open');
  await page.getByRole('button', { name: 'Open check-in for round 1' }).click();
  await page.getByTestId('missing').waitFor();
  await lateOneEnters(leg);
  for (const one of [...BY_PAGE, LATE]) {
    const player = playerNamed(leg, name(one));
    const seat = await seatOf(leg, player);
    await seat.getByRole('heading', { name: 'Check-in for round 1 is open.' }).waitFor();
    if (one === BY_PAGE[1]) await pass(seat, 'leg check-in open on a phone');
    await seat.getByRole('button', { name: 'Check in for round 1' }).click();
    await seat.getByRole('heading', { name: 'You are checked in for round 1.' }).waitFor();
    if (one === BY_PAGE[1]) await pass(seat, 'leg checked in on a phone');
    await until('it is told', async () => (await checkedIn(leg)).includes(player.entrant));
  }
  const [, ...rest] = BY_PROGRAM;
  for (const one of rest) {
    const { rest: program, entrant } = playerNamed(leg, name(one));
    await program.call('check_in', { ...at(leg), entrant_id: entrant });
  }
  const last = playerNamed(leg, name(BY_PROGRAM[0]));
  await expect(page.getByTestId('missing').getByRole('listitem')).toHaveCount(1);
  await pass(page, 'leg check-in lacks one');
  await page.getByRole('button', { name: `Check in ${last.name}` }).click();
  await page.getByText('Nobody is missing.').waitFor();
  expect(new Set(await checkedIn(leg))).toStrictEqual(new Set(leg.players.map(({ entrant }) => entrant)));
  await page.getByRole('button', { name: 'Close check-in for round 1' }).click();
  await until('it is closed', async () => !(await look(leg)).check_ins[0]?.open);
  await pass(page, 'leg check-in closed');
}

/** The page tells who comes now that check-in is open, and that it is to be used. */
async function lateOneEnters(leg: Leg) {
  const { page } = await leg.hall.newcomer({ name: name(LATE), login: login(LATE) });
  await page.goto(`/t/${leg.id}/entry`);
  await page.getByText('Check-in for round 1 is open').waitFor();
  await enters(leg, page, LATE);
  expect((await look(leg)).summary.entrants).toBe(11);
}

/** Who comes when round 1 is published is not admitted, and reads why. */
export async function tooLate(leg: Leg): Promise<void> {
  const { page } = await leg.hall.newcomer({ name: name(TOO_LATE), login: login(TOO_LATE) }, PHONE);
  await page.goto(`/t/${leg.id}/entry`);
  await page.getByText('Nobody enters now.').waitFor();
  await page.getByText('Round 1 is published, and with it the list of players is closed').waitFor();
  await pass(page, 'leg entry closed');
  const { given_names, surname, country } = TOO_LATE;
  const rest = await Rest.of(leg.server, name(TOO_LATE), login(TOO_LATE));
  expect(await rest.refused('enter_tournament', { ...at(leg), body: { given_names, surname, country } })).toBe('registration_closed');
  expect((await look(leg)).summary.entrants).toBe(11);
}
