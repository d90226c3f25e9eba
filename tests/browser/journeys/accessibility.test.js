import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { assertAccessible } from '../harness/axe.js';
import { Rest } from '../harness/rest.js';
import { Seat, pointer } from '../harness/seat.js';
import { Server } from '../harness/server.js';
import { DESKTOP, PHONE, Stage, picture, progress, walk } from '../harness/stage.js';
import { until } from '../harness/until.js';

let server;
let stage;
before(async () => {
  // A pace at which a round lasts as long as this journey looks at it.
  server = await Server.start('--sample-event', '--sample-pace', '3');
  stage = await Stage.open();
});
after(async () => {
  await stage?.close();
  await server?.stop();
});

test('every page is accessible, in light and dark, wide and on a phone', { timeout: 300_000 }, () => walk(stage, everyPage));

async function everyPage() {
  const say = progress('accessibility');
  const sample = await until('the sample event is played', async () => {
    const rest = new Rest(server);
    const { tournaments } = await rest.get('/tournaments');
    const open = tournaments.find((one) => one.phase === 'round_open');
    const { tables } = open ? await rest.get(`/tournaments/${open.id}/games`) : { tables: [] };
    return tables.some((table) => table.ply > 8) && open;
  });
  const seated = await seatSomebody();
  say('round 1 of the sample event is open');
  for (const [form, settings] of [['desktop', DESKTOP], ['phone', PHONE]]) {
    await lookAround(sample.id, form, settings);
    say(`${form}: the public pages and the desk`);
  }
  await takeSeat(seated);
  say('claim, seat and table of a player');
}

/** A small event of its own, with a code for one of its seats. */
async function seatSomebody() {
  const rest = new Rest(server);
  await rest.createAccount('Ingrid Vestergrund', 'ingrid');
  const settings = { name: 'Lower Marsh Open', country: 'NOR', date: '2026-07-18', rule_set: 'egp-2020' };
  const { summary } = await rest.post('/tournaments', settings);
  const issue = async (surname, given_names) => {
    const { entrant_id } = await rest.post(`/tournaments/${summary.id}/entrants`, { surname, given_names, country: 'NOR' });
    return (await rest.post(`/tournaments/${summary.id}/entrants/${entrant_id}/seat-code`)).code;
  };
  const codes = [await issue('Sandmark', 'Ove'), await issue('Brandvold', 'Torunn')];
  return { rest, id: summary.id, codes };
}

async function lookAround(id, form, settings) {
  const visitor = await stage.visitor(`the visitor, ${form}`, server.base, settings);
  const page = await visitor.open('/');
  const look = async (what, keep = false) => {
    if (keep) await picture(page, `${what}-${form}-${settings.colorScheme}`);
    await assertAccessible(page, `${what}, ${form}`);
    await page.emulateMedia({ colorScheme: settings.colorScheme });
  };
  await page.getByRole('link', { name: 'Øresund Sample Open', exact: true }).waitFor();
  await page.getByTestId('clock-black').first().waitFor();
  await look('home', true);
  await page.getByRole('link', { name: 'Øresund Sample Open', exact: true }).click();
  await page.getByRole('heading', { name: 'Øresund Sample Open', exact: true }).waitFor();
  await page.getByText(/Live, \d games? running/).waitFor();
  await look('tournament', true);
  for (const view of ['documents', 'crosstable', 'pairings', 'games']) {
    await page.goto(`/t/${id}/${view}`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await look(view);
  }
  await page.getByRole('link', { name: /^(Watch|Open), Table 1$/ }).click();
  await page.getByTestId('table').waitFor();
  await look('watched-table', true);
  for (const [path, what] of [['/welcome#code', 'welcome'], ['/claim', 'claim'], ['/sign-in?new', 'new-account'], ['/no/such/page', 'missing']]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look(what);
  }
  await page.goto(`/sign-in?then=/t/${id}/desk`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await look('sign-in');
  const { password } = JSON.parse(await readFile(join(server.data, 'sample-event.json'), 'utf8'));
  await page.getByLabel('Login').fill('house-director');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('table', { name: 'Order of tables' }).waitFor();
  await page.getByRole('button', { name: 'Table 1', exact: true }).click();
  await page.getByTestId('table-panel').waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  await look('desk', true);
  await page.goto(`/t/${id}/desk/entrants`);
  await page.getByRole('heading', { name: '16 entrants' }).waitFor();
  await look('entrants');
  await page.goto('/new');
  await page.getByText('The rule text: 25 minutes.').waitFor();
  await look('new-event');
}

/** The pages that only an entrant sees. */
async function takeSeat({ rest, id, codes }) {
  const player = await stage.visitor('the player', server.base);
  const page = await player.open(`/claim#${codes[0]}`);
  await page.getByRole('heading', { name: 'You are Ove Sandmark.' }).waitFor();
  await assertAccessible(page, 'claim');
  const seat = new Seat(page, pointer);
  await seat.claim(`/claim#${codes[0]}`, 'Ove Sandmark');
  await assertAccessible(page, 'seat before round 1');
  await rest.post(`/tournaments/${id}/rounds`);
  await page.getByRole('heading', { name: 'Round 1 is running.' }).waitFor();
  await assertAccessible(page, 'seat when called');
  await seat.sitDown(1);
  await assertAccessible(page, 'table of a player');
  if (seat.color === 'black') {
    await page.getByRole('button', { name: 'a1, empty', exact: true }).click({ force: true });
    await page.getByText('a1 is not legal:').waitFor();
  }
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByText('This loses 0–64 (EGP IV.8).').waitFor();
  await assertAccessible(page, 'table before a resignation');
  await page.getByRole('button', { name: 'Resign 0–64' }).click();
  await page.getByTestId('result').waitFor();
  await assertAccessible(page, 'finished table');
}
