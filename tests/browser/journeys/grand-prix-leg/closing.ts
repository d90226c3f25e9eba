import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Desk } from '../../harness/desk';
import { expect } from '../../harness/fixtures';
import { pass } from '../../harness/hall';
import { PASSWORD, Rest, type Schemas } from '../../harness/rest';
import { look, nextAct, playerOf } from '../../harness/scenes';
import { BINARY, type Server } from '../../harness/server';
import { PHONE } from '../../harness/stage';
import { found, until } from '../../harness/until';
import { type Leg, LEG, at, roundOf, seatOf } from './leg';

const ADMINISTRATOR = { name: 'Aase Lindqvist', login: 'aase' } as const;

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
  await step.getByText(/ still chooses; from then on it is drawn by lot\.$/).waitFor();
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

/** The games of the finals, typed from the desk; the better placed wins each. */
export async function playFinals(leg: Leg): Promise<void> {
  const { page } = leg.desk;
  await page.goto(`/t/${leg.id}/desk/finals`);
  await page.getByRole('button', { name: 'Publish round 12' }).click();
  await page.getByRole('button', { name: 'Finish round 12' }).waitFor();
  console.log(JSON.stringify(await roundOf(leg, 12)));
  await page.goto(`/t/${leg.id}/desk/round`);
  await pass(page, 'leg finals published');
}
