import type { Page } from '@playwright/test';
import type { Cable } from '../harness/cable';
import { expect, test } from '../harness/fixtures';
import { Opponent } from '../harness/opponent';
import { type Color, type Ply, SHORTEST, opposite, play } from '../harness/othello';
import { type Scene, enter, newEvent, publishRound, seat } from '../harness/scenes';
import { Seat, finger } from '../harness/seat';
import { PHONE, type Visitor, assertNeverReloaded } from '../harness/stage';
import { found, until } from '../harness/until';

/** For how long a clock runs on under a cut line before it is believed, in seconds. */
const ON = 2;
/** By how much a clock on the page may differ from the server's, in seconds: what is read is rounded, and read a moment later. */
const NEAR = 2;

/** Everything that somebody did: touches and presses, not what the page does by itself. */
async function countActs(visitor: Visitor): Promise<(page: Page) => Promise<number>> {
  await visitor.context.addInitScript(() => {
    const acts = { count: 0 };
    for (const kind of ['click', 'keydown']) window.addEventListener(kind, ({ isTrusted }) => (acts.count += isTrusted ? 1 : 0), true);
    Object.assign(window, { acts });
  });
  return (page) => page.evaluate(() => (window as unknown as { acts: { count: number } }).acts.count);
}

interface Played {
  seat: Seat;
  opponent: Opponent;
  cable: Cable;
  visitor: Visitor;
}

test('a newcomer goes from the seat link to a finished game on a phone whose network fails three times', async ({
  server,
  cable,
  stage,
}) => {
  const scene = await newEvent(server);
  const newcomer = await enter(scene);
  const other = await seat(scene, await enter(scene));
  const round = await publishRound(scene);
  const game = found(round.boards[0]).game_id;
  const opponent = new Opponent(other, game);
  const visitor = await stage.visitor('the newcomer', cable.base, PHONE);
  const acts = await countActs(visitor);
  const link = await linkOf(scene, newcomer.entrant);
  const page = await visitor.open(link);
  const here = new Seat(page, finger);
  const all: Played = { seat: here, opponent, cable, visitor };

  await test.step('from the link to the seat: it is opened, and one button pressed', async () => {
    await page.getByRole('heading', { name: `You are ${newcomer.name}.` }).waitFor();
    await page.getByRole('button', { name: `Take the seat of ${newcomer.name}` }).tap();
    await page.getByRole('heading', { name: 'Round 1 is running.' }).waitFor();
    expect(1 + (await acts(page)), 'acts from the link to the seat').toBe(2);
    expect(page.url(), 'the spent code is still in the address').not.toContain('#');
  });
  await test.step('one more leads to the table', async () => {
    const place = await page.getByTestId('seat').getByText(/^You are (Black|White) at table 1 against/);
    here.color = /Black/.test(await place.innerText()) ? 'black' : 'white';
    await page.getByRole('link', { name: 'Go to table 1' }).tap();
    await here.table.waitFor();
    expect(1 + (await acts(page)), 'acts from the link to the table').toBe(3);
  });
  await test.step('the game, and three cuts of the line', () => playOn(all));
  await test.step('the result is read, signed, and the same everywhere', () => assertEnd(all));
  await assertNeverReloaded(page);
});

async function linkOf({ director, id }: Scene, entrant: string): Promise<string> {
  const { code } = await director.rest.call('issue_seat_code', { tournament_id: id, entrant_id: entrant });
  return `/claim#${code}`;
}

/** The first own ply is thought about without a line, the answer to the second comes without one, the third is sent as it fails. */
async function playOn(all: Played): Promise<void> {
  const { seat, opponent } = all;
  let own = 0;
  for (const ply of SHORTEST.plies) {
    if (ply.color !== seat.color) {
      if (own === 2) await test.step('cut while the opponent moves', () => cutWhileTheOtherMoves(all, ply));
      else await opponent.make(ply);
      continue;
    }
    own += 1;
    if (own === 1) await test.step('cut while thinking', () => cutWhileThinking(all, ply));
    if (own === 3) await test.step('cut as the move is sent', () => cutAsItIsSent(all, ply));
    else await seat.make(ply);
  }
}

async function cutWhileThinking(all: Played, ply: Ply): Promise<void> {
  const { seat, cable, visitor } = all;
  await seat.see(ply.board, ply.color);
  visitor.cutOff = true;
  cable.cut();
  await assertToldOffline(seat.page, { clockRuns: true });
  await seat.page.getByTestId('connection').getByText('Offline').waitFor({ state: 'attached' });
  await runsOn(seat);
  await assertHonest(all);
  await mended(all);
  await seat.see(ply.board, ply.color);
  await assertHonest(all);
}

/** The page knows of no answer while the line is cut: its own clock runs on the server alone, and is right once it knows. */
async function cutWhileTheOtherMoves(all: Played, ply: Ply): Promise<void> {
  const { seat, opponent, cable, visitor } = all;
  const taken = found(SHORTEST.plies[SHORTEST.plies.indexOf(ply) - 1]?.square);
  await seat.see(ply.board, ply.color);
  visitor.cutOff = true;
  cable.cut();
  await assertToldOffline(seat.page, { clockRuns: false });
  await seat.page.getByText(`Your last move, ${taken}, was taken.`).waitFor({ state: 'attached' });
  await opponent.make(ply);
  const { clocks } = await opponent.look();
  expect(clocks.running).toBe(seat.color);
  await until('the clock runs on the server', () => Date.now() - clocks.as_of_ms > ON * 1_000);
  expect(await seat.board.getAttribute('data-board'), 'it knows a move that nobody told it').toBe(ply.board);
  await mended(all);
  await seat.see(after(ply), opposite(ply.color));
  await assertHonest(all);
}

/** The server takes the move, and its answer is lost: nothing is flipped before it is known, and nothing is played twice. */
async function cutAsItIsSent(all: Played, ply: Ply): Promise<void> {
  const { seat, opponent, cable, visitor } = all;
  visitor.cutOff = true;
  const sent = cable.cutAtMove({ deliver: true });
  await seat.make(ply);
  expect((await sent).square).toBe(ply.square);
  await assertToldOffline(seat.page, { clockRuns: true });
  await seat.page.getByText(`Whether ${ply.square} was taken is not known yet`).waitFor({ state: 'attached' });
  expect(await seat.board.getAttribute('data-board'), 'a disc flipped before the server took the move').toBe(ply.board);
  const { board, plies } = await until('the server has the move', async () => {
    const table = await opponent.look();
    return table.board === after(ply) ? table : null;
  });
  expect(plies.at(-1)?.square).toBe(ply.square);
  await mended(all);
  await seat.see(board, opposite(ply.color));
  expect((await opponent.look()).plies.length, 'the move was taken twice').toBe(plies.length);
}

/** The line that is cut is told at once, on the screen, and nothing about a clock that does not run. */
async function assertToldOffline(page: Page, { clockRuns }: { clockRuns: boolean }): Promise<void> {
  const told = page.getByRole('main').getByText('You are offline.', { exact: true });
  await told.waitFor();
  await expect(told).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Your clock runs.', { exact: true })).toHaveCount(clockRuns ? 1 : 0);
}

async function mended({ seat, cable, visitor }: Played): Promise<void> {
  cable.mend();
  await seat.page.getByRole('main').getByText('You are offline.', { exact: true }).waitFor({ state: 'detached' });
  await assertNeverReloaded(seat.page);
  visitor.cutOff = false;
}

async function runsOn(seat: Seat): Promise<void> {
  const begun = await shown(seat, seat.color);
  await until('the own clock runs on', async () => (await shown(seat, seat.color)) <= begun - ON);
}

/** What is shown of the own clock is what the server has of it now. */
async function assertHonest({ seat, opponent }: Played): Promise<void> {
  const { color } = seat;
  const apart = async (): Promise<number> => {
    const { clocks } = await opponent.look();
    const spent = clocks.running === color ? Date.now() - clocks.as_of_ms : 0;
    return Math.abs((clocks[`${color}_ms`] - spent) / 1_000 - (await shown(seat, color)));
  };
  await expect.poll(apart, { message: 'the clock on the page against the server’s' }).toBeLessThan(NEAR);
}

/** What a clock on the page says, in whole seconds. */
async function shown(seat: Seat, color: Color): Promise<number> {
  const [, minutes, rest] = found((await seat.clock(color).innerText()).replaceAll(/\s/g, '').match(/^(\d+):(\d\d)/));
  return Number(minutes) * 60 + Number(rest);
}

async function assertEnd({ seat, opponent }: Played): Promise<void> {
  const { page, color } = seat;
  const moves = SHORTEST.plies.map((ply) => ply.square);
  await page.getByTestId('result').waitFor();
  expect(await seat.result()).toBe(color === 'black' ? 'You won 64–0.' : 'You lost 0–64.');
  expect(await seat.transcript()).toStrictEqual(moves);
  await page.getByRole('button', { name: 'Confirm', exact: true }).tap();
  await page.getByText('You confirmed the result.').waitFor();
  await opponent.sign();
  await page.getByRole('main').getByText('The result is confirmed and countersigned.').waitFor();
  const { plies, result, confirmation } = await opponent.look();
  expect(plies.map((ply) => ply.square)).toStrictEqual(moves);
  expect([result?.black_discs, result?.white_discs]).toStrictEqual([64, 0]);
  expect([confirmation?.state, confirmation?.by_silence]).toStrictEqual(['confirmed', false]);
  await page.getByRole('link', { name: 'Back to my seat' }).tap();
  await page.getByRole('heading', { name: /^Your game of round 1 is over: / }).waitFor();
}

const after = ({ board, color, square }: Ply): string => (square ? play(board, color, square) : board);
