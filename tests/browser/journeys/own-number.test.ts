import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { seen } from '../harness/pictures';
import { PASSWORD, type Schemas } from '../harness/rest';
import { type Player, type Scene, look, seatedEvent } from '../harness/scenes';
import type { Server } from '../harness/server';
import { DESKTOP, PHONE, type Stage, type Visitor } from '../harness/stage';
import { found } from '../harness/until';

/** A number that nobody is bound to. */
const OTHER = 'ab'.repeat(32);
const BIND = 'Bind yourself to a number for draw 1';
const GIVEN = 'Your number is in: it goes into draw 1.';

let server: Server;
let stage: Stage;
let scene: Scene;

interface Device {
  visitor: Visitor;
  page: Page;
}

test('a player gives a number of their own to the draw from another device, one from the own, one not at all', async ({
  server: own,
  stage: everybody,
}) => {
  [server, stage] = [own, everybody];
  scene = await seatedEvent(server);
  const [first, second, third] = scene.players.map(found) as [Player, Player, Player, ...Player[]];
  const laptop = await deviceOf(first, 'the player’s laptop');
  const number = await test.step('on one device a player is bound to a number', () => bound(laptop, first));
  const phone = await test.step('another device does not know it', () => elsewhere(first));
  await test.step('it takes that number and no other', () => typed(phone, number, first));
  await test.step('the first device knows that it is given', () => laptop.page.getByText(GIVEN).waitFor());
  const kept = await test.step('another player shows the number from where it is kept', () => shown(second));
  await test.step('a third is bound, and shows nothing', async () => bound(await deviceOf(third, 'the third player'), third));
  await test.step('the draw of round 1 takes the two', () => drawn({ first, second, third }, [number, kept]));
  await test.step('the next number is for the next draw', () => next(laptop, phone));
  await test.step('anybody can check it', () => checked(first, number));
});

async function deviceOf(player: Player, name: string, settings = DESKTOP): Promise<Device> {
  const visitor = await stage.visitor(name, server.base, settings);
  const page = await visitor.context.newPage();
  await new Desk(page).signIn(player.login, PASSWORD, `/t/${scene.id}/seat`);
  await page.getByText('Your number in the draw').click();
  return { visitor, page };
}

async function factsOf(player: Player): Promise<Schemas['EntryFact']> {
  const { entries } = await player.rest.call('list_entry_facts', { tournament_id: scene.id });
  return found(entries.find((one) => one.entrant_id === player.entrant));
}

async function bound({ page }: Device, player: Player): Promise<string> {
  await page.getByRole('button', { name: BIND }).click();
  await page.getByText('You are bound to a number for draw 1. This device keeps it:').waitFor();
  const number = await page.getByTestId('nonce').innerText();
  expect(number).toMatch(/^[0-9a-f]{64}$/);
  expect(await factsOf(player)).toMatchObject({ nonce_committed: true, nonce_given: false });
  expect(JSON.stringify(await look(scene)), 'it is a secret until the draw').not.toContain(number);
  return number;
}

async function elsewhere(player: Player): Promise<Device> {
  const device = await deviceOf(player, 'the player’s phone', PHONE);
  const { page } = device;
  await page.getByText('You are bound to a number for draw 1. Another device keeps it: show it there, or copy it from there.').waitFor();
  await expect(page.getByRole('button', { name: BIND })).toHaveCount(0);
  return device;
}

async function typed({ page, visitor }: Device, number: string, player: Player) {
  await page.getByRole('button', { name: 'Show the number from another device' }).click();
  const form = page.getByRole('form', { name: 'Show the number from another device' });
  const field = form.getByLabel('The number');
  const show = form.getByRole('button', { name: 'Show the number from another device' });
  await field.fill('abc');
  await expect(show).toBeDisabled();
  await field.fill(OTHER);
  visitor.expectRefusal(409, `/api/v1/tournaments/${scene.id}/entrants/${player.entrant}/nonce`);
  await show.click();
  await form.getByRole('alert').waitFor();
  await seen(page, 'own-number-refused');
  expect((await factsOf(player)).nonce_given, 'a number that nobody was bound to').toBe(false);
  // As it is copied: with what stands around it.
  await field.fill(` ${number.toUpperCase()} `);
  await show.click();
  await page.getByText(GIVEN).waitFor();
  await seen(page, 'own-number-given');
  expect((await factsOf(player)).nonce_given).toBe(true);
}

async function shown(player: Player): Promise<string> {
  const device = await deviceOf(player, 'the second player');
  const number = await bound(device, player);
  await device.page.getByRole('button', { name: 'Show your number for draw 1' }).click();
  await device.page.getByText(GIVEN).waitFor();
  return number;
}

async function drawn({ first, second, third }: Record<'first' | 'second' | 'third', Player>, numbers: string[]) {
  const visitor = await stage.visitor('the director', server.base);
  const page = await visitor.context.newPage();
  await new Desk(page).signIn(scene.director.login, PASSWORD, `/t/${scene.id}/desk`);
  await page.getByRole('button', { name: 'Publish round 1' }).click();
  await page.getByRole('heading', { name: 'Round 1' }).first().waitFor();
  const [draw] = (await look(scene)).draws;
  const { nonces, seed, key } = found(draw);
  const taken = Object.fromEntries(nonces.map((one) => [one.entrant_id, one.given ? one.nonce : null]));
  expect(taken).toStrictEqual({ [first.entrant]: numbers[0], [second.entrant]: numbers[1], [third.entrant]: null });
  const hash = createHash('sha256').update(Buffer.from(seed, 'hex'));
  for (const number of numbers.toSorted()) hash.update(Buffer.from(number, 'hex'));
  expect(key, 'the key follows from the seed and the numbers').toBe(hash.digest('hex'));
}

async function next(...devices: Device[]) {
  for (const { page } of devices) {
    await page.getByRole('button', { name: 'Bind yourself to a number for draw 2' }).waitFor();
    await expect(page.getByText(GIVEN)).toHaveCount(0);
  }
}

async function checked({ name }: Player, number: string) {
  const visitor = await stage.visitor('anybody', server.base);
  const page = await visitor.open(`/t/${scene.id}/documents`);
  const draws = page.getByTestId('draws');
  await draws.getByText('2 numbers were given, those that their players were bound to.').waitFor();
  await draws.getByText('Its values').click();
  await expect(draws.getByText(number)).toBeVisible();
  await draws.getByText(`Number of ${name}`).waitFor();
  await draws.getByText('Not given before the draw: it did not go in.').waitFor();
  await seen(page, 'own-number-draws');
}
