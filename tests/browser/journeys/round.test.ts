import type { Page } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { Cable } from '../harness/cable';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { PASSWORD } from '../harness/rest';
import { type Scene, clubEvent, finishRound, look, playOut, playerOf, publishRound, seatedEvent } from '../harness/scenes';
import type { Server } from '../harness/server';
import { PHONE, type Stage, picture } from '../harness/stage';
import { found, until } from '../harness/until';

const LAPTOP = { viewport: { width: 1280, height: 800 } };

let server: Server;
let stage: Stage;
test.beforeEach(({ server: own, stage: everybody }) => {
  server = own;
  stage = everybody;
});

test('a round over the board is typed by keyboard, one act a board, and corrected later', async () => {
  const scene = await clubEvent(server, 6);
  const first = await publishRound(scene);
  const { page } = await deskOf(scene);
  await test.step('a table and discs, a margin, a draw: Enter goes on by itself', async () => {
    await page.getByTestId('boards').waitFor();
    await page.keyboard.press('r');
    await expect(page.getByLabel('Enter a result')).toBeFocused();
    for (const typed of ['1 26', '+6', '=']) {
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await expect(page.getByLabel('Enter a result')).toHaveValue('');
    }
    const scores = async () => (await look(scene)).rounds[0]?.boards.map(({ result }) => result?.black_discs);
    await until('the results are there', async () => JSON.stringify(await scores()) === '[26,35,32]');
  });
  await finishRound(scene, first);
  await publishRound(scene);
  await test.step('round 1 is opened again, and a result corrected only where something differs', async () => {
    await page.getByRole('link', { name: 'Round 1, finished' }).click();
    await page.getByRole('heading', { name: /^Round 1 of / }).waitFor();
    await page.getByRole('button', { name: 'Table 2', exact: true }).click();
    const panel = page.getByTestId('table-panel');
    await panel.getByLabel('Reason', { exact: true }).fill('Both left the hall');
    await panel.getByText('That is on record already: nothing to correct.').waitFor();
    await expect(panel.getByRole('button', { name: 'Correct to 35–29' })).toBeDisabled();
    await panel.getByLabel('How it came about').selectOption('Forfeit');
    await panel.getByLabel('Lost by').or(panel.getByLabel('Who lost by it')).selectOption('both');
    await assertAccessible(page, 'a past round at the desk');
    await panel.getByRole('button', { name: 'Correct to “both forfeit”' }).click();
    await until('it is corrected', async () => (await look(scene)).rounds[0]?.boards[1]?.result?.kind === 'double_forfeit');
  });
  await test.step('one act goes to all tables, and each says what became of it', async () => {
    await page.getByRole('link', { name: /^Round 2, / }).click();
    await page.getByRole('heading', { name: /^Round 2 of / }).waitFor();
    await page.getByLabel('Take all open tables in').check();
    const several = page.getByTestId('several-panel');
    await several.getByRole('radio', { name: 'Give or take time' }).check();
    await several.getByLabel('Time, − takes').fill('2:00');
    await several.getByLabel('Reason, shown to both players').fill('The fire drill');
    await several.getByRole('button', { name: 'Give 2:00 to Black, at 3 tables' }).click();
    await several.getByText('Done at tables 1, 2, and 3.').waitFor();
    await assertAccessible(page, 'several boards at the desk');
  });
});

test('what is said at a table moves neither board nor clock; a call rings at the desk; a cut line is told', async () => {
  const scene = await seatedEvent(server, { players: 4 });
  const round = await publishRound(scene);
  const board = found(round.boards.find((one) => one.table === 1));
  await playOut(scene, { ...round, boards: [board] }, { plies: 6 });
  const cable = await Cable.to(server);
  const line = await stage.visitor('a spectator', cable.base, LAPTOP);
  const spectator = await line.open(`/g/${board.game_id}`);
  const black = await atTable(scene, board.black_entrant_id, board.game_id, LAPTOP);
  const phone = await atTable(scene, board.white_entrant_id, board.game_id, PHONE);
  const act = (act: object, reason: string) =>
    scene.director.rest.call('officiate', { game_id: board.game_id, body: { act, reason, paragraph: 'EGP V.2' } as never });

  await test.step('three rulings and a pause: the board stays, the own clock and the buttons are on the screen', async () => {
    const before = [await topOf(black), await topOf(phone)];
    await act({ type: 'adjust_time', color: 'white', ms: -120_000 }, 'A second voice was heard at the board, as a spectator says');
    for (const page of [black, phone])
      await page
        .getByRole('main')
        .getByText(/^The director took 2:00 from White: \d+:\d\d\.$/)
        .waitFor();
    await act({ type: 'set_clocks', clocks: { black_ms: 600_000, white_ms: 500_000 } }, 'The clocks were wrong');
    await act({ type: 'pause', until_ms: null }, 'A fire drill');
    for (const page of [black, phone]) await page.getByTestId('pause').waitFor();
    expect([await topOf(black), await topOf(phone)]).toStrictEqual(before);
    await onScreen(black, ['clock-black', 'clock-white', 'board']);
    await onScreen(phone, ['clock-black', 'clock-white', 'board']);
    for (const name of ['Pass', 'Resign', 'Director']) await expect(black.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    await picture(black, 'ruled-table-laptop');
    await picture(phone, 'ruled-table-phone');
    await act({ type: 'resume' }, 'It is over');
    await black.getByTestId('pause').waitFor({ state: 'detached' });
  });

  await test.step('Escape closes what is open and never leaves', async () => {
    await black.keyboard.press('?');
    await black.keyboard.press('Escape');
    await black.keyboard.press('Escape');
    expect(new URL(black.url()).pathname).toBe(`/g/${board.game_id}`);
    expect(await black.getByRole('region', { name: 'Transcript' }).count(), 'two regions have one name').toBe(1);
  });

  const { page: desk } = await deskOf(scene, '/desk/officials');
  await test.step('a call changes the title of the desk, and coming is not going on', async () => {
    await black.keyboard.press('c');
    await black
      .getByText(/3 calls left/)
      .first()
      .waitFor();
    await black.getByRole('button', { name: 'Call the director' }).click();
    await expect(desk).toHaveTitle('● Table 1: Black calls you.');
    await desk.getByRole('link', { name: 'Go to table 1' }).click();
    await desk.getByTestId('call').getByRole('button', { name: 'I am coming' }).click();
    await black.getByTestId('chat').getByText('The director is coming.').waitFor();
    await desk.getByTestId('boards').getByText('Called, and answered').waitFor();
    expect((await scene.director.rest.call('get_table', { game_id: board.game_id })).phase).toBe('paused');
    await desk.getByTestId('call').getByRole('button', { name: 'Answer the call' }).click();
    const form = desk.getByTestId('call').getByRole('form');
    await form.getByLabel('Reason, shown to both players').fill('The noise is over');
    await form.getByRole('button', { name: 'Answer the call' }).click();
    await expect(desk).toHaveTitle(/^Director’s desk/);
  });

  await test.step('an act, its reason and the game by their keys; then back to the desk', async () => {
    const panel = desk.getByTestId('table-panel');
    await panel.getByRole('heading', { name: 'Table 1' }).click();
    await desk.keyboard.press('1');
    await expect(panel.getByRole('radio').first()).toBeChecked();
    await desk.keyboard.press('e');
    await expect(panel.getByRole('textbox', { name: /^Reason/ })).toBeFocused();
    await panel.getByRole('radio').first().focus();
    await desk.keyboard.press('w');
    await desk.waitForURL(`**/g/${board.game_id}`);
    await desk.getByRole('link', { name: 'Director’s desk', exact: true }).last().click();
    await desk.getByTestId('table-panel').getByRole('heading', { name: 'Table 1' }).waitFor();
  });

  await test.step('a spectator whose line is cut reads as of when, and the clocks stand', async () => {
    line.cutOff = true;
    cable.cut();
    await spectator
      .getByTestId('cut')
      .getByText(/Shown as of \d\d:\d\d:\d\d/)
      .waitFor();
    const clock = spectator.getByTestId('clock-black');
    const [shown, running] = [await clock.innerText(), await black.getByText(/^Server time /).innerText()];
    await until('time goes on elsewhere', async () => (await black.getByText(/^Server time /).innerText()) !== running);
    expect(await clock.innerText()).toBe(shown);
    cable.mend();
    await spectator.getByTestId('cut').waitFor({ state: 'detached' });
  });

  await test.step('a game that is over speaks of no line and no points', async () => {
    await playerOf(scene, board.white_entrant_id).rest.call('resign', { game_id: board.game_id });
    await black.getByTestId('result').waitFor();
    await expect(black.getByRole('button', { name: 'Confirm', exact: true })).toBeInViewport({ ratio: 1 });
    for (const side of ['side-black', 'side-white']) {
      expect(
        await black
          .getByTestId(side)
          .getByText(/Online|Offline|point/)
          .count(),
      ).toBe(0);
    }
  });

  await test.step('an address without a table says so in its title', async () => {
    const visitor = await stage.visitor('somebody astray', server.base);
    visitor.expectRefusal(404, '/api/v1/games/nothing');
    const page = await visitor.open('/g/nothing');
    await expect(page).toHaveTitle(/^There is no such table/);
  });
  cable.close();
});

async function deskOf(scene: Scene, section = '/desk/round') {
  const visitor = await stage.visitor('the director', server.base);
  const desk = new Desk(await visitor.context.newPage());
  await desk.signIn(scene.director.login, PASSWORD, `/t/${scene.id}${section}`);
  return desk;
}

async function atTable(scene: Scene, entrant: string, game: string, settings: Parameters<Stage['visitor']>[2]) {
  const { name, login } = playerOf(scene, entrant);
  const visitor = await stage.visitor(name, server.base, settings);
  const desk = new Desk(await visitor.context.newPage());
  await desk.signIn(login, PASSWORD, `/g/${game}`);
  await desk.page.getByTestId('board').waitFor();
  return desk.page;
}

const topOf = async (page: Page) => found(await page.getByTestId('board').boundingBox()).y;

async function onScreen(page: Page, parts: string[]) {
  for (const part of parts) await expect(page.getByTestId(part), part).toBeInViewport({ ratio: 1 });
}
