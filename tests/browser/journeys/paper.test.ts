import type { Page } from '@playwright/test';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { printed } from '../harness/paper';
import { PASSWORD } from '../harness/rest';
import * as scenes from '../harness/scenes';
import { found } from '../harness/until';
import type { Server } from '../harness/server';
import type { Stage } from '../harness/stage';

const NATIONS = ['NOR', 'DNK', 'SWE', 'FIN', 'ISL', 'EST', 'LVA', 'LTU', 'POL', 'DEU', 'NLD', 'BEL', 'FRA', 'ITA', 'GBR'] as const;
const EACH = 4;
const PLAYERS = NATIONS.length * EACH;
/** A name as long as people have them. */
const LONG = { surname: 'Vesterholm-Aspelund', given_names: 'Maximiliana Rosamunde' };
const REASON = 'Talking in the hall, after having been asked not to.';

/** A championship of sixty players, a woman in each team, whose thirteen rounds are played. */
async function championship(server: Server): Promise<scenes.Scene> {
  // Early enough that teams still change without permission (WOC I.2.2).
  const date = new Date(Date.now() + 60 * 24 * 3_600_000).toISOString().slice(0, 10);
  const scene = await scenes.newEvent(server, { name: 'World Othello Championship', country: NATIONS[0], date, rule_set: 'woc-2024' });
  for (const [place, country] of NATIONS.entries()) {
    await scene.director.rest.call('enter_nation', { tournament_id: scene.id, body: { country, host: place === 0 } });
  }
  for (let place = 0; place < PLAYERS; place += 1) {
    const wishes = { country: found(NATIONS[Math.floor(place / EACH)]), rating: 2_100 - 7 * place, representation: { citizen: true } };
    await scenes.enter(scene, { ...wishes, ...(place === 5 && LONG), ...(place % EACH === 1 && { categories: { woman: true } }) });
  }
  await scenes.typedQualification(scene);
  return scene;
}

/** A page of a scene's event as its director sees it. */
async function open(stage: Stage, scene: scenes.Scene, path: string): Promise<Page> {
  const visitor = await stage.visitor(`the director at ${path || '/'}`, scene.server.base);
  const page = await visitor.context.newPage();
  await new Desk(page).signIn(scene.director.login, PASSWORD, `/t/${scene.id}${path}`);
  return page;
}

test('lists and pairings of thirteen rounds and sixty players come out whole on A4', async ({ server, stage }) => {
  test.slow();
  const scene = await test.step('thirteen rounds are played', () => championship(server));
  const says = ['World Othello Championship', '13 rounds'];
  const page = await open(stage, scene, '');
  await page.getByRole('heading', { name: 'After round 13' }).waitFor();
  await expect(page.getByTestId('standings').locator('tbody tr')).toHaveCount(PLAYERS);
  await printed(page, 'paper-crosstable', { sheets: 2, says: [...says, 'After round 13', LONG.surname], across: true });
  await page.goto(`/t/${scene.id}/pairings?round=13`);
  await page.getByRole('heading', { name: 'Pairings of round 13' }).waitFor();
  await printed(page, 'paper-pairings', { sheets: 2, says: [...says, 'Pairings of round 13', LONG.surname] });
  await page.goto(`/t/${scene.id}/games?round=13`);
  await page.getByRole('heading', { name: 'Games of round 13' }).waitFor();
  await printed(page, 'paper-games', { sheets: [1, 2], says: [...says, 'Games of round 13'] });
  await page.goto(`/t/${scene.id}/lists`);
  await expect(page.getByRole('region', { name: 'Teams' }).getByRole('listitem')).toHaveCount(NATIONS.length);
  await page.getByRole('table', { name: 'Women' }).waitFor();
  await page.getByLabel('Prizes by place').fill('1000 600 400 200');
  await page.getByRole('table', { name: 'Prizes' }).waitFor();
  await printed(page, 'paper-lists', { sheets: [1, 2], says: [...says, 'Teams', 'Women', 'Prizes'] });
  await page.goto(`/t/${scene.id}/desk/entrants`);
  await page.getByRole('heading', { name: `${PLAYERS} entrants` }).waitFor();
  await printed(page, 'paper-entrants', { sheets: 2, says: [LONG.surname] });
});

test('a game, its clocks, rulings, links and rules come out whole on A4', async ({ server, stage }) => {
  test.slow();
  const scene = await scenes.seatedEvent(server, { players: 6, event: { rule_set: 'aga-swiss' } });
  const round = await scenes.publishRound(scene, { accept_deviations: true });
  await scenes.playOut(scene, round);
  for (const { entrant: entrant_id } of scene.players) {
    const body = { entrant_id, penalty: { kind: 'warning' }, reason: REASON };
    await scene.second.rest.call('impose_penalty', { tournament_id: scene.id, body });
  }
  const { name } = (await scenes.look(scene)).summary;
  const { game_id: game, table, black_entrant_id: black, white_entrant_id: white } = found(round.boards[0]);
  const players = [black, white].map((one) => scenes.playerOf(scene, one).name);
  const desk = await open(stage, scene, '/desk/rulings');
  await expect(desk.getByTestId('log').locator('tbody tr')).toHaveCount(scene.players.length);
  await printed(desk, 'paper-log', { says: [name, 'Log of rulings', REASON] });
  await desk.goto(`/g/${game}`);
  await desk.getByTestId('transcript').waitFor();
  await desk.getByText('Played to the end.').first().waitFor();
  const { plies } = await scene.director.rest.call('get_table', { game_id: game });
  const sheet = desk.getByTestId('score-sheet');
  await expect(sheet.locator('.moves tr')).toHaveCount(plies.length);
  await printed(desk, 'paper-game', { says: [name, '18 July 2026', `round 1, table ${table}`, ...players] });
  await desk.goto(`/t/${scene.id}/desk/round?round=1&table=${table}`);
  await desk.getByRole('tab', { name: 'Clocks and lines' }).click();
  // What comes above while the desk is still read may move the button from under a press.
  await expect(async () => {
    await desk.getByRole('button', { name: 'Look at the clocks' }).click();
    await desk.getByTestId('clock-sheet').waitFor({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  // Nobody is there to close the browser's own dialog.
  await desk.evaluate(() => Object.assign(window, { print: () => undefined }));
  await desk.getByRole('button', { name: 'Print the clock sheet' }).click();
  await printed(desk, 'paper-clocks', { sheets: 1, says: [name, `Clock sheet of round 1, table ${table}`, ...players] });
  await expect(desk.locator('[data-print-alone]'), 'the page is as it was').toHaveCount(0);
  await printed(desk, 'paper-round', { says: [name, 'Round 1 of 5', ...players] });
  await desk.goto(`/t/${scene.id}/rules`);
  await desk.getByRole('heading', { name: 'Penalties and appeals' }).waitFor();
  await printed(desk, 'paper-rules', { sheets: [3, 5], says: [name, 'AGA, Swiss'] });
  await desk.goto('/help/rules/aga-swiss');
  await desk.getByRole('heading', { name: 'Other rule sets' }).waitFor();
  await printed(desk, 'paper-rule-set', { sheets: [3, 6], says: ['AGA, Swiss'] });

  const waiting = await scenes.newEvent(server, { name: 'Fernwood Open' });
  for (let place = 0; place < 20; place += 1) await scenes.enter(waiting);
  const entrants = await open(stage, waiting, '/desk/entrants');
  await entrants.getByRole('link', { name: 'Seat links' }).click();
  await entrants.getByRole('button', { name: 'Make links for all who have no seat' }).click();
  await expect(entrants.getByTestId('link-strips').getByRole('listitem')).toHaveCount(20);
  await expect(entrants.getByTestId('link-strips').getByRole('img')).toHaveCount(20);
  await printed(entrants, 'paper-links', { sheets: 3, says: ['Fernwood Open', '18 July 2026'] });
});
