import type { Locator, Page } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { enter, newLadder } from '../harness/contest-scenes';
import { expect, test } from '../harness/fixtures';
import { SHORTEST } from '../harness/othello';
import { Rest } from '../harness/rest';
import { type Person, person } from '../harness/scenes';
import { Seat, pointer } from '../harness/seat';
import type { Server } from '../harness/server';
import { signedIn } from '../harness/signed-in';
import { DESKTOP, PHONE, type Stage, assertNeverReloaded, picture } from '../harness/stage';
import { found, until } from '../harness/until';

/** So many plies are played before somebody resigns. */
const PLIES = 4;
const TABLE = /\/g\/[\w-]+$/;
const CONTEST = /\/contests\/[\w-]+$/;

let server: Server;
let stage: Stage;
test.beforeEach(({ server: own, stage: everybody }) => {
  server = own;
  stage = everybody;
});

/** Somebody with an account, and the page that they look at. */
interface Player extends Person {
  seat: Seat;
}

test('an arena is founded, two play in it game after game, and whoever watches sees the points', async () => {
  const founder = await arrive('Aase Lindmose', 'aase', DESKTOP, '/play');
  const address = await test.step('it is founded by keyboard, on the way from the lobby', () => founded(founder.seat.page));
  const one = await arrive('Sunniva Haugland', 'sunniva', PHONE, address);
  const other = await arrive('Torunn Brandvold', 'torunn', DESKTOP, address);
  const watcher = await test.step('a guest is told to choose a password, and watches', () => guest(address));
  await test.step('two enter, press Play, and sit down', () => meet([one, other]));
  const winner = await test.step('a few moves, and White resigns', () => playAndResign([one, other]));
  await test.step('the winner has two points, and stands first', async () => {
    await expect(placed(watcher, winner).getByTestId('points')).toHaveText('2');
    await expect(rows(watcher).first()).toContainText(winner.name);
    await expect(placed(watcher, winner).getByText('1 won, 0 drawn, 0 lost')).toBeAttached();
    await watcher.getByTestId('games-played').getByTestId('game').waitFor();
    await assertAccessible(watcher, 'an arena that is watched');
    await picture(watcher, 'arena-watched');
  });
  await test.step('both press “Next game”, and meet again with colours changed', () => again([one, other]));
  await test.step('the same wins again: games in a row count double from then on', async () => {
    const second = moverOf([one, other], winner.seat.color === 'black' ? 'white' : 'black');
    await playAndResign([one, other], second);
    await expect(placed(watcher, winner).getByTestId('points')).toHaveText('4');
    await expect(placed(watcher, winner).getByText('games count double')).toBeAttached();
  });
  await test.step('its founder ends it, and is asked first', () => ended(founder.seat.page, address, watcher));
  await assertNeverReloaded(other.seat.page);
});

test('on a ladder a challenge is played by both at once, and whoever wins it stands above', async () => {
  const founder = await person(server, 'Aase Lindmose', 'aase');
  const { id } = await newLadder(founder.rest, 'Lower Marsh ladder');
  const address = `/contests/${id}`;
  const first = await arrive('Sunniva Haugland', 'sunniva', DESKTOP, address);
  const second = await arrive('Torunn Brandvold', 'torunn', PHONE, address);
  await enter(first.rest, id);
  await test.step('the second enters, and stands below', async () => {
    const { page } = second.seat;
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByTestId('own-part').getByText('You stand at place 2.').waitFor();
    await assertAccessible(page, 'a ladder on a phone');
    await picture(page, 'ladder-phone');
  });
  await test.step('the second challenges the first, by keyboard', async () => {
    const { page } = second.seat;
    await page.getByRole('button', { name: `Challenge ${first.name}` }).focus();
    await page.keyboard.press('Enter');
    await page.getByTestId('own-challenge').getByText(`You have challenged ${first.name}, place 1.`).waitFor();
    await first.seat.page.getByTestId('own-challenge').getByText(`${second.name}, place 2, has challenged you.`).waitFor();
    await assertAccessible(first.seat.page, 'a ladder of who is challenged');
    await picture(first.seat.page, 'ladder-challenged');
  });
  await test.step('the first is told of it in the lobby and on the start page, too', async () => {
    const { page } = first.seat;
    await page.goto('/play');
    await page.getByTestId('own-contest').getByText(`${second.name} has challenged you, until`).waitFor();
    await assertAccessible(page, 'the lobby of who is challenged');
    await page.goto('/');
    await page.getByTestId('challenge-told').getByText(`${second.name} has challenged you, until`).waitFor();
    await page.getByTestId('challenge-told').getByRole('link', { name: 'To the ladder' }).click();
    await page.getByTestId('own-challenge').waitFor();
  });
  await test.step('both press “Play now”', async () => {
    await second.seat.page.getByRole('button', { name: 'Play now' }).click();
    await second.seat.page.getByTestId('seeking').getByText(`Waiting for ${first.name}`).waitFor();
    await first.seat.page.getByText(`${second.name} waits for you now.`).waitFor();
    await first.seat.page.getByRole('button', { name: 'Play now' }).click();
    await seated([first, second]);
  });
  await test.step('the first resigns', () => playAndResign([first, second], first));
  await test.step('the second stands above', async () => {
    const { page } = second.seat;
    await page.getByRole('link', { name: 'Lower Marsh ladder' }).click();
    await page.getByTestId('own-part').getByText('You stand at place 1.').waitFor();
    await expect(rows(page).first()).toContainText(second.name);
    await expect(page.getByRole('button', { name: 'Play now' })).toHaveCount(0);
    const { entrants, challenges } = await new Rest(server).call('get_contest', { contest_id: id });
    expect(entrants.map(({ player }) => player.display_name)).toStrictEqual([second.name, first.name]);
    expect(challenges).toStrictEqual([]);
  });
  await assertNeverReloaded(second.seat.page);
});

async function arrive(name: string, login: string, settings: typeof PHONE, path: string): Promise<Player> {
  const who = await person(server, name, login);
  const visitor = await stage.visitor(name, server.base, settings);
  await signedIn(visitor.context, login);
  return { ...who, seat: new Seat(await visitor.open(path), pointer) };
}

const rows = (page: Page): Locator => page.getByTestId('entrants').locator('tbody tr');
const placed = (page: Page, { rest }: Person): Locator => page.locator(`[data-entrant="${rest.account.id}"]`);

async function founded(page: Page): Promise<string> {
  await page.getByText('None is running or announced.').waitFor();
  await assertAccessible(page, 'the lobby without a contest');
  await page.getByRole('link', { name: 'All of them, and a form to start one' }).click();
  await page.getByRole('heading', { name: 'Arenas and ladders', level: 1 }).waitFor();
  await assertAccessible(page, 'arenas and ladders');
  await picture(page, 'contests');
  await page.getByLabel('What it is called').fill('Lower Marsh arena');
  await page.getByLabel('Minutes that it lasts').fill('10');
  await page.keyboard.press('Enter');
  await page.waitForURL(CONTEST);
  await page.getByRole('heading', { name: 'Lower Marsh arena' }).waitFor();
  await page.getByText('Points: 2 for a win, 1 for a draw, 0 for a loss.').waitFor();
  await page
    .getByTestId('contest-when')
    .getByText(/^ends in \d+:\d\d$/)
    .waitFor();
  await page.getByText('Nobody has entered yet.').waitFor();
  return new URL(page.url()).pathname;
}

async function guest(address: string): Promise<Page> {
  const visitor = await stage.visitor('a guest', server.base, DESKTOP);
  const page = await visitor.open(address);
  await page.getByRole('link', { name: 'Sign in or create an account' }).waitFor();
  await page.goto('/play');
  await page.getByRole('button', { name: '5 min no increment' }).click();
  await page.getByTestId('seeking').waitFor();
  await page.getByRole('button', { name: 'Stop seeking' }).click();
  await page.getByTestId('contest').getByRole('link', { name: 'Lower Marsh arena' }).click();
  await page.getByTestId('member').getByText('It takes an account with a password to enter.').waitFor();
  await assertAccessible(page, 'an arena for a guest');
  return page;
}

/** All are at one table, and know their colours. */
async function seated(all: readonly Player[]): Promise<void> {
  await Promise.all(
    all.map(async ({ seat }) => {
      await seat.page.waitForURL(TABLE);
      await seat.table.waitFor();
      await until('the own side is known', async () => (await seat.page.locator('.side.own').count()) > 0);
      const black = await seat.page.getByTestId('side-black').getAttribute('class');
      seat.color = /\bown\b/.test(black ?? '') ? 'black' : 'white';
    }),
  );
  expect(new Set(all.map(({ seat }) => seat.page.url())).size, 'one table').toBe(1);
}

const moverOf = (all: readonly Player[], color: 'black' | 'white'): Player => found(all.find(({ seat }) => seat.color === color));

async function meet([one, other]: [Player, Player]): Promise<void> {
  for (const { seat } of [one, other]) {
    await seat.page.getByRole('button', { name: 'Enter' }).click();
    await seat.page
      .getByTestId('own-part')
      .getByText(/^You stand at place 1\.$/)
      .waitFor();
  }
  await one.seat.page.getByRole('button', { name: 'Play', exact: true }).click();
  await one.seat.page.getByTestId('seeking').getByText('Waiting for an opponent').waitFor();
  await expect(one.seat.page.getByTestId('seeking')).toHaveAttribute('data-stands', 'true');
  await assertAccessible(one.seat.page, 'an arena on a phone, waiting');
  await picture(one.seat.page, 'arena-waiting-phone');
  await expect(placed(other.seat.page, one).getByText('Waits')).toBeVisible();
  await other.seat.page.getByRole('button', { name: 'Play', exact: true }).click();
  await seated([one, other]);
}

/** A few plies, and the loser resigns: White, unless it is said who. Answers who wins. */
async function playAndResign(all: readonly Player[], loser: Player = moverOf(all, 'white')): Promise<Player> {
  const winner = found(all.find((one) => one !== loser));
  for (const ply of SHORTEST.plies.slice(0, PLIES)) await moverOf(all, ply.color).seat.make(ply);
  const { page } = loser.seat;
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Resign 0–64' }).click();
  await page.getByTestId('result').getByText('You lost 0–64.').waitFor();
  await winner.seat.page.getByTestId('casual-end').getByText('Rated.').waitFor();
  return winner;
}

async function again([one, other]: [Player, Player]): Promise<void> {
  const before = one.seat.page.url();
  const colors = [one.seat.color, other.seat.color];
  await assertAccessible(one.seat.page, 'the table of an arena’s game that is over, on a phone');
  await picture(one.seat.page, 'arena-next-game-phone');
  await one.seat.page.getByRole('link', { name: 'Next game' }).click();
  await one.seat.page.waitForURL(CONTEST);
  await expect(one.seat.page.getByTestId('seeking')).toHaveAttribute('data-stands', 'true');
  await other.seat.page.getByRole('link', { name: 'Next game' }).click();
  await Promise.all([one, other].map(({ seat }) => seat.page.waitForURL((url) => TABLE.test(url.pathname) && url.href !== before)));
  await seated([one, other]);
  expect([other.seat.color, one.seat.color]).toStrictEqual(colors);
}

async function ended(page: Page, address: string, watcher: Page): Promise<void> {
  await page.goto(address);
  const order = page.getByTestId('contest-order');
  await order.getByRole('button', { name: 'End it now' }).click();
  await page.getByTestId('confirm').getByText('Nobody is paired any more').waitFor();
  await assertAccessible(page, 'the question before an arena is ended');
  await page.getByTestId('confirm').getByRole('button', { name: 'End it now' }).click();
  await page.getByTestId('contest-when').getByText('ended early').waitFor();
  await watcher.getByTestId('contest-when').getByText('ended early').waitFor();
  await page.goto('/contests');
  await page.getByRole('region', { name: 'Over' }).getByRole('link', { name: 'Lower Marsh arena' }).waitFor();
}
