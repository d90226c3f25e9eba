import { assertAccessible } from '../harness/axe';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { PASSWORD } from '../harness/rest';
import { publishRound, seatedEvent } from '../harness/scenes';
import { DESKTOP, PHONE, picture } from '../harness/stage';
import { found, until } from '../harness/until';

test('a player’s device is looked at before the event, and its screen stays on while the game runs', async ({ server, stage }) => {
  const scene = await seatedEvent(server);
  const player = found(scene.players[0]);
  for (const [form, settings] of [
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const) {
    await test.step(`${form}: what it can do stands on the seat’s page`, async () => {
      const visitor = await stage.visitor(`the player, ${form}`, server.base, { ...settings, permissions: [] });
      const page = await visitor.context.newPage();
      await new Desk(page).signIn(player.login, PASSWORD, `/t/${scene.id}/seat`);
      const device = page.getByTestId('device');
      await device.getByText(/^An answer takes \d+ ms, between/).waitFor();
      expect(await device.getAttribute('open'), 'before the first game it is open').not.toBeNull();
      await device.getByRole('button', { name: 'Play the tone' }).click();
      await device.getByText(/^The tone was played\.|^This browser holds the sound back/).waitFor();
      expect(await device.locator('.stop').count(), 'nothing keeps the player from playing').toBe(0);
      await assertAccessible(page, `the seat, ${form}`);
      await picture(page, `device-${form}`, { whole: true });
    });
  }
  await test.step('the screen stays on at the table, and no longer when it is left', async () => {
    const round = await publishRound(scene);
    const board = found(round.boards.find((one) => [one.black_entrant_id, one.white_entrant_id].includes(player.entrant)));
    const visitor = await stage.visitor('the player at the table', server.base);
    await visitor.context.addInitScript(() => {
      const locks = { taken: 0, held: 0 };
      const release = async () => void (locks.held -= 1);
      const request = async () => {
        locks.taken += 1;
        locks.held += 1;
        return { released: false, release };
      };
      Object.defineProperty(navigator, 'wakeLock', { value: { request } });
      Object.assign(window, { locks });
    });
    const page = await visitor.context.newPage();
    await new Desk(page).signIn(player.login, PASSWORD, `/g/${board.game_id}`);
    await page.getByTestId('table').waitFor();
    const held = () => page.evaluate(() => (window as unknown as { locks: { held: number } }).locks.held);
    await until('the screen is kept on', async () => (await held()) === 1);
    await page.getByRole('link', { name: 'Outflank' }).click();
    await until('it is let go', async () => (await held()) === 0);
  });
});
