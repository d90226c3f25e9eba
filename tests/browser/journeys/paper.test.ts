import type { Page } from '@playwright/test';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { printed } from '../harness/paper';
import { PASSWORD } from '../harness/rest';
import * as scenes from '../harness/scenes';
import { found } from '../harness/until';
import type { Stage } from '../harness/stage';

const NATIONS = ['NOR', 'DNK', 'SWE', 'FIN', 'ISL', 'EST', 'LVA', 'LTU', 'POL', 'DEU', 'NLD', 'BEL', 'FRA', 'ITA', 'GBR'] as const;
/** Names as long as people have them. */
const LONG = { surname: 'Vesterholm-Aspelund', given_names: 'Maximiliana Rosamunde' };

/** A championship of so many players, with a woman in each team, whose thirteen rounds are played. */
async function championship(server: Parameters<typeof scenes.newEvent>[0], players: number): Promise<scenes.Scene> {
  const date = new Date(Date.now() + 60 * 24 * 3_600_000).toISOString().slice(0, 10);
  const scene = await scenes.newEvent(server, {
    name: `World Othello Championship of ${players}`,
    country: 'NOR',
    date,
    rule_set: 'woc-2024',
  });
  const each = players > 30 ? 4 : 2;
  for (const [place, country] of NATIONS.slice(0, Math.ceil(players / each)).entries()) {
    await scene.director.rest.call('enter_nation', { tournament_id: scene.id, body: { country, host: place === 0 } });
  }
  for (let place = 0; place < players; place += 1) {
    const wishes = { country: found(NATIONS[Math.floor(place / each)]), rating: 2_100 - 7 * place, representation: { citizen: true } };
    await scenes.enter(scene, { ...wishes, ...(place === 5 && LONG), ...(place % each === 1 && { categories: { woman: true } }) });
  }
  await scenes.typedQualification(scene);
  return scene;
}

async function open(stage: Stage, scene: scenes.Scene, path: string): Promise<Page> {
  const visitor = await stage.visitor('who prints', scene.server.base);
  const page = await visitor.context.newPage();
  await new Desk(page).signIn(scene.director.login, PASSWORD, `/t/${scene.id}${path}`);
  return page;
}

test('lists, pairings, finals and logs of thirteen rounds come out whole on A4', async ({ server, stage }) => {
  test.setTimeout(400_000);
  for (const [players, sheets] of [
    [26, 1],
    [60, 2],
  ] as const) {
    const scene = await test.step(`a championship of ${players}`, () => championship(server, players));
    const { summary } = await scenes.look(scene);
    const says = [summary.name];
    const page = await open(stage, scene, '');
    await page.getByRole('heading', { name: 'After round 13' }).waitFor();
    await printed(page, `paper-${players}-crosstable`, { sheets, says: [...says, 'After round 13'], across: true });
    await page.goto(`/t/${scene.id}/pairings?round=13`);
    await page.getByRole('heading', { name: 'Pairings of round 13' }).waitFor();
    await printed(page, `paper-${players}-pairings`, { sheets, says: [...says, 'Pairings of round 13'] });
    await page.goto(`/t/${scene.id}/games?round=13`);
    await page.getByTestId('games').waitFor();
    await printed(page, `paper-${players}-games`, { sheets, says });
    await page.goto(`/t/${scene.id}/lists`);
    await page.getByRole('region', { name: 'Teams' }).getByRole('listitem').first().waitFor();
    await page.getByRole('table', { name: 'Women' }).waitFor();
    await page.getByLabel('Prizes by place').fill('1000 600 400 200');
    await page.getByRole('table', { name: 'Prizes' }).waitFor();
    await printed(page, `paper-${players}-lists`, { sheets: [1, 2], says });
  }
});
