import type { Page } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { printed } from '../harness/paper';
import { PASSWORD, Rest } from '../harness/rest';
import { type Person, type Scene, enter, newEvent, person, typedQualification } from '../harness/scenes';
import { HOSTS, confederation, dateOf } from '../harness/season-scenes';
import type { Server } from '../harness/server';
import { DESKTOP, PHONE, type Stage, picture } from '../harness/stage';
import { found } from '../harness/until';

const NAME = 'Fernwood Grand Prix';
const SERIES = 'fernwood-grand-prix';
/** Its calendar is late: it was due the year before. */
const YEAR = new Date().getFullYear();
/** Who plays, in the order of the first three legs; the last leg has another winner. */
const PLAYERS = [
  { given_names: 'Torunn', surname: 'Brandvold', country: 'NOR' },
  { given_names: 'Sofus', surname: 'Klitgaard', country: 'DNK' },
  { given_names: 'Majken', surname: 'Ekenstam', country: 'SWE' },
  { given_names: 'Eskil', surname: 'Fjeldheim', country: 'FIN' },
];

let server: Server;
let stage: Stage;
test.beforeEach(({ server: own, stage: everybody }) => {
  server = own;
  stage = everybody;
});

test('a season of four legs, from its announcement to its final table', async () => {
  const { committee, host } = await federations();
  const desk = new Desk(await (await stage.visitor('the committee', server.base, DESKTOP)).context.newPage());
  await desk.signIn(committee.login, PASSWORD, '/seasons');
  const { page } = desk;
  const season = await test.step('announced', () => announced(page));
  await test.step('its legs set, its calendar fixed too late', () => calendarFixed(page, season, committee));
  await test.step('an event of its series is its officers’', () => eventOfSeries(page, season, committee));
  const legs = await test.step('an event in each host nation', events);
  await test.step('the host names the director and links the event', () => hosted(season, host, found(legs[0])));
  await test.step('the director ticks a duty off', () => ticked(season, found(legs[0])));
  await test.step('a leg is changed with notice', () => changed(page, season, committee, legs));
  await test.step('played and confirmed', () => played(legs));
  await test.step('closed', () => closed(page, season, committee));
  await test.step('the final table, for everybody, on a phone', () => shownToAll(season));
});

/** The confederation’s officer, and one of the nation that hosts the first leg. */
async function federations() {
  const administrator = { name: 'Aase Lindmose', login: 'administrator', rest: new Rest(server) };
  const link = await server.administratorLink();
  await administrator.rest.createAccount(administrator.name, administrator.login, new URL(link).hash.slice(1));
  const committee = await person(server, 'Clara Ostrander', 'clara');
  const host = await person(server, 'Dagny Hestnes', 'dagny');
  await confederation(administrator, committee, 'EOCF');
  await administrator.rest.call('register_federation', { body: { code: 'DNK', name: 'Harbour Othello Federation', members: [] } });
  await administrator.rest.call('appoint_rating_officer', { code: 'DNK', account_id: host.rest.account.id });
  return { committee, host };
}

const leg = (page: Page, number: number) => page.getByTestId('leg').nth(number - 1);
const submit = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).and(page.locator('[type=submit]'));

/** By keys alone. */
async function announced(page: Page): Promise<string> {
  await page.getByText('No season is announced yet.').waitFor();
  await assertAccessible(page, 'no season');
  await page.getByRole('button', { name: 'Announce a season' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type(NAME);
  await page.keyboard.press('Tab');
  await page.keyboard.type(`${YEAR}`);
  for (const _ of ['federation', 'series', 'short title']) await page.keyboard.press('Tab');
  await page.keyboard.type(SERIES);
  await picture(page, 'season-announcing-desktop');
  await assertAccessible(page, 'a season being announced');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: NAME, level: 1 }).waitFor();
  return found(new URL(page.url()).pathname.split('/').at(-1));
}

async function calendarFixed(page: Page, season_id: string, { rest }: Person) {
  await expect(page.getByRole('button', { name: 'Fix the calendar' })).toBeDisabled();
  await page.getByText('Legs 1, 2, 3, and 4 have no host yet').waitFor();
  await page.getByRole('button', { name: 'Set leg 1' }).click();
  await page.getByLabel('Host nation').selectOption('DNK');
  await page.getByLabel('First day').fill(dateOf(YEAR, 1));
  await page.getByLabel('Place').fill('Fernwood Hall, Holmby');
  await picture(page, 'season-setting-desktop');
  await assertAccessible(page, 'a leg being set');
  await submit(page, /^Hold leg 1 in Denmark/).click();
  await leg(page, 1).getByText('Fernwood Hall, Holmby').waitFor();
  for (const [place, host] of HOSTS.entries()) {
    const number = place + 1;
    if (number === 1) continue;
    await rest.call('set_leg', { season_id, leg: number, body: { host, date: dateOf(YEAR, number), place: `Great Room ${number}` } });
  }
  await page.reload();
  await page.getByRole('button', { name: 'Fix the calendar' }).click();
  await page.getByTestId('confirm').getByText('fixing it now departs from EGP I.2.2').waitFor();
  await page.getByTestId('confirm').getByRole('button', { name: 'Fix the calendar' }).click();
  await page.getByText('The calendar was fixed after ').waitFor();
  const { calendar_late, summary } = await rest.call('get_season_calendar', { season_id });
  expect([calendar_late, summary.calendar_fixed]).toStrictEqual([true, true]);
}

/** Whoever hosts a leg, or directs it, creates its event with what its page knows. */
async function eventOfSeries(page: Page, season: string, { rest }: Person) {
  await leg(page, 2).getByRole('link', { name: 'Create the event of leg 2' }).click();
  await expect(page.getByLabel('Host nation')).toHaveValue(HOSTS[1] ?? '');
  await expect(page.getByLabel('First day')).toHaveValue(dateOf(YEAR, 2));
  await expect(page.getByRole('textbox', { name: 'Series' })).toHaveValue(SERIES);
  await expect(page.getByRole('spinbutton', { name: 'Leg', exact: true })).toHaveValue('2');
  const outsider = await person(server, 'Ragna Fell', 'ragna');
  const body = { name: 'Another', country: 'NOR', date: dateOf(YEAR, 2), rule_set: 'club', series: SERIES, leg: 2 };
  await expect(outsider.rest.call('create_tournament', { body })).rejects.toThrow('not_its_leg');
  expect((await rest.call('create_tournament', { body })).summary.series).toBe(SERIES);
  await page.goto(`/seasons/${season}`);
}

async function events(): Promise<Scene[]> {
  const scenes: Scene[] = [];
  for (const [place, country] of HOSTS.entries()) {
    const event = { name: `${NAME}, leg ${place + 1}`, country, date: dateOf(YEAR, place + 1), rule_set: 'club' };
    const scene = await newEvent(server, event);
    const players = place === 3 ? PLAYERS.toReversed() : PLAYERS;
    for (const one of players) await enter(scene, one);
    scenes.push(scene);
  }
  return scenes;
}

async function hosted(season: string, { login }: Person, { director, id }: Scene) {
  const desk = new Desk(await (await stage.visitor('the host’s officer, on a phone', server.base, PHONE)).context.newPage());
  const { page } = desk;
  await desk.signIn(login, PASSWORD, `/seasons/${season}`);
  await page.getByRole('button', { name: 'Say which event leg 1 is' }).click();
  await submit(page, `Leg 1 is ${NAME}, leg 1`).click();
  await expect(leg(page, 1).getByRole('link', { name: 'The event' })).toHaveAttribute('href', `/t/${id}`);
  await page.getByRole('button', { name: 'Name the director of leg 1' }).click();
  await page.getByLabel('Director', { exact: true }).fill(director.rest.account.id);
  await picture(page, 'season-host-phone', { whole: true });
  await assertAccessible(page, 'a leg’s director being named');
  await submit(page, /^Name .* director of leg 1$/).click();
  await leg(page, 1).getByText(`${director.name}, named by DNK`).waitFor();
  expect(await leg(page, 2).getByRole('button').count(), 'a host decides on another’s leg').toBe(0);
}

async function ticked(season: string, { director }: Scene) {
  const desk = new Desk(await (await stage.visitor('the leg’s director', server.base, DESKTOP)).context.newPage());
  const { page } = desk;
  await desk.signIn(director.login, PASSWORD, `/seasons/${season}`);
  await leg(page, 1).getByText('1 of 5 duties done.').waitFor();
  await page.getByRole('button', { name: /^Tick off: Announce the tournament/ }).click();
  await page.getByLabel('How it was done').fill('By letter to all members.');
  await submit(page, 'Tick it off').click();
  await leg(page, 1).getByText('“By letter to all members.”').waitFor();
  await leg(page, 1).getByText('2 of 5 duties done.').waitFor();
  await picture(page, 'season-duties-desktop', { whole: true });
  await assertAccessible(page, 'the duties of a leg');
}

/** The other legs get their events; the last one is moved into another hall, which its event is not. */
async function changed(page: Page, season_id: string, { rest }: Person, legs: Scene[]) {
  for (const [place, { id, director }] of legs.entries()) {
    const of = { season_id, leg: place + 1 };
    if (place === 0) continue;
    await rest.call('link_leg_event', { ...of, body: { tournament_id: id } });
    await rest.call('name_leg_director', { ...of, body: { account_id: director.rest.account.id } });
  }
  await page.reload();
  await page.getByRole('button', { name: 'Change leg 4' }).click();
  await page.getByLabel('Place').fill('Harbour Club, Holmby');
  await page.getByLabel('Reason', { exact: true }).fill('The hall is taken.');
  await page.getByLabel('Notice of it').fill('Members and entrants were told by letter.');
  await submit(page, /^Hold leg 4 in Finland/).click();
  await leg(page, 4).getByTestId('leg-change').getByText('“The hall is taken.”').waitFor();
  await picture(page, 'season-calendar-desktop', { whole: true });
  await assertAccessible(page, 'the calendar of a season');
}

async function played(legs: Scene[]) {
  for (const scene of legs) {
    await typedQualification(scene);
    await scene.director.rest.call('confirm_tournament', { tournament_id: scene.id });
  }
}

async function closed(page: Page, season_id: string, { rest }: Person) {
  await page.reload();
  await page.getByText('After 4 legs.').waitFor();
  await page.getByRole('button', { name: 'Close the season' }).click();
  await page.getByTestId('confirm').getByRole('button', { name: 'Close the season' }).click();
  const table = page.getByRole('table', { name: 'Final table' });
  await expect(table.locator('tbody tr')).toHaveCount(PLAYERS.length);
  const { table: told, legs } = await rest.call('get_season_calendar', { season_id });
  expect(legs.map((one) => one.counted_ranking_version)).toStrictEqual([1, 1, 1, 1]);
  expect(told[0]).toMatchObject({ rank: 1, name: 'Torunn Brandvold', points: '600' });
  const first = table.locator('tbody tr').first();
  await expect(first).toContainText('Torunn Brandvold');
  await expect(first.getByText(/^\(\d+\)$/).first(), 'the worst result does not count').toBeVisible();
  await picture(page, 'season-final-desktop', { whole: true });
  await assertAccessible(page, 'a season that is over');
  await printed(page, 'paper-season', { sheets: [1, 2], says: [NAME, 'Final table', 'Torunn Brandvold'] });
}

async function shownToAll(season: string) {
  const visitor = await stage.visitor('a player, on a phone', server.base, PHONE);
  const page = await visitor.open('/');
  await page.getByRole('link', { name: 'Seasons' }).click();
  await picture(page, 'seasons-phone');
  await assertAccessible(page, 'seasons on a phone');
  await page.getByRole('link', { name: NAME }).click();
  expect(new URL(page.url()).pathname).toBe(`/seasons/${season}`);
  await expect(page.getByTestId('season-table').locator('tbody tr')).toHaveCount(PLAYERS.length);
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
  await picture(page, 'season-final-phone', { whole: true });
  await assertAccessible(page, 'a season that is over, on a phone');
}
