import type { Page } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { expect, test } from '../harness/fixtures';
import { SHORTEST } from '../harness/othello';
import { PASSWORD, Rest } from '../harness/rest';
import { Seat, pointer } from '../harness/seat';
import type { Server } from '../harness/server';
import { DESKTOP, PHONE, type Stage, type Visitor, assertNeverReloaded, picture } from '../harness/stage';
import { found, until } from '../harness/until';

/** So many plies are played before somebody resigns. */
const PLIES = 4;
const TABLE = /\/g\/[\w-]+$/;

let server: Server;
let stage: Stage;
test.beforeEach(({ server: own, stage: everybody }) => {
  server = own;
  stage = everybody;
});

/** Somebody who came without an account, and the page that they look at. */
interface Guest {
  visitor: Visitor;
  seat: Seat;
}

test('newcomers play from the first page without an account, play again, and keep the game by signing up', async () => {
  const one = await arrive('the newcomer on a phone', PHONE);
  const other = await arrive('the other newcomer', DESKTOP);
  await test.step('two presses lead from the first page to a seek, and as many from there to a table', () => meet(one, other));
  const first = await test.step('a few moves, and one of them resigns', () => playAndResign([one, other]));
  await test.step('the one offers a rematch, the other accepts: they sit at the next table with colours changed', () =>
    rematch(one, other));
  await test.step('whoever signs up keeps the game', () => keepIt(one, first));
  await assertNeverReloaded(other.seat.page);
});

test('a variant is sought by a form, taken with one press, and played to its end', async () => {
  const seeker = await arrive('the seeker', DESKTOP);
  const taker = await arrive('the taker', PHONE);
  await test.step('4×4 is sought, and stands in the lobby', async () => {
    const { page } = seeker.seat;
    await page.goto('/play');
    await page.getByLabel('What is played').selectOption('Othello 4×4');
    await page.getByText('The most discs win, on 16 squares.').waitFor();
    await page.getByRole('button', { name: 'Seek a game' }).click();
    await standing(page, 'Seeking Othello 4×4, 5 min');
    for (const name of ['Who seeks a game', 'Who is here'])
      await page.getByRole('region', { name }).getByText('You', { exact: true }).waitFor();
  });
  await test.step('it is given up, and sought again', async () => {
    const { page } = seeker.seat;
    await page.getByRole('button', { name: 'Stop seeking' }).click();
    await expect(page.getByTestId('seeking')).toHaveCount(0);
    await until('the lobby has no seek', async () => (await new Rest(server).call('get_lobby')).seeking === 0);
    await page.getByRole('button', { name: 'Seek a game' }).click();
    await standing(page, 'Seeking Othello 4×4, 5 min');
  });
  await test.step('one press takes it', async () => {
    const { page } = taker.seat;
    await page.goto('/play');
    await page.getByRole('button', { name: /^Play Guest \d+, Othello 4×4, 5 min$/ }).click();
    await seated([seeker, taker]);
    await page.getByTestId('table-variant').getByText('4×4 board.').waitFor({ state: 'attached' });
  });
  await test.step('it is played out', () => playOut([seeker, taker]));
  await test.step('a spectator sees it with its players and their live ratings', () => watched(seeker.seat.page.url()));
});

async function arrive(name: string, settings: typeof PHONE): Promise<Guest> {
  const visitor = await stage.visitor(name, server.base, settings);
  return { visitor, seat: new Seat(await visitor.open('/'), pointer) };
}

/** The seek that the page says is on the line. */
async function standing(page: Page, lead: string): Promise<void> {
  const line = page.getByTestId('seeking');
  await line.getByText(lead).waitFor();
  await expect(line).toHaveAttribute('data-stands', 'true');
}

/** All are at one table, and know their colours. */
async function seated(all: Guest[]): Promise<void> {
  await Promise.all(
    all.map(async ({ seat }) => {
      await seat.page.waitForURL(TABLE);
      await seat.table.waitFor();
      const black = seat.page.getByTestId('side-black');
      await until('the own side is known', async () => (await seat.page.locator('.side.own').count()) > 0);
      seat.color = /\bown\b/.test((await black.getAttribute('class')) ?? '') ? 'black' : 'white';
    }),
  );
  expect(new Set(all.map(({ seat }) => seat.page.url())).size, 'one table').toBe(1);
  expect(new Set(all.map(({ seat }) => seat.color)).size, 'two colours').toBe(all.length);
}

async function meet(one: Guest, other: Guest): Promise<void> {
  const { page } = one.seat;
  await page.getByRole('link', { name: 'Play a game' }).click();
  await page.getByText('No account is needed').waitFor();
  await assertAccessible(page, 'lobby on a phone');
  await page.getByRole('button', { name: '5 min no increment' }).click();
  await standing(page, 'Seeking Othello, 5 min');
  await picture(page, 'lobby-phone');
  await assertAccessible(page, 'lobby while a game is sought');
  await other.seat.page.getByRole('link', { name: 'Play', exact: true }).click();
  await other.seat.page.getByText('1 player seeks a game.').waitFor();
  await assertAccessible(other.seat.page, 'lobby');
  await picture(other.seat.page, 'lobby-desktop');
  await other.seat.page.getByRole('button', { name: '5 min no increment' }).click();
  await seated([one, other]);
}

const moverOf = (guests: readonly Guest[], color: 'black' | 'white'): Guest => found(guests.find(({ seat }) => seat.color === color));

/** The table of a game of no event has nothing of a director, and the server passes there. */
async function assertUndirected({ page }: Seat): Promise<void> {
  await page.getByRole('button', { name: 'Resign' }).waitFor();
  for (const name of ['Director', 'Pass']) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(page.getByRole('button', { name: 'Call the director' })).toHaveCount(0);
}

/** Whoever lost the page of a running game finds the way back from the start page and from the lobby. */
async function comeBack(lost: Page): Promise<void> {
  const page = await lost.context().newPage();
  for (const path of ['/', '/play']) {
    await page.goto(path);
    const way = page.getByTestId('own-casual');
    await way.getByText(/^Your game against Guest \d+ goes on\.$/).waitFor();
    if (path === '/') await assertAccessible(page, 'the start page while a casual game goes on');
    await way.getByRole('link', { name: 'Go to the table' }).click();
    await page.waitForURL(lost.url());
    await page.getByTestId('table').waitFor();
  }
  await page.close();
}

async function resign({ page }: Seat): Promise<void> {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Resign 0–64' }).click();
}

async function playAndResign(all: readonly Guest[]): Promise<string> {
  const loser = moverOf(all, 'white').seat;
  const winner = moverOf(all, 'black').seat;
  await assertUndirected(winner);
  for (const ply of SHORTEST.plies.slice(0, PLIES)) await moverOf(all, ply.color).seat.make(ply);
  await comeBack(loser.page);
  await resign(loser);
  await loser.page.getByTestId('result').getByText('You lost 0–64.').waitFor();
  await winner.page.getByTestId('result').getByText('You won 64–0.').waitFor();
  const said = winner.page.getByTestId('casual-end');
  await said.getByText('Rated.').waitFor();
  const game = found(winner.page.url().split('/').at(-1));
  const told = await new Rest(server).call('get_casual_game', { game_id: game });
  expect(told.result).toStrictEqual({ black_discs: 64, white_discs: 0, winner: 'black', rated: true });
  await said.getByText(`Your live rating: ${told.black.live_rating}, provisional (`).waitFor();
  expect(told.black.live_rating).toBeGreaterThan(told.white.live_rating);
  await assertAccessible(winner.page, 'the table of a casual game that is over');
  return game;
}

async function rematch(one: Guest, other: Guest): Promise<void> {
  const before = one.seat.page.url();
  const colors = [one.seat.color, other.seat.color];
  await one.seat.page.getByRole('button', { name: 'Rematch' }).click();
  await one.seat.page.getByText('You offered a rematch.').waitFor();
  await other.seat.page.getByText(/wants a rematch\.$/).waitFor();
  await picture(other.seat.page, 'rematch-wanted');
  await other.seat.page.getByRole('button', { name: 'Accept the rematch' }).click();
  await Promise.all([one, other].map(({ seat }) => seat.page.waitForURL((url) => TABLE.test(url.pathname) && url.href !== before)));
  await seated([one, other]);
  expect([other.seat.color, one.seat.color]).toStrictEqual(colors);
  const black = moverOf([one, other], 'black').seat;
  for (const ply of SHORTEST.plies.slice(0, 2)) await moverOf([one, other], ply.color).seat.make(ply);
  await resign(black);
  await one.seat.page.getByTestId('result').waitFor();
}

/** The guest signs up where the game ended; signed in elsewhere, the game is there. */
async function keepIt({ seat: { page } }: Guest, game: string): Promise<void> {
  await page.getByTestId('guest').getByRole('link', { name: 'Sign up' }).click();
  await page.getByRole('heading', { name: 'Create an account' }).waitFor();
  await page.getByLabel('Your name').fill('Sunniva Haugland');
  await page.getByLabel('Login').fill('sunniva');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Keep the account' }).click();
  await page.getByTestId('result').waitFor();
  await expect(page.getByTestId('guest')).toHaveCount(0);
  const elsewhere = (await stage.visitor('the same player elsewhere', server.base)).context;
  const there = await elsewhere.newPage();
  await there.goto('/sign-in?then=/play/games');
  await there.getByLabel('Login').fill('sunniva');
  await there.getByLabel('Password').fill(PASSWORD);
  await there.getByRole('button', { name: 'Sign in' }).click();
  await there.getByRole('heading', { name: 'Casual games of Sunniva Haugland' }).waitFor();
  const games = there.getByRole('table', { name: 'Games', exact: true });
  await expect(games.getByRole('row')).toHaveCount(3);
  await there
    .getByRole('table', { name: 'Live ratings' })
    .getByRole('row', { name: /^Othello \d+\? ± \d+ 2$/ })
    .waitFor();
  await picture(there, 'casual-games');
  await assertAccessible(there, 'casual games');
  await games.locator(`a[href="/g/${game}"]`).click();
  await there.getByTestId('result').waitFor();
  await there.getByRole('link', { name: /Sunniva Haugland/ }).waitFor();
}

/** Whoever has a legal square plays one, until there is a result; passes come by themselves. */
async function playOut(all: readonly Guest[]): Promise<void> {
  const seats = all.map(({ seat }) => seat);
  await until('the game is over', async () => {
    for (const { page, table } of seats) {
      if ((await table.getAttribute('data-phase')) === 'finished') return true;
      const square = page.getByRole('button', { name: /, empty, legal, flips / }).first();
      if ((await square.count()) > 0) await square.click({ timeout: 1_000 }).catch(() => undefined);
    }
    return false;
  });
  for (const { page } of seats) await page.getByTestId('casual-end').getByText('Rated.').waitFor();
}

async function watched(address: string): Promise<void> {
  const visitor = await stage.visitor('a spectator', server.base, PHONE);
  const page = await visitor.open(new URL(address).pathname);
  await page
    .getByTestId('casual-end')
    .getByText(/Guest \d+: live rating \d+, provisional\./)
    .waitFor();
  for (const color of ['black', 'white'])
    await page
      .getByTestId(`side-${color}`)
      .getByRole('heading', { name: /^Guest \d+$/ })
      .waitFor();
  await expect(page.getByRole('button', { name: 'Rematch' })).toHaveCount(0);
  await assertAccessible(page, 'a casual game that is looked at');
}
