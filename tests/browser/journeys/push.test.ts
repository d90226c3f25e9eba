import type { CDPSession, Page } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { PushDevice } from '../harness/push-device';
import { Receiver } from '../harness/receiver';
import { PASSWORD } from '../harness/rest';
import { publishRound, seatedEvent } from '../harness/scenes';
import { PHONE, picture } from '../harness/stage';
import { found, until } from '../harness/until';

test.use({ serverArguments: ['--webhook-allow', '127.0.0.1'] });

test('a player whose pages are all closed is called to the round', async ({ server, stage }) => {
  const service = await Receiver.start();
  try {
    const scene = await seatedEvent(server);
    const player = found(scene.players[0]);
    const device = new PushDevice(service.url);
    const visitor = await stage.visitor('the player', server.base, {
      ...PHONE,
      serviceWorkers: 'allow',
      permissions: ['notifications'],
    });
    await device.subscribesIn(visitor.context);
    await test.step('the seat’s page asks whether the device may be called', async () => {
      const page = await visitor.context.newPage();
      await new Desk(page).signIn(player.login, PASSWORD, `/t/${scene.id}/seat`);
      await page.getByRole('button', { name: 'Notify me with this page closed, too' }).click();
      await page.getByText('This device is notified even with every page closed.').waitFor();
      await assertAccessible(page, 'the seat of who is called');
      await picture(page, 'called-with-pages-closed-phone', { whole: true });
      await page.reload();
      await page.getByText('This device is notified even with every page closed.').waitFor();
      await page.close();
    });
    const told = await test.step('the round is published, and its push service has a message that it cannot read', async () => {
      await publishRound(scene);
      await until('a message came', () => Promise.resolve(service.received.length > 0));
      const { headers, body, bytes } = found(service.received[0]);
      expect(headers['content-encoding']).toBe('aes128gcm');
      expect(body).not.toContain(scene.id);
      const told = device.opened(bytes);
      expect(told).toMatchObject({ kind: 'paired', language: 'en', tournament: scene.id, round: 1 });
      return told;
    });
    await test.step('its worker shows it, and leads to the seat', async () => {
      const page = await visitor.context.newPage();
      await page.goto('/help/player');
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      const worker = found(visitor.context.serviceWorkers()[0]);
      const seen = await device.showsIn(worker);
      await deliver(page, server.base, JSON.stringify(told));
      await until('it is shown', async () => (await seen()).shown.length > 0);
      const notification = found((await seen()).shown[0]);
      const path = `/t/${scene.id}/seat`;
      expect(notification).toMatchObject({ title: told['name'], tag: `${scene.id} 1`, path });
      const [opponent, table] = [String(told['opponent']), String(told['table'])];
      expect(notification.body).toMatch(
        new RegExp(`^Round 1 starts at .*: you have (Black|White) against ${opponent}, table ${table}\\.$`),
      );
      await device.touch(worker, path);
      expect((await seen()).opened, 'no page of the event is open').toStrictEqual([path]);
    });
    await test.step('and no more, once the player wants no more', async () => {
      const page = await visitor.context.newPage();
      await page.goto(`/t/${scene.id}/seat`);
      await page.getByTestId('device').locator('summary').click();
      await page.getByRole('button', { name: 'Only while a page is open' }).click();
      await page.getByText('Only while a page is open.').waitFor();
    });
  } finally {
    await service.stop();
  }
});

/** Has the browser give its worker a message as its push service does. */
async function deliver(page: Page, origin: string, data: string) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const session: CDPSession = await page.context().newCDPSession(page);
  const registration = new Promise<string>((come) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && come(first.registrationId));
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registration, data });
  await session.detach();
}
