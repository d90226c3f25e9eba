import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { test } from '../harness/fixtures';
import { Rest, type Schemas } from '../harness/rest';
import { enter, newEvent, publishRound } from '../harness/scenes';
import { Seat, pointer } from '../harness/seat';
import type { Server } from '../harness/server';
import { DESKTOP, PHONE, type Stage, picture } from '../harness/stage';
import { until } from '../harness/until';

// A pace at which a round lasts as long as this journey looks at it.
test.use({ serverArguments: ['--sample-event', '--sample-pace', '3'] });

let server: Server;
let stage: Stage;
test.beforeEach(({ server: own, stage: everybody }) => {
  server = own;
  stage = everybody;
});

test('every page is accessible, in light and dark, wide and on a phone', async () => {
  test.setTimeout(600_000);
  await test.step('claim, seat and table of a player', takeSeat);
  const sample = await test.step('round 1 of the sample event is open', samplePlayed);
  for (const [form, settings] of [
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const) {
    await test.step(`${form}: the public pages and the desk`, () => lookAround(sample.id, form, settings));
  }
});

/** The sample event, once a game of it is well under way. */
function samplePlayed(): Promise<Schemas['TournamentSummary']> {
  return until('the sample event is played', async () => {
    const rest = new Rest(server);
    const { tournaments } = await rest.call('list_tournaments');
    const open = tournaments.find((one) => one.phase === 'round_open');
    if (!open) return null;
    const { tables } = await rest.call('list_tables', { tournament_id: open.id });
    return tables.some((table) => table.ply > 8) ? open : null;
  });
}

/** A small event of its own, with a code for one of its seats. */
async function seatSomebody() {
  const scene = await newEvent(server);
  const { entrant, name } = await enter(scene);
  await enter(scene);
  const { code } = await scene.director.rest.call('issue_seat_code', { tournament_id: scene.id, entrant_id: entrant });
  return { scene, name, code };
}

async function lookAround(id: string, form: string, settings: BrowserContextOptions) {
  const visitor = await stage.visitor(`the visitor, ${form}`, server.base, settings);
  const page = await visitor.open('/');
  const look = async (what: string, keep = false) => {
    if (keep) await picture(page, `${what}-${form}-${settings.colorScheme}`);
    await assertAccessible(page, `${what}, ${form}`);
    await page.emulateMedia({ colorScheme: settings.colorScheme ?? null });
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
  await page.getByRole('link', { name: /^(Watch|Play on), Table 1$/ }).click();
  await page.getByTestId('table').waitFor();
  await look('watched-table', true);
  for (const [path, what] of [
    ['/welcome#code', 'welcome'],
    ['/claim', 'claim'],
    ['/rating-files', 'rating-files-empty'],
    ['/rating-office', 'rating-office-for-others'],
    ['/rating-office/deadline', 'rating-office-deadline'],
    ['/federations', 'federations-none'],
    ['/sign-in?new', 'new-account'],
    ['/no/such/page', 'missing'],
  ] as const) {
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
async function takeSeat() {
  const { scene, name, code } = await seatSomebody();
  const player = await stage.visitor('the player', server.base);
  const page = await player.open(`/claim#${code}`);
  await page.getByRole('heading', { name: `You are ${name}.` }).waitFor();
  await assertAccessible(page, 'claim');
  const seat = new Seat(page, pointer);
  await seat.claim(`/claim#${code}`, name);
  await assertAccessible(page, 'seat before round 1');
  await publishRound(scene);
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
