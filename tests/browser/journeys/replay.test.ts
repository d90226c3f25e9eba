import type { Page } from '@playwright/test';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { pass } from '../harness/hall';
import { type Color, START, legal, opposite, play } from '../harness/othello';
import { PASSWORD, Rest } from '../harness/rest';
import { playOut, playerOf, publishRound, seatedEvent } from '../harness/scenes';
import { DESKTOP, PHONE } from '../harness/stage';
import { found } from '../harness/until';

const where = (page: Page) => page.getByTestId('replay-where');
const boardOf = (page: Page): Promise<string | null> => page.getByTestId('board').getAttribute('data-board');

/** Every position of a game, the start first. */
function boards(plies: readonly { color: Color; square: string | null }[]): string[] {
  const all = [START];
  for (const { color, square } of plies) {
    const before = found(all.at(-1));
    all.push(square === null ? before : play(before, color, square));
  }
  return all;
}

test('a game is stepped through, tried from and linked to, by everybody but who plays', async ({ server, stage }) => {
  test.setTimeout(300_000);
  const rest = new Rest(server);
  const scene = await seatedEvent(server);
  const round = await publishRound(scene);
  const [first, second] = round.boards;
  const [game, other] = [found(first).game_id, found(second).game_id];
  const black = playerOf(scene, found(first).black_entrant_id);
  await playOut(scene, { ...round, boards: [found(first)] }, { plies: 9 });

  const spectator = await (await stage.visitor('the spectator', server.base, DESKTOP)).context.newPage();
  await test.step('who plays is offered none, here and at another table, and is refused by the interface', async () => {
    const visitor = await stage.visitor('Black', server.base, DESKTOP);
    const page = await visitor.context.newPage();
    await new Desk(page).signIn(black.login, PASSWORD, `/g/${game}`);
    await expect(page.getByTestId('transcript')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Replay the moves so far' })).toHaveCount(0);
    for (const id of [game, other]) {
      expect(await black.rest.refused('get_replay', { game_id: id, from_ply: 0 })).toBe('playing_now');
      expect(await black.rest.refused('try_moves', { game_id: id, from_ply: 0, moves: 'f5' })).toBe('playing_now');
    }
    await playOut(scene, { ...round, boards: [found(second)] }, { plies: 4 });
    await page.goto(`${server.base}/g/${other}`);
    visitor.expectRefusal(409, `/api/v1/games/${other}/replay`);
    await page.getByRole('button', { name: 'Replay the moves so far' }).click();
    await expect(page.getByText('A game of yours is under way: replays')).toBeVisible();
    await pass(page, 'a replay refused to who plays');
    // The other game may be over before his own: its page would ask for the replay once more, and be refused again.
    await page.close();
  });

  await playOut(scene, round);
  const { plies } = await rest.call('get_table', { game_id: game });
  const positions = boards(plies);
  await test.step('each position of the finished game is reached by transcript, slider, wheel and graph', async () => {
    await spectator.goto(`${server.base}/g/${game}`);
    await expect(where(spectator)).toHaveText(new RegExp(`^Move ${plies.length} of ${plies.length}`));
    await spectator
      .getByTestId('transcript')
      .getByRole('button', { name: found(plies[19]).square ?? 'pass', exact: true })
      .click();
    await expect(where(spectator)).toHaveText(/^Move 20 of/);
    expect(await boardOf(spectator)).toBe(positions[20]);
    await spectator.getByTestId('board').hover();
    await spectator.mouse.wheel(0, 60);
    await expect(where(spectator)).toHaveText(/^Move 21 of/);
    await spectator.mouse.wheel(0, -60);
    await expect(where(spectator)).toHaveText(/^Move 20 of/);
    await spectator.getByRole('slider', { name: 'Move' }).focus();
    await spectator.keyboard.press('ArrowLeft');
    await expect(where(spectator)).toHaveText(/^Move 19 of/);
    expect(await boardOf(spectator)).toBe(positions[19]);
    const graph = spectator.getByRole('img', { name: /^Discs/ });
    const box = found(await graph.boundingBox());
    await graph.click({ position: { x: 1, y: box.height / 2 } });
    await expect(where(spectator)).toHaveText(/The start/);
    expect(await boardOf(spectator)).toBe(START);
    await pass(spectator, 'a replay of a finished game');
  });
  await test.step('moves are tried, and a link leads there', async () => {
    await spectator.keyboard.press('Escape');
    await spectator
      .getByTestId('transcript')
      .getByRole('button', { name: found(plies[3]).square ?? 'pass', exact: true })
      .click();
    let [board, color] = [found(positions[4]), found(plies[4]).color as Color];
    for (let tried = 0; tried < 3; tried += 1) {
      const square = found(legal(board, color).at(-1));
      await spectator.locator(`[data-square="${square}"]`).click();
      board = play(board, color, square);
      await expect(spectator.getByTestId('board')).toHaveAttribute('data-board', board);
      color = opposite(color);
    }
    await expect(where(spectator)).toHaveText(/^Tried after move 4/);
    await pass(spectator, 'moves tried in a replay');
    await spectator.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await spectator.getByRole('button', { name: 'Link to this move' }).click();
    await expect(spectator.getByRole('button', { name: 'Copied' })).toBeVisible();
    const link = await spectator.evaluate(() => navigator.clipboard.readText());
    await spectator.getByRole('button', { name: 'GGF' }).click();
    await expect.poll(() => spectator.evaluate(() => navigator.clipboard.readText())).toMatch(/^1 \(;GM\[Othello\]/);
    await spectator.getByRole('button', { name: 'Back to the game' }).click();
    await expect(where(spectator)).toHaveText(/^Move 4 of/);

    const phone = await (await stage.visitor('somebody with the link', server.base, PHONE)).context.newPage();
    await phone.goto(link);
    await expect(phone.getByTestId('board')).toHaveAttribute('data-board', board);
    await expect(where(phone)).toHaveText(/^Tried after move 4/);
    await pass(phone, 'a link to tried moves on a phone');
  });
});
