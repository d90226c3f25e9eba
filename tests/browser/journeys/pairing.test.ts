import type { Locator, Page } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { PASSWORD } from '../harness/rest';
import { type Scene, enter, look, newEvent, typedRound } from '../harness/scenes';
import { picture } from '../harness/stage';
import { found, until } from '../harness/until';

const PLAYERS = 13;
const TABLES = 6;

let scene: Scene;
let page: Page;

test('a director looks at a pairing, changes it by keys and by drag, publishes what is shown, and takes it back', async ({
  server,
  stage,
}) => {
  scene = await newEvent(server);
  for (let player = 0; player < PLAYERS; player += 1) await enter(scene);
  await typedRound(scene);
  const visitor = await stage.visitor('the director', server.base);
  page = await visitor.context.newPage();
  await new Desk(page).signIn(scene.director.login, PASSWORD, `/t/${scene.id}/desk/entrants`);
  await page.getByRole('link', { name: 'Look at the pairing first' }).click();
  await test.step('every board is explained', explained);
  await test.step('a player is moved by the keyboard alone, put back, moved, and the step is undone', byKeys);
  await test.step('two are swapped by drag, and it costs more than the best', byDrag);
  await test.step('conditions are kept by the pairing', conditions);
  await test.step('what is shown is published, and asks where it departs from the text', async () => {
    visitor.expectRefusal(409, `/api/v1/tournaments/${scene.id}/rounds`);
    await published();
  });
  await test.step('it is taken back, and stands on the board again', takenBack);
});

const seatAt = (row: number, color: string): Locator => page.locator(`[data-row="${row}"][data-color="${color}"]`);
const nameAt = async (row: number, color: string): Promise<string> => found(await seatAt(row, color).locator('.name').textContent());
const settled = () => expect(page.getByTestId('pairing-board')).toHaveAttribute('aria-busy', 'false');
// What is said at once is said together.
const said = (text: string | RegExp) => expect(page.getByTestId('announcer')).toContainText(text);

async function shown(): Promise<string[]> {
  const tables = Array.from({ length: TABLES }, async (_, row) => `${await nameAt(row, 'black')} – ${await nameAt(row, 'white')}`);
  return [...(await Promise.all(tables)), `bye ${await nameAt(TABLES, 'black')}`];
}

async function explained() {
  await page.getByRole('heading', { name: 'Pairing of round 2' }).waitFor();
  await settled();
  await page
    .getByRole('button', { name: /^Why .* – / })
    .first()
    .click();
  await page
    .getByText(/^By lot: |That costs /)
    .first()
    .waitFor();
  await assertAccessible(page, 'pairing explained');
}

async function byKeys() {
  const before = await shown();
  const [carried, displaced] = [await nameAt(0, 'black'), await nameAt(1, 'white')];
  await seatAt(0, 'black').focus();
  for (const key of ['Enter', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  await said(`To table 2, White. ${displaced} goes to table 1, Black.`);
  await page.keyboard.press('Escape');
  await said(`${carried} is back at table 1, Black.`);
  expect(await shown()).toStrictEqual(before);
  for (const key of ['Enter', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await said(`${carried} is put down at table 2, White. ${displaced} is at table 1, Black.`);
  await expect(seatAt(1, 'white')).toBeFocused();
  await page.keyboard.press('Control+z');
  expect(await shown()).toStrictEqual(before);
}

async function byDrag() {
  await settled();
  const [one, other] = [await nameAt(0, 'black'), await nameAt(TABLES - 1, 'white')];
  const target = seatAt(TABLES - 1, 'white');
  await seatAt(0, 'black').hover();
  await page.mouse.down();
  // The board shows where a player would come before the hand lets go.
  await expect(async () => {
    await target.hover();
    await expect(target).toHaveAttribute('aria-pressed', 'true', { timeout: 1_000 });
  }).toPass();
  await page.mouse.up();
  await expect.poll(async () => [await nameAt(TABLES - 1, 'white'), await nameAt(0, 'black')]).toStrictEqual([one, other]);
  await page.getByText(/^It is worse than the best pairing, first by: /).waitFor();
  await page
    .getByTestId('pairing-departures')
    .getByText(/EGP II\.4\.1/)
    .first()
    .waitFor();
  await picture(page, 'pairing-by-hand');
  await assertAccessible(page, 'pairing by hand');
  await page.getByRole('button', { name: 'Reset' }).click();
  await settled();
}

async function conditions() {
  const [one, other] = [await nameAt(2, 'black'), await nameAt(2, 'white')];
  await page.getByRole('button', { name: `Lock ${one} – ${other}` }).click();
  // The pair is fixed, and not who has black: where another condition is added, lots may give the colours otherwise.
  const unlock = page.getByRole('button', { name: new RegExp(`^Unlock (${one} – ${other}|${other} – ${one})$`) });
  await unlock.waitFor();
  await settled();
  const forbidden = `${await nameAt(0, 'black')} – ${await nameAt(0, 'white')}`;
  await page.getByRole('button', { name: `Forbid ${forbidden}` }).click();
  await settled();
  const met = [forbidden, forbidden.split(' – ').toReversed().join(' – ')];
  await expect.poll(async () => (await shown()).filter((one) => met.includes(one))).toStrictEqual([]);
  const chosen = await nameAt(4, 'white');
  await page.getByLabel('Who has the bye').selectOption({ label: chosen });
  await expect.poll(() => nameAt(TABLES, 'black')).toBe(chosen);
  await settled();
  const fixed = await shown();
  await page.reload();
  await unlock.waitFor();
  await settled();
  expect(await shown(), 'what is fixed outlasts a reload').toStrictEqual(fixed);
}

async function published() {
  // By hand no draw decides any more: what is shown is what is published.
  await page.getByRole('button', { name: 'Pair by hand' }).click();
  await settled();
  const moved = await nameAt(0, 'black');
  await seatAt(0, 'black').focus();
  await page.keyboard.press('Enter');
  for (let row = 1; row < TABLES; row += 1) await page.keyboard.press('ArrowDown');
  for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => nameAt(TABLES - 1, 'white')).toBe(moved);
  await page.getByTestId('pairing-departures').waitFor();
  await settled();
  const wanted = await shown();
  await page.getByLabel('Starts').selectOption('In 30 minutes');
  await page.getByRole('button', { name: 'Publish round 2' }).click();
  await page.getByTestId('confirm').getByRole('button', { name: 'I know, and want it so' }).click();
  await page.getByRole('heading', { name: 'Round 2 as published' }).waitFor();
  const { rounds, entrants } = await look(scene);
  const round = found(rounds.at(-1));
  const name = (id: string): string => {
    const { given_names, surname } = found(entrants.find((one) => one.id === id));
    return `${given_names} ${surname}`;
  };
  const boards = round.boards.map((board) => `${name(board.black_entrant_id)} – ${name(board.white_entrant_id)}`);
  expect([...boards, ...round.bye_entrant_ids.map((id) => `bye ${name(id)}`)]).toStrictEqual(wanted);
  expect(round.edit?.whole).toBe(true);
}

async function takenBack() {
  await page.getByRole('button', { name: 'Take round 2 back' }).click();
  await page.getByLabel('Reason').fill('A player came late.');
  await page.locator('form[data-act="unpublish_round"]').getByRole('button', { name: 'Take round 2 back' }).click();
  await page.getByTestId('confirm').getByRole('button', { name: 'Take round 2 back' }).click();
  await page.getByRole('heading', { name: 'Pairing of round 2' }).waitFor();
  await until('the round is gone', async () => (await look(scene)).rounds.length === 1);
  await page.getByText('Every table stands as you set it.').waitFor();
}
