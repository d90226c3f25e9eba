import type { Page } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { enter, newArena } from '../harness/contest-scenes';
import { expect, test } from '../harness/fixtures';
import { FIVE_MINUTES, named } from '../harness/moderation-scenes';
import { Rest } from '../harness/rest';
import { type Person, person } from '../harness/scenes';
import type { Server } from '../harness/server';
import { signedIn } from '../harness/signed-in';
import { DESKTOP, PHONE, type Stage, picture } from '../harness/stage';
import { found, until } from '../harness/until';

const TABLE = /\/g\/[\w-]+$/;
const INSULT = 'You play like a broken clock';
const WHY = 'Insults at the table';
const GIVEN_AWAY = 'Games were given away';
const NARROW = { ...PHONE, viewport: { width: 320, height: 640 } };

let server: Server;
let stage: Stage;
test.beforeEach(({ server: own, stage: everybody }) => {
  server = own;
  stage = everybody;
});

test('an administrator names a moderator, who answers the report of a guest’s words and mutes the guest, and the guest reads why', async () => {
  const moderator = await person(server, 'Ragna Holtermann', 'ragna');
  await test.step('the administrator names the moderator where the other offices are', () => appointed(moderator));
  const reporter = await person(server, 'Sunniva Haugland', 'sunniva');
  const guest = await (await stage.visitor('the guest', server.base, NARROW)).open('/');
  const player = await pageOf(reporter, '/play');
  const [game, name] = await test.step('a guest and the player sit down at a casual table', () => meet(reporter, player, guest));
  await test.step('the guest writes, and is reported by the message', () => reported(player, guest, name));
  const desk = await pageOf(moderator, '/');
  await test.step('the moderator opens the report by keyboard', () => opened(desk, name));
  await test.step('takes the message away', () => removed(desk, guest));
  await test.step('mutes the guest for 7 days, and is asked first', () => muted(desk, name));
  await test.step('upholds the report', () => upheld(desk));
  await test.step('the guest reads at the table and in the lobby why and until when', () => told(guest, game));
  await test.step('the log has all of it', () => logged(desk, name));
  await test.step('the player blocks the guest, and takes that back on the account page', () => blocked(player, name));
  await test.step('whoever holds no office is told so', () => refused(player));
});

test('a moderator removes a player from somebody else’s arena and ends it, and says why each time', async () => {
  const moderator = await person(server, 'Ragna Holtermann', 'ragna');
  const administrator = new Rest(server);
  await administrator.createAccount('Aase Lindmose', 'administrator', new URL(await server.administratorLink()).hash.slice(1));
  await named(administrator, moderator.rest.account.id);
  await until('the office is known', async () => (await moderator.rest.call('get_casual_standing')).moderator);
  const founder = await person(server, 'Sunniva Haugland', 'sunniva');
  const player = await person(server, 'Torunn Brandvold', 'torunn');
  const { id } = await newArena(founder.rest, 'Lower Marsh arena');
  await enter(player.rest, id);
  const desk = await pageOf(moderator, `/contests/${id}`);
  await test.step('the player is removed', () => removedFromContest(desk, player));
  await test.step('the arena is ended, and loses its name', () => endedContest(desk));
  await test.step('the log has both, and leads to the arena', () => loggedOfContest(desk, id));
});

/** A page of somebody who is signed in. */
async function pageOf({ name, login }: Person, path: string): Promise<Page> {
  const visitor = await stage.visitor(name, server.base, DESKTOP);
  await signedIn(visitor.context, login);
  return visitor.open(path);
}

async function appointed(moderator: Person): Promise<void> {
  const rest = new Rest(server);
  await rest.createAccount('Aase Lindmose', 'administrator', new URL(await server.administratorLink()).hash.slice(1));
  const page = await pageOf({ name: 'Aase Lindmose', login: 'administrator', rest }, '/federations');
  const here = page.getByTestId('moderators');
  await here.getByText('There is none').waitFor();
  await assertAccessible(page, 'federations without a moderator');
  await here.getByRole('button', { name: 'Name a moderator' }).click();
  await here.getByLabel('Who').fill('Ragna');
  await here.getByRole('option', { name: /Ragna Holtermann/ }).click();
  await here.getByRole('button', { name: 'Name Ragna Holtermann as a moderator' }).click();
  await here.getByTestId('moderator').getByText('Ragna Holtermann', { exact: true }).waitFor();
  const { moderators } = await rest.call('get_moderators');
  expect(moderators.map(({ account }) => account.account_id)).toStrictEqual([moderator.rest.account.id]);
  await until('the office is known', async () => (await moderator.rest.call('get_casual_standing')).moderator);
}

/** By a challenge of the player, which the guest takes up. Answers the game, and what the guest is called. */
async function meet({ rest }: Person, player: Page, guest: Page): Promise<[game: string, name: string]> {
  const { id } = await rest.call('create_challenge', { body: { terms: FIVE_MINUTES } });
  await guest.goto(`/challenge/${id}`);
  await guest.getByRole('button', { name: 'Take it up' }).click();
  await guest.waitForURL(TABLE);
  const game = found(guest.url().split('/').at(-1));
  await player.goto(`/g/${game}`);
  const { black, white } = await rest.call('get_casual_game', { game_id: game });
  const other = found([black, white].find(({ account_id }) => account_id !== rest.account.id));
  return [game, other.display_name];
}

async function reported(player: Page, guest: Page, name: string): Promise<void> {
  const own = guest.getByTestId('chat');
  await own.getByLabel('Message', { exact: true }).fill(INSULT);
  await own.getByRole('button', { name: 'Send' }).click();
  const chat = player.getByTestId('chat');
  await chat.getByText(INSULT).waitFor();
  await player.getByRole('button', { name: `Report or block ${name}` }).waitFor();
  await chat.getByRole('button', { name: 'Report or block: this message’s writer' }).click();
  const dialog = player.getByRole('dialog', { name });
  await expect(dialog.getByLabel('What of')).toHaveValue('abusive_chat');
  await expect(dialog.getByLabel(INSULT)).toBeChecked();
  await dialog.getByLabel('What happened').fill('I said nothing to him.');
  await assertAccessible(player, 'the form of a report');
  await picture(player, 'report-form');
  await dialog.getByRole('button', { name: `Report ${name}` }).click();
  await dialog.getByTestId('thanks').getByText('Your report is on record.').waitFor();
  await dialog.getByTestId('thanks').getByText('A moderator who had no part in the game reads it', { exact: false }).waitFor();
  await assertAccessible(player, 'the thanks for a report');
  await player.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

async function opened(desk: Page, name: string): Promise<void> {
  const link = desk.getByRole('link', { name: 'Moderation' });
  await link.focus();
  await desk.keyboard.press('Enter');
  await desk.getByTestId('open-reports').getByText('1 report is open.').waitFor();
  const line = desk.getByTestId('report-line');
  await line.focus();
  await desk.keyboard.press('Enter');
  const report = desk.getByTestId('report');
  await report.getByRole('heading', { name: `About ${name}` }).waitFor();
  await report.getByText('“I said nothing to him.”').waitFor();
  await report.getByTestId('reported-chat').getByText(INSULT).waitFor();
  await assertAccessible(desk, 'a report');
  await picture(desk, 'moderation-report');
}

async function removed(desk: Page, guest: Page): Promise<void> {
  const chat = desk.getByTestId('reported-chat');
  await chat.getByRole('button', { name: 'Take away' }).click();
  await chat.getByLabel('Reason').fill(WHY);
  await chat.locator('form').getByRole('button', { name: 'Take away' }).click();
  await guest.getByTestId('chat').getByText('Taken away by a moderator.').waitFor();
}

async function muted(desk: Page, name: string): Promise<void> {
  const state = desk.getByTestId('account-state');
  await state.getByText('May write at casual tables').waitFor();
  await state.getByRole('button', { name: `Mute ${name}` }).click();
  const form = state.locator('form');
  await form.getByLabel('How long').selectOption('7 days');
  await form.getByLabel('Reason, which the account reads').fill(WHY);
  await form.getByRole('button', { name: `Mute ${name}` }).click();
  const asked = desk.getByTestId('confirm');
  await asked.getByText('7 days: they write at no casual table, and read why.').waitFor();
  await assertAccessible(desk, 'the question before a mute');
  await asked.getByRole('button', { name: `Mute ${name}` }).click();
  await state.getByText(/^Muted until .+, since /).waitFor();
}

async function upheld(desk: Page): Promise<void> {
  const answers = desk.getByTestId('answers');
  await answers.getByRole('button', { name: 'Uphold the report' }).click();
  await answers.getByLabel('Reason').fill(WHY);
  await answers.locator('form').getByRole('button', { name: 'Uphold the report' }).click();
  await desk
    .getByTestId('report')
    .getByText(/^Upheld by Ragna Holtermann, /)
    .waitFor();
  await desk.getByTestId('open-reports').getByText('0 reports are open.').waitFor();
}

async function told(guest: Page, game: string): Promise<void> {
  await guest.goto(`/g/${game}`);
  const chat = guest.getByTestId('chat');
  await chat.getByText(/^A moderator has muted you at casual tables until .+\.$/).waitFor();
  await chat.getByText(`Why: “${WHY}”`).waitFor();
  await expect(chat.getByLabel('Message', { exact: true })).toHaveCount(0);
  await assertAccessible(guest, 'the table of who is muted, at 320 px');
  await picture(guest, 'muted-at-table');
  await guest.goto('/play');
  await guest.getByTestId('muted').getByText(`Why: “${WHY}”`).waitFor();
  await assertAccessible(guest, 'the lobby of who is muted, at 320 px');
  await picture(guest, 'muted-in-lobby');
}

async function logged(desk: Page, name: string): Promise<void> {
  await desk.getByRole('navigation', { name: 'Moderation' }).getByRole('link', { name: 'Log' }).click();
  const rows = desk.getByTestId('act');
  await expect(rows).toHaveCount(4);
  const kinds = await rows.evaluateAll((all) => all.map((one) => one.getAttribute('data-kind')));
  expect(kinds).toStrictEqual(['report_upheld', 'muted', 'message_removed', 'moderator_named']);
  await rows.nth(1).getByText(`“${WHY}”`).waitFor();
  await assertAccessible(desk, 'the log of moderation');
  await rows.nth(1).getByRole('link', { name, exact: true }).click();
  await desk.getByTestId('account-state').getByText('1 reported, 0 open, 1 upheld').waitFor();
  await assertAccessible(desk, 'an account as moderators see it');
  await desk.getByRole('navigation', { name: 'Moderation' }).getByRole('link', { name: 'Worth a look' }).click();
  await desk.getByText('It proves nothing').waitFor();
  await assertAccessible(desk, 'what is worth a look');
}

async function removedFromContest(desk: Page, { name, rest }: Person): Promise<void> {
  const order = desk.getByTestId('contest-order');
  await order.getByRole('button', { name: 'Remove a player' }).click();
  const form = order.locator('form');
  await form.getByLabel('Who').selectOption(name);
  await form.getByLabel('Reason').fill(GIVEN_AWAY);
  await assertAccessible(desk, 'a removal from a contest by a moderator');
  await picture(desk, 'contest-removal-moderator');
  await form.getByRole('button', { name: `Remove ${name}` }).click();
  await desk
    .getByTestId('confirm')
    .getByRole('button', { name: `Remove ${name}` })
    .click();
  await desk.locator(`[data-entrant="${rest.account.id}"]`).getByText('Removed').waitFor();
}

async function endedContest(desk: Page): Promise<void> {
  const order = desk.getByTestId('contest-order');
  await order.getByRole('button', { name: 'End it now' }).click();
  const form = order.locator('form');
  await form.getByLabel('Reason').fill(WHY);
  await form.getByRole('button', { name: 'End it now' }).click();
  await desk.getByTestId('confirm').getByRole('button', { name: 'End it now' }).click();
  await desk.getByTestId('contest-when').getByText('ended early').waitFor();
  await desk.getByRole('heading', { name: 'Arena', level: 1 }).waitFor();
}

async function loggedOfContest(desk: Page, contest: string): Promise<void> {
  await desk.goto('/moderation/log');
  const rows = desk.getByTestId('act');
  await expect(rows).toHaveCount(3);
  const kinds = await rows.evaluateAll((all) => all.map((one) => one.getAttribute('data-kind')));
  expect(kinds).toStrictEqual(['contest_ended', 'contest_entrant_removed', 'moderator_named']);
  await rows.nth(0).getByText(`“${WHY}”`).waitFor();
  await rows.nth(1).getByText(`“${GIVEN_AWAY}”`).waitFor();
  await assertAccessible(desk, 'the log of what was done in a contest');
  await rows.nth(0).getByRole('link', { name: 'The contest' }).click();
  await desk.waitForURL(`**/contests/${contest}`);
}

async function blocked(player: Page, name: string): Promise<void> {
  await player.getByRole('button', { name: `Report or block ${name}` }).click();
  const dialog = player.getByRole('dialog', { name, exact: true });
  await dialog
    .getByTestId('block')
    .getByRole('button', { name: `Block ${name}` })
    .click();
  await player
    .getByTestId('confirm')
    .getByRole('button', { name: `Block ${name}` })
    .click();
  await dialog.getByText(`You have blocked ${name}.`).waitFor();
  await player.goto('/account');
  const list = player.getByTestId('blocks');
  await list.getByRole('button', { name: `Unblock ${name}` }).click();
  await list.getByText('You have blocked nobody.').waitFor();
  await assertAccessible(player, 'the blocks of an account');
}

async function refused(player: Page): Promise<void> {
  await player.goto('/moderation');
  await player.getByText('You are none.').waitFor();
  await assertAccessible(player, 'the desk of moderators for nobody');
}
