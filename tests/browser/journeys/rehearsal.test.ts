import type { Page } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { picture } from '../harness/stage';
import { PASSWORD } from '../harness/rest';
import { type Scene, clubEvent, look } from '../harness/scenes';
import type { Server } from '../harness/server';
import { DESKTOP, PHONE, type Stage } from '../harness/stage';
import { until } from '../harness/until';

const SAID = 'A rehearsal: house bots play, 100 times faster than people. Nothing of it counts.';
/** House bots make some sixty plies of a third of a second; a machine under load takes longer. */
const ROUND_MS = 150_000;

let server: Server;
let stage: Stage;
let scene: Scene;

test('a director rehearses the event from its desk, and nobody takes it for the event', async ({ server: own, stage: everybody }) => {
  test.setTimeout(400_000);
  [server, stage] = [own, everybody];
  scene = await clubEvent(server, 4);
  const director = await stage.visitor('the director', server.base);
  const page = await director.context.newPage();
  const desk = new Desk(page);
  await desk.signIn(scene.director.login, PASSWORD, `/t/${scene.id}/desk/event`);
  const id = await test.step('one act makes it, and leads to its desk', () => rehearse(page));
  await test.step('house bots take every seat', () => seated(id));
  await test.step('round 1 is published', () => desk.publish(1));
  await test.step('a spectator sees what it is, on every page', () => watched(id));
  await test.step('every result arrives, and the round is finished', () => finished(desk));
  await test.step('the standings are those of round 1', () => standings(page, id));
  await test.step('it stands in no list, and the event is as it was', () => elsewhere(id));
  await test.step('its desk leads back to the event', () => back(page, id));
});

async function rehearse(page: Page): Promise<string> {
  const part = page.getByRole('region', { name: 'Rehearse the event' });
  await part.getByText('house bots at every seat').waitFor();
  await part.getByRole('button', { name: 'Rehearse this event' }).click();
  const link = part.getByRole('link', { name: 'Rehearsal: Lower Marsh Club Night: to its desk' });
  await link.waitFor();
  await part.getByText('Before round 1').waitFor();
  await assertAccessible(page, 'the desk with a rehearsal');
  await link.click();
  await page.getByTestId('rehearsal').getByText(SAID).waitFor();
  await assertAccessible(page, 'the desk of the rehearsal');
  const id = /\/t\/([^/]+)\/desk/.exec(page.url())?.[1];
  expect(id).toBeTruthy();
  return id as string;
}

async function seated(id: string) {
  await until('a house bot at every seat', async () => {
    const { entrants } = await scene.director.rest.call('get_tournament', { tournament_id: id });
    return entrants.length === 4 && entrants.every((one) => one.seated);
  });
}

async function watched(id: string) {
  for (const [form, settings] of [
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const) {
    const spectator = await stage.visitor(`a spectator, ${form}`, server.base, settings);
    const page = await spectator.open(`/t/${id}`);
    for (const view of ['', '/documents', '/pairings']) {
      await page.goto(`/t/${id}${view}`);
      await page.getByTestId('rehearsal').getByText(SAID).waitFor();
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
    }
    await assertAccessible(page, `the rehearsal, ${form}`);
    await picture(page, `rehearsal-event-${form}`);
    const { tables } = await scene.director.rest.call('list_tables', { tournament_id: id });
    await page.goto(`/g/${tables[0]?.game_id ?? ''}`);
    await page.getByTestId('table').waitFor();
    await page.getByTestId('rehearsal').getByText(SAID).waitFor();
    await assertAccessible(page, `a table of the rehearsal, ${form}`);
    await picture(page, `rehearsal-table-${form}`);
    await page.close();
  }
}

async function finished({ page }: Desk) {
  const finish = page.getByRole('button', { name: 'Finish round 1' });
  await expect(finish).toBeEnabled({ timeout: ROUND_MS });
  await finish.click();
  await page.getByRole('button', { name: 'Publish round 2' }).waitFor();
}

async function standings(page: Page, id: string) {
  await page.goto(`/t/${id}`);
  await page.getByTestId('rehearsal').waitFor();
  const { rounds } = await scene.director.rest.call('get_tournament', { tournament_id: id });
  expect(rounds[0]?.boards.every((board) => board.result !== null)).toBe(true);
  await page.getByRole('table').first().waitFor();
}

async function elsewhere(id: string) {
  const { tournaments } = await scene.director.rest.call('list_tournaments');
  expect(tournaments.map((one) => one.id)).toEqual([scene.id]);
  expect((await look(scene)).rounds).toEqual([]);
  const { rehearsals } = await scene.director.rest.call('get_rehearsals', { tournament_id: scene.id });
  expect(rehearsals.map((one) => one.id)).toEqual([id]);
}

async function back(page: Page, id: string) {
  await page.goto(`/t/${id}/desk`);
  await page.getByRole('link', { name: 'To the event’s own desk' }).click();
  await page.waitForURL((address) => address.pathname === `/t/${scene.id}/desk/event`);
  await expect(page.getByTestId('rehearsal')).toHaveCount(0);
}
