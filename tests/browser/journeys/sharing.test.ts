import { assertAccessible } from '../harness/axe';
import { expect, test } from '../harness/fixtures';
import { pass } from '../harness/hall';
import { START, legal, play } from '../harness/othello';
import { look, playOut, playerOf, publishRound, seatedEvent } from '../harness/scenes';
import { siteOf } from '../harness/site';
import { DESKTOP } from '../harness/stage';
import { found } from '../harness/until';

test('a board and the standings stand in a frame of another page, and nothing else does', async ({ server, stage, browser }) => {
  test.setTimeout(300_000);
  const scene = await seatedEvent(server);
  const round = await publishRound(scene);
  const board = found(round.boards[0]);
  await playOut(scene, { ...round, boards: [board] }, { plies: 1 });

  const spectator = await (await stage.visitor('the spectator', server.base, DESKTOP)).context.newPage();
  const code = await test.step('the table offers a link, code for a page and an overlay', async () => {
    await spectator.goto(`${server.base}/g/${board.game_id}`);
    await spectator.getByRole('button', { name: 'Share' }).click();
    await expect(spectator.getByLabel('Link', { exact: true })).toHaveValue(`${server.base}/g/${board.game_id}`);
    await pass(spectator, 'what of a table is shared');
    return spectator.getByLabel('Code for a web page', { exact: true }).inputValue();
  });
  const standings = await test.step('so does the event', async () => {
    await spectator.goto(`${server.base}/t/${scene.id}`);
    await spectator.getByRole('button', { name: 'Share' }).click();
    await pass(spectator, 'what of an event is shared');
    return spectator.getByLabel('Code for a web page', { exact: true }).inputValue();
  });

  // Somebody else's site: its requests are its own.
  const context = await browser.newContext();
  const blog = await context.newPage();
  const unframed = `<iframe src="${server.base}/g/${board.game_id}" title="a table"></iframe>`;
  const site = await siteOf(code + standings + unframed);
  await test.step('another site shows them, and the board goes on with the game', async () => {
    await blog.goto(site.address);
    const { plies } = await scene.director.rest.call('get_table', { game_id: board.game_id });
    const first = found(plies[0]);
    const position = play(START, 'black', found(first.square));
    const frame = blog.frameLocator('iframe').first();
    await expect(frame.getByRole('img')).toHaveAttribute('aria-label', new RegExp(`Last move ${first.square}`));
    const square = found(legal(position, 'white')[0]);
    const white = playerOf(scene, board.white_entrant_id).rest;
    await white.call('move', { game_id: board.game_id, body: { ply: 2, square } });
    await expect(frame.getByRole('img')).toHaveAttribute('aria-label', new RegExp(`Last move ${square}`));
    await assertAccessible(blog, 'a page with frames');
    const list = blog.frameLocator('iframe').nth(1);
    for (const { surname } of (await look(scene)).entrants) await expect(list.getByRole('rowheader', { name: surname })).toBeVisible();
    for (const link of await list.getByRole('link').all()) expect(await link.getAttribute('target')).toBe('_blank');
  });
  await test.step('a page with something to do is not shown there', async () => {
    const shown = blog.frames().map((frame) => new URL(frame.url()));
    expect(shown.map(({ protocol, pathname }) => (protocol === 'http:' ? pathname : protocol))).toStrictEqual([
      '/',
      `/embed/g/${board.game_id}`,
      `/embed/t/${scene.id}/standings`,
      'chrome-error:',
    ]);
  });
  await context.close();
  site.close();

  await test.step('the overlay of a stream lies on nothing', async () => {
    await spectator.goto(`${server.base}/overlay/g/${board.game_id}?board`);
    await expect(spectator.getByTestId('overlay')).toBeVisible();
    const ground = await spectator.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe('rgba(0, 0, 0, 0)');
    await pass(spectator, 'the overlay of a stream');
  });
});
