import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from '../../harness/fixtures';
import { pass } from '../../harness/hall';
import { decide, newFederation } from '../../harness/office';
import { Rest, type Schemas } from '../../harness/rest';
import { look, nextAct, person, playerOf } from '../../harness/scenes';
import { BINARY, type Server } from '../../harness/server';
import { PHONE } from '../../harness/stage';
import { found, until } from '../../harness/until';
import { DIRECTOR, type Leg, LEG, at, roundOf, seatOf } from './leg';
import { typeAll } from './round';

const ADMINISTRATOR = { name: 'Aase Lindqvist', login: 'aase' } as const;
const OFFICER = { name: 'Halvar Noreng', login: 'officer' } as const;

/** The finals are announced with the notice that the text wants; two choose on their seats. */
export async function announceFinals(leg: Leg): Promise<void> {
  const { page } = leg.desk;
  await page.goto(`/t/${leg.id}/desk/finals`);
  const step = page.getByTestId('next-step');
  // Where two are equal on every criterion, lots decide who plays which final.
  if ((await nextAct(leg)).kind === 'draw_lots') await step.getByRole('button', { name: 'Draw lots' }).click();
  await step.getByText('Next are: final, game 1; match for third place, game 1.').waitFor();
  await pass(page, 'leg finals to be announced');
  await step.getByLabel('Starts').selectOption('In 10 minutes');
  await step.getByRole('button', { name: 'Announce the finals' }).click();
  await step.getByText(/^Announced for /).waitFor();
  await pass(page, 'leg finals announced');
  const { games } = found((await look(leg)).announced);
  const { rows } = await leg.director.rest.call('get_standings', at(leg));
  expect(games.map((one) => [one.match_id, one.better_entrant_id, one.worse_entrant_id])).toStrictEqual([
    ['final', rows[0]?.entrant_id, rows[1]?.entrant_id],
    ['third_place', rows[2]?.entrant_id, rows[3]?.entrant_id],
  ]);
  const [final, third] = [found(games[0]), found(games[1])];
  await chooses(leg, final.better_entrant_id, 'White');
  await chooses(leg, third.better_entrant_id, /^Let .* choose$/);
  await expect(step.getByRole('button', { name: 'Publish round 12' }), 'published before a choice was made').toBeDisabled();
  await step.getByText(/^Announced for .* Colours that nobody chose by then are drawn by lot\.$/).waitFor();
  await pass(page, 'leg finals wait for a choice');
  await chooses(leg, third.worse_entrant_id, 'Black');
  const chosen = found((await look(leg)).announced).games;
  expect(chosen.map(({ choices }) => choices.map(({ choice }) => choice))).toStrictEqual([['white'], ['opponent_picks_colour', 'black']]);
}

async function chooses(leg: Leg, entrant: string, choice: string | RegExp) {
  const page = await seatOf(leg, playerOf(leg, entrant));
  const made = async () => {
    const games = (await look(leg)).announced?.games.find((one) => [one.better_entrant_id, one.worse_entrant_id].includes(entrant));
    return games?.choices.length ?? 0;
  };
  const before = await made();
  await pass(page, `leg choice of ${choice}`);
  await page.getByTestId('colour-choice').getByRole('button', { name: choice }).click();
  await until('it is told', async () => (await made()) > before);
}

/** The games of the finals are typed at the desk: the better placed wins the final two to none, and the game for third place. */
export async function playFinals(leg: Leg): Promise<void> {
  const { page } = leg.desk;
  await page.goto(`/t/${leg.id}/desk/finals`);
  await publishFinals(leg, 12);
  await page.goto(`/t/${leg.id}/desk/round`);
  await pass(page, 'leg finals published');
  const round = await roundOf(leg, 12);
  const { rows } = await leg.director.rest.call('get_standings', at(leg));
  expect(round.boards.map((one) => [one.white_entrant_id, one.black_entrant_id])).toStrictEqual([
    [rows[0]?.entrant_id, rows[1]?.entrant_id],
    [rows[2]?.entrant_id, rows[3]?.entrant_id],
  ]);
  await typeAll(leg, 12, ['1 24', '2 24']);
  await finishFromDesk(leg, 12);
  await page.goto(`/t/${leg.id}/desk/finals`);
  // Colours are reversed in game 2: nobody chooses (EGP III.1).
  await page.getByTestId('next-step').getByLabel('Starts').selectOption('Now');
  await publishFinals(leg, 13);
  await page.goto(`/t/${leg.id}/desk/round`);
  await typeAll(leg, 13, ['1 40']);
  await finishFromDesk(leg, 13);
  await page.goto(`/t/${leg.id}/desk/finals`);
  await pass(page, 'leg finals played');
  expect((await nextAct(leg)).kind).toBe('confirm');
}

async function publishFinals(leg: Leg, number: number) {
  const { page } = leg.desk;
  await page.getByRole('button', { name: `Publish round ${number}` }).click();
  await page.getByRole('button', { name: `Finish round ${number}` }).waitFor();
}

async function finishFromDesk(leg: Leg, number: number) {
  await leg.desk.finish(number);
  await until('it is finished', async () => (await roundOf(leg, number)).finished);
}

/** The director confirms and signs for the results from score sheets; a rating officer approves the leg and releases its file. */
export async function confirmAndApprove(leg: Leg, server: Server): Promise<void> {
  const { page } = leg.desk;
  await page.goto(`/t/${leg.id}/desk/closing`);
  await pass(page, 'leg to be confirmed');
  await page.getByTestId('next-step').getByRole('button', { name: 'Confirm the final ranking' }).click();
  await pass(page, 'leg confirmation asked about');
  await page.getByTestId('confirm').getByRole('button', { name: 'Confirm the final ranking' }).click();
  await page.getByText('The final ranking is confirmed: version 1.').waitFor();
  await pass(page, 'leg confirmed');
  const { results_without_game, summary } = await look(leg);
  expect(summary.phase).toBe('confirmed');
  expect(results_without_game.length, 'one game was played here').toBe(await resultsTyped(leg));
  await page.goto(`/t/${leg.id}/documents`);
  const approval = page.getByTestId('approval');
  await approval.getByRole('button', { name: /^Sign that/ }).click();
  await approval.getByLabel('Reason', { exact: true }).fill('The score sheets are in the folder');
  await approval
    .getByRole('button', { name: /^Sign that/ })
    .and(page.locator('[type=submit]'))
    .click();
  await approval.getByRole('form', { name: /^Sign that/ }).waitFor({ state: 'detached' });
  await pass(page, 'leg signed for');
  const rest = new Rest(server);
  await rest.createAccount(ADMINISTRATOR.name, ADMINISTRATOR.login, new URL(await server.administratorLink()).hash.slice(1));
  const officer = await person(server, OFFICER.name, OFFICER.login);
  await newFederation(rest, LEG.country, [officer]);
  const office = await leg.hall.at(OFFICER, `/t/${leg.id}/documents`, PHONE);
  const acts = office.getByTestId('office-acts');
  await acts.getByText('Approve the director first').waitFor();
  await pass(office, 'leg to be approved on a phone');
  await decide(office, `Approve ${DIRECTOR.name} as a director for ${LEG.country}`, 'Has directed three legs');
  await decide(office, 'Approve for ratings', 'Announced in May');
  await decide(office, 'Release the file', 'Looked through');
  await office.getByTestId('approval').getByText('Rated.', { exact: true }).waitFor();
  await pass(office, 'leg released on a phone');
  expect((await look(leg)).rated).toBe(true);
}

const resultsTyped = async (leg: Leg): Promise<number> => {
  const { rounds } = await look(leg);
  return rounds.flatMap(({ boards }) => boards).length - 1;
};

/** Reads the file and its manifest from the page as the committee would, and checks digest, signature and contents. */
export async function checkFile(leg: Leg, server: Server): Promise<void> {
  const { page } = leg.desk;
  await page.goto(`/t/${leg.id}/documents`);
  await page.getByText(/^Version 3, signed /).waitFor();
  await pass(page, 'leg documents');
  const elo = await saved(page, server, () => page.getByRole('link', { name: /^Download .*\.ELO$/ }).click());
  const proof = await saved(page, server, () => page.getByRole('button', { name: 'Download the manifest' }).click());
  const file = await readFile(elo);
  const told = JSON.parse(await readFile(proof, 'utf8')) as Schemas['RatingFileManifest'];
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: told.public_key }, format: 'jwk' });
  const signature = Buffer.from(told.signature, 'base64url');
  expect(verify(null, Buffer.from(told.manifest), key, signature), 'the signature is over the manifest').toBe(true);
  expect(verify(null, Buffer.from(told.manifest.replace('"', ' ')), key, signature), 'of another text it is none').toBe(false);
  const manifest = JSON.parse(told.manifest) as Record<string, unknown>;
  expect(manifest).toMatchObject({
    tournament: LEG.name,
    sha256: createHash('sha256').update(file).digest('hex'),
    bytes: file.length,
    rule_set: 'egp-2020',
    conformant: true,
    departures: [],
    rated: true,
    unsigned_results: [],
  });
  const typed = (manifest['over_the_board'] as string[]).length;
  expect(typed, 'all but the game of round 1, table 1').toBe(await resultsTyped(leg));
  expect(manifest['over_the_board']).not.toContain('1/1');
  // The offline tool finds the same.
  execFileSync(BINARY, ['verify', proof, '--key', told.public_key]);
  execFileSync(BINARY, ['elo', elo]);
  const text = file.toString('latin1');
  expect(text.startsWith(`%%Tournament: ${LEG.name}\n%%Country: Denmark\n%%Date: `), text).toBe(true);
  expect([...text.matchAll(/^ *\d+ \(\d\d\)[<>=]\(\d\d\) +\d+ B$/gm)].length, text).toBe(typed + 1);
}

/** What pressing it downloads, kept under its own name. */
async function saved(page: Page, server: Server, press: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const path = join(server.data, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}
