import { type Page, expect } from '@playwright/test';
import { test } from '../harness/fixtures';
import { START } from '../harness/othello';
import { seen } from '../harness/pictures';
import { type Scene, enter, enterResults, finishRound, look, newEvent, playOut, publishRound, seat } from '../harness/scenes';
import { siteOf } from '../harness/site';
import { PHONE } from '../harness/stage';
import { found, until } from '../harness/until';

const BEHIND = 2;
const DELAY = `Spectators see games ${BEHIND} moves later.`;
const PLAYED = 24;
const COUNTRIES = [
  'NOR',
  'DNK',
  'SWE',
  'FIN',
  'NOR',
  'JPN',
  'FRA',
  'ITA',
  'NLD',
  'GBR',
  'POL',
  'CZE',
  'NOR',
  'DEU',
  'PRT',
  'AUS',
  'USA',
  'CHN',
  'THA',
  'SGP',
];

test('a spectator’s day under a delay: follows a player, watches, replays, shares, and shows the table on a site of their own', async ({
  server,
  stage,
  browser,
}) => {
  test.setTimeout(300_000);
  const scene = await delayedEvent(server);
  const followed = found(scene.players[6]);
  const visitor = await stage.visitor('the spectator', server.base);
  const page = await visitor.open(`/t/${scene.id}`);
  const line = page.getByTestId('following');
  const follow = page.getByRole('row', { name: followed.name }).getByRole('button', { name: `Follow ${followed.name}` });

  await test.step('a player is followed, by a button at the name that says so', async () => {
    await expect(line).toHaveCount(0);
    await follow.click();
    await expect(page.getByRole('button', { name: `Following ${followed.name}` })).toBeVisible();
    await line.getByText('Following: no game now').waitFor();
    await seen(page, 'entrants-followed');
  });

  const round = await publishRound(scene);
  const board = found(round.boards.find((one) => [one.black_entrant_id, one.white_entrant_id].includes(followed.entrant)));
  await test.step('the game of the followed player is announced as it starts, with a link to it', async () => {
    await expect(page.getByTestId('announcer')).toHaveText(`The game of ${followed.name} has begun at table ${board.table}.`);
    await line.getByText('Following: 1 game now').waitFor();
    await expect(line.getByRole('link', { name: `Table ${board.table}, ` })).toHaveAttribute('href', `/g/${board.game_id}`);
    await page.goto('/');
    await page
      .getByTestId('following')
      .getByRole('link', { name: `Table ${board.table}, ` })
      .click();
    await page.getByTestId('table').waitFor();
    await expect(page.getByRole('button', { name: `Following ${followed.name}` })).toBeVisible();
    await page.goto(`/t/${scene.id}/games`);
  });

  await playOut(scene, round, { plies: PLAYED });
  await test.step('the list of games shows the followed alone, by player, with the delay named', async () => {
    await page.getByTestId('delay').getByText(DELAY).waitFor();
    await expect(page.getByTestId('games').locator('tbody tr')).toHaveCount(round.boards.length);
    await page.getByLabel('Followed', { exact: true }).check();
    await expect(page.getByTestId('games').locator('tbody tr')).toHaveCount(1);
    await page.getByRole('button', { name: 'By player' }).click();
    await expect(page.getByTestId('by-player').locator('tbody tr')).toHaveCount(2);
    await page.getByLabel('Followed', { exact: true }).uncheck();
    await seen(page, 'games-by-player');
    await page.getByRole('button', { name: 'By table' }).click();
    await seen(page, 'games-followed');
  });

  const followedGame = { ...round, boards: [board] };
  const where = page.getByTestId('replay-where');
  await test.step('the followed game is stepped through as far as it is shown, and goes on behind the players', async () => {
    await page.goto(`/g/${board.game_id}`);
    await page.getByRole('button', { name: 'Replay the moves so far' }).click();
    await expect(where).toHaveText(new RegExp(`^Move ${PLAYED - BEHIND} of ${PLAYED - BEHIND}`));
    await page.keyboard.press('Home');
    await expect(where).toHaveText(/The start/);
    await expect(page.getByTestId('board')).toHaveAttribute('data-board', START);
    await page.keyboard.press('ArrowRight');
    await expect(where).toHaveText(new RegExp(`^Move 1 of ${PLAYED - BEHIND} Black`));
    await seen(page, 'a-replay-under-the-delay');
    await playOut(scene, followedGame, { plies: 2 });
    await expect(where).toHaveText(new RegExp(`^Move 1 of ${PLAYED}`));
    await page.getByRole('button', { name: 'To the live position' }).click();
    await playOut(scene, followedGame, { plies: 2 });
    await expect(where).toHaveText(new RegExp(`^Move ${PLAYED + BEHIND} of ${PLAYED + BEHIND}`));
    await page.goto(`/t/${scene.id}/games`);
    await page.getByTestId('games').waitFor();
  });

  const tile = page.getByTestId('tile').first();
  await test.step('W leads to the wall: the followed board first, then by table, two pages of them', async () => {
    await page.keyboard.press('w');
    await page.getByRole('heading', { name: 'Games of round 1' }).waitFor();
    await page.getByText('10 of 10 boards running, 8 shown').waitFor();
    await expect(tile).toHaveAttribute('data-table', String(board.table));
    await expect(page.getByTestId('delay')).toHaveText(DELAY);
    await page.keyboard.press('k');
    await expect(page.getByTestId('tile')).toHaveCount(2);
    await page.keyboard.press('j');
    await seen(page, 'wall');
    await assertNarrow(page);
  });

  await test.step('the game ends, and its board stays with the result', async () => {
    await playOut(scene, followedGame, { seed: 7 });
    const {
      winner,
      black_discs: black,
      white_discs: white,
    } = await until('the result is there', async () => {
      const { rounds } = await look(scene);
      return rounds[0]?.boards.find((one) => one.game_id === board.game_id)?.result;
    });
    const said =
      winner === 'none'
        ? `Drawn, ${black}–${white}.`
        : winner === 'black'
          ? `Black won ${black}–${white}.`
          : `White won ${white}–${black}.`;
    await tile.getByText(said).waitFor();
    await page.getByText('9 of 10 boards running, 8 shown').waitFor();
    await line.getByText('Following: no game now').waitFor();
  });

  await test.step('it fills a screen, without the frame', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.getByRole('link', { name: 'Fill a screen' }).click();
    await expect(page.getByRole('banner')).toHaveCount(0);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Turn pages every 20 s' }).waitFor();
    await seen(page, 'wall-screen');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
  });

  const code = await test.step('a move of the finished game is shared, and the table of the event for a page', async () => {
    await page.goto(`/g/${board.game_id}`);
    await page.getByTestId('transcript').getByRole('button').nth(9).click();
    await expect(where).toHaveText(/^Move 10 of/);
    const shown = found(await page.getByTestId('board').getAttribute('data-board'));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Link to this move' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    const friend = await (await stage.visitor('a friend', server.base, PHONE)).context.newPage();
    await friend.goto(await page.evaluate(() => navigator.clipboard.readText()));
    await expect(friend.getByTestId('board')).toHaveAttribute('data-board', shown);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByLabel('What a web page or stream shows').selectOption('table');
    return page.getByLabel('Code for a web page', { exact: true }).inputValue();
  });

  await test.step('a site of their own and an overlay show that table, and go on with the next round', async () => {
    const context = await browser.newContext();
    const blog = await context.newPage();
    const site = await siteOf(code);
    await blog.goto(site.address);
    const frame = blog.frameLocator('iframe').getByTestId('embed');
    await frame.getByText(/won \d+–\d+\.|^Drawn/).waitFor();
    const overlay = await (await stage.visitor('a stream', server.base)).open(`/overlay/t/${scene.id}?table=${board.table}`);
    await overlay.getByText(/won \d+–\d+\.|^Drawn/).waitFor();
    await enterResults(scene, { ...round, boards: round.boards.filter((one) => one !== board) });
    await finishRound(scene, round);
    const next = found((await publishRound(scene)).boards.find(({ table }) => table === board.table));
    await expect(frame.getByRole('img')).toHaveAttribute('aria-label', /^Board: 2 black discs, 2 white discs/);
    for (const entrant of [next.black_entrant_id, next.white_entrant_id]) {
      const { name } = found(scene.players.find((one) => one.entrant === entrant));
      await frame.getByText(name).waitFor();
      await overlay.getByText(name).waitFor();
    }
    await context.close();
    site.close();
  });

  await test.step('a country is followed too, and who is followed can be looked at', async () => {
    await page.goto(`/t/${scene.id}`);
    await seen(page, 'standings-followed');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByLabel('Part of a name, or a country').fill('nor');
    await page.getByRole('button', { name: 'Follow Norway' }).click();
    await seen(page, 'find-followed');
    await page.getByRole('button', { name: 'Close' }).click();
    await line.getByRole('button', { name: 'Whom you follow' }).click();
    await seen(page, 'whom');
    await page.goto(`/t/${scene.id}/crosstable`);
    await seen(page, 'crosstable-followed');
    await page.goto('/');
    await line.waitFor();
    await seen(page, 'home-followed');
  });
});

/** An event of twenty whose spectators see games later. */
async function delayedEvent(server: { base: string }): Promise<Scene> {
  const preset = await newEvent(server);
  const document = { ...JSON.parse((await look(preset)).rule_set_json), spectators: { kind: 'delayed', plies: 2, ms: 0 } };
  const scene = await newEvent(server, { name: 'Upper Marsh Open', rule_set_document: document, accept_deviations: true });
  for (const country of COUNTRIES) await seat(scene, await enter(scene, { country }));
  await until('the seats are taken', async () => (await look(scene)).entrants.every((one) => one.seated));
  return scene;
}

/** On the narrowest phone nothing sticks out. */
async function assertNarrow(page: Page): Promise<void> {
  const size = found(page.viewportSize());
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize(size);
}
