import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { PASSWORD } from '../harness/rest';
import * as scenes from '../harness/scenes';
import { found } from '../harness/until';
import { assertNeverReloaded, type Stage } from '../harness/stage';

/** With `HANDBOOK_PICTURES=1` the six pictures of the handbook are made anew; otherwise what they show is looked for. */
const MAKES = process.env['HANDBOOK_PICTURES'] === '1';
const FOLDER = join(import.meta.dirname, '../../../docs/pictures');

/** The desk of a scene, at a section. */
async function desk(stage: Stage, scene: scenes.Scene, section: string): Promise<Page> {
  const visitor = await stage.visitor(`the director at ${section}`, scene.server.base);
  const page = await visitor.context.newPage();
  await new Desk(page).signIn(scene.director.login, PASSWORD, `/t/${scene.id}/desk/${section}`);
  return page;
}

async function show(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  if (MAKES) await page.screenshot({ path: join(FOLDER, `${name}.png`), clip: { x: 0, y: 0, width: 1440, height: 900 } });
}

test('what the handbook shows is what the desk shows, and the desk leads to it', async ({ server, stage }) => {
  test.slow();
  const open = await scenes.seatedEvent(server, { players: 6 });
  const entrants = await desk(stage, open, 'entrants');
  await entrants.getByRole('heading', { name: '6 entrants' }).waitFor();
  await show(entrants, 'entrants');
  const rules = await desk(stage, open, 'event');
  await rules.getByRole('navigation', { name: 'Desk' }).waitFor();
  await show(rules, 'rules');
  const pairing = await desk(stage, open, 'pairing');
  await pairing.getByRole('heading', { name: 'Pairing of round 1' }).waitFor();
  await show(pairing, 'pairing');

  const running = await scenes.seatedEvent(server, { players: 6, event: { rule_set: 'aga-swiss' } });
  const round = await scenes.publishRound(running, { accept_deviations: true });
  await scenes.playOut(running, round, { plies: 14 });
  const panel = await desk(stage, running, 'round');
  await panel.getByRole('button', { name: 'Table 1', exact: true }).click();
  await panel.getByTestId('table-panel').waitFor();
  await show(panel, 'round');
  const { table, black_entrant_id } = found(round.boards[0]);
  await scenes.fileProtest(running, scenes.playerOf(running, black_entrant_id), { round: 1, table });
  const rulings = await desk(stage, running, 'rulings');
  await rulings.getByRole('navigation', { name: 'Desk' }).waitFor();
  await show(rulings, 'rulings');

  const ended = await scenes.clubEvent(server);
  await scenes.typedQualification(ended);
  const closing = await desk(stage, ended, 'closing');
  await closing.getByRole('button', { name: 'Confirm the final ranking' }).first().waitFor();
  await show(closing, 'closing');

  await closing.getByRole('link', { name: 'Handbook' }).click();
  await closing.getByRole('heading', { name: /^The director.s handbook/ }).waitFor();
  const pictures = closing.getByRole('article').getByRole('img');
  await expect(pictures).toHaveCount(6);
  await assertAccessible(closing, 'the handbook');
});

test('each rule set is read on a page, which the handbook, a new event and the rules of an event lead to', async ({ server, stage }) => {
  const scene = await scenes.newEvent(server);
  const visitor = await stage.visitor('a newcomer', server.base);
  const page = await visitor.open('/help/reference/director');
  const article = page.getByRole('article');
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').first().waitFor();
  const { rule_sets } = await scene.director.rest.call('list_rule_sets');
  expect(rule_sets.length).toBe(8);
  await article.getByRole('link', { name: 'European Grand Prix 2020' }).click();
  for (const { name, title } of rule_sets) {
    if (page.url() !== `${server.base}/help/rules/${name}`) await article.getByRole('link', { name: title, exact: true }).click();
    const heading = page.getByRole('heading', { level: 1, name: title });
    await expect(heading).toBeFocused();
    await article.getByRole('heading', { name: 'Other rule sets' }).waitFor();
    await expect(page).toHaveTitle(new RegExp(`^${title}`));
    await assertAccessible(page, `the page of ${name}`);
  }
  await assertNeverReloaded(page);

  await page.goto(`/t/${scene.id}/rules`);
  await page.getByRole('link', { name: 'European Grand Prix 2020, explained on one page' }).click();
  await page.getByRole('heading', { level: 1, name: 'European Grand Prix 2020' }).waitFor();
  await page.getByRole('link', { name: 'director’s handbook' }).click();
  await page.getByRole('heading', { level: 1, name: 'The director’s handbook' }).waitFor();

  await page.goto('/new');
  await page.getByLabel('Rule set', { exact: true }).selectOption('AGA, McMahon');
  const rules = page.getByRole('link', { name: 'Read these rules' });
  const chosen = found(rule_sets.find(({ title }) => title === 'AGA, McMahon'));
  await expect(rules).toHaveAttribute('href', `/help/rules/${chosen.name}`);
  const [opened] = await Promise.all([page.waitForEvent('popup'), rules.click()]);
  await opened.getByRole('heading', { level: 1, name: 'AGA, McMahon' }).waitFor();
  await opened.goto('/help/rules/none');
  await opened.getByRole('heading', { level: 1 }).waitFor();
  await expect(opened.getByRole('article')).toHaveCount(0);
});
