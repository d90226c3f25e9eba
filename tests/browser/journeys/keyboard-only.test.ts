import type { Page } from '@playwright/test';
import { expect, test } from '../harness/fixtures';
import { countPointers, unseenFocus } from '../harness/focus';
import { Opponent } from '../harness/opponent';
import { SHORT_WITH_PASS as GAME } from '../harness/othello';
import { enter, finishRound, newEvent, publishRound, seat as seatBy } from '../harness/scenes';
import { Seat, keyboard } from '../harness/seat';
import { DESKTOP, assertNeverReloaded } from '../harness/stage';
import { Typist } from '../harness/typist';
import { found } from '../harness/until';

let page: Page;
let typist: Typist;

test('a seat is taken, a game played and looked up by keyboard alone, and the focus is always to be seen', async ({ server, stage }) => {
  const scene = await newEvent(server);
  await enter(scene);
  await enter(scene);
  const round = await publishRound(scene);
  const board = found(round.boards[0]);
  const [own, other] = [board.black_entrant_id, board.white_entrant_id].map((id) =>
    found(scene.unseated.find((one) => one.entrant === id)),
  );
  const opponent = new Opponent(await seatBy(scene, found(other)), board.game_id);
  const { name, entrant } = found(own);
  const { code } = await scene.director.rest.call('issue_seat_code', { tournament_id: scene.id, entrant_id: entrant });
  const visitor = await stage.visitor('the player', server.base, DESKTOP);
  await visitor.context.addInitScript(countPointers);
  page = await visitor.open(`/claim#${code}`);
  typist = new Typist(page, assertSeen);
  const black = new Seat(page, keyboard);

  await test.step('the seat is taken, and leads to the table', async () => {
    await typist.go(page.getByRole('button', { name: `Take the seat of ${name}` }));
    await landsAt('Round 1 is running.');
    await typist.go(page.getByRole('link', { name: 'Go to table 1' }));
    await landsAt('Table 1');
  });
  await test.step('what is asked takes the focus, and gives it back', askedAndLeft);
  await test.step('the whole game, with a pass', async () => {
    for (const ply of GAME.plies) {
      if (ply.color === 'white') await opponent.make(ply);
      else await black.make(ply);
      await assertSeen();
    }
    await page.getByTestId('result').waitFor();
    expect(await black.result()).toBe('You lost 1–63.');
    expect(await black.transcript()).toStrictEqual(GAME.plies.map(({ square }) => square ?? 'pass'));
    await assertSeen();
  });
  await test.step('the result is signed', async () => {
    await typist.go(page.getByRole('button', { name: 'Confirm', exact: true }));
    await page.getByText('You confirmed the result.').waitFor();
    await assertSeen();
    await opponent.sign();
    await page.getByRole('main').getByText('The result is confirmed and countersigned.').waitFor();
    await assertSeen();
  });
  await test.step('the seat, the standings and the documents', async () => {
    await typist.go(page.getByRole('link', { name: 'Back to my seat' }));
    await landsAt('Your game of round 1 is over: 1–63.');
    await finishRound(scene, round);
    await typist.go(page.getByRole('link', { name: 'Standings' }));
    await landsAt('Lower Marsh Open');
    const first = page.getByTestId('standings').locator('tbody tr').first();
    await expect(first).toContainText(found(other).name);
    await typist.go(page.getByRole('link', { name: 'Documents' }));
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await assertSeen();
    await typist.go(first.page().getByRole('link', { name: 'Skip to the page' }));
  });
  expect(await page.evaluate(() => (window as unknown as { pointers: { count: number } }).pointers.count), 'a pointer was used').toBe(0);
  await assertNeverReloaded(page);
});

/** The focus is somewhere, and can be seen there. */
const assertSeen = async (): Promise<void> => {
  await expect.poll(() => unseenFocus(page)).toBeNull();
};

/** A new page begins at its heading. */
async function landsAt(heading: string): Promise<void> {
  const there = page.getByRole('heading', { level: 1, name: heading });
  await there.waitFor();
  await expect(there).toBeFocused();
}

/** The call for the director, a resignation and the help: each is opened, left with Escape, and the game goes on. */
async function askedAndLeft(): Promise<void> {
  for (const { act, asks } of [
    { act: 'Director', asks: 'Call the director' },
    { act: 'Resign', asks: 'Resign 0–64' },
  ]) {
    const opener = page.getByRole('button', { name: act });
    await typist.go(opener);
    await expect(page.getByRole('button', { name: asks })).toBeFocused();
    await assertSeen();
    await typist.press('Escape');
    await expect(opener).toBeFocused();
    await typist.press('Enter');
    await typist.go(page.getByRole('button', { name: 'Keep playing' }));
    await expect(opener).toBeFocused();
    await assertSeen();
  }
  await typist.go(page.getByRole('button', { name: 'Keys' }));
  await page.getByText('Arrows move, Home and End go to the ends of a row').waitFor();
  await typist.press('Escape');
  await expect(page.getByRole('button', { name: 'Keys' })).toBeFocused();
  await typist.press('/');
  await expect(page.getByRole('heading', { name: 'Transcript' })).toBeFocused();
}
