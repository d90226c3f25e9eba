import type { Page } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { expect, test } from '../harness/fixtures';
import { DESKTOP, type Visitor, assertNeverReloaded, picture } from '../harness/stage';
import { until } from '../harness/until';
import { Versions } from '../harness/versions';

const KEEPS = { ...DESKTOP, serviceWorkers: 'allow' as const };

test('the app stays on the device and opens without a network', async ({ server, stage }) => {
  const reader = await stage.visitor('the reader', server.base, KEEPS);
  const page = await reader.open('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await test.step('the first page is there before anything is kept', async () => {
    expect(await caches(page), 'it costs the first page nothing').toStrictEqual([]);
    await kept(page);
  });
  await test.step('no answer of the interface is kept', async () => {
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const paths = await files(page);
    expect(paths.filter((path) => path.startsWith('/api'))).toStrictEqual([]);
    expect(paths).toContain('/index.html');
  });
  await offline(reader);
  for (const path of ['/', '/t/01HZZZZZZZZZZZZZZZZZZZZZZZ/seat', '/help/director']) {
    await test.step(`${path} opens and says that it is offline`, async () => {
      await page.goto(path);
      await page.getByTestId('not-reached').getByText('You are offline.').waitFor();
      await assertAccessible(page, `offline ${path}`);
    });
  }
  await page.goto('/t/01HZZZZZZZZZZZZZZZZZZZZZZZ/seat');
  await page.getByText('Nothing can be read while you are offline.').waitFor();
  await page.getByTestId('not-reached').waitFor();
  await picture(page, 'offline');
  await test.step('it goes on by itself', async () => {
    await page.goto('/');
    await page.getByTestId('not-reached').getByText('You are offline.').waitFor();
    await reader.context.setOffline(false);
    await page.getByTestId('not-reached').waitFor({ state: 'detached' });
  });
});

test('a new version begins when a page is loaded, and never under a game', async ({ server, stage }) => {
  const versions = await Versions.of(server);
  try {
    const player = await stage.visitor('the player', versions.base, KEEPS);
    const page = await player.open('/');
    await kept(page);
    await page.reload();
    player.cutOff = true; // There is no such game, and later no server.
    const table = await player.open('/g/01HZZZZZZZZZZZZZZZZZZZZZZZ');
    versions.become('two');
    await test.step('the server’s version is shown at the next load', async () => {
      await page.reload();
      expect(await versionOf(page)).toBe('two');
    });
    await test.step('without a server it is the new version that opens, and the open table stays as it is', async () => {
      await until('it is kept whole', () =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state === 'installed'),
      );
      await offline(player);
      await page.goto('/help/director');
      await page.getByTestId('not-reached').waitFor();
      expect(await versionOf(page)).toBe('two');
      await assertNeverReloaded(table);
      expect(await versionOf(table)).toBe(null);
      await player.context.setOffline(false);
    });
    await test.step('a server without a worker has nothing kept', async () => {
      versions.dropWorker();
      await page.goto('/');
      await until('it is gone', async () => !(await page.evaluate(() => navigator.serviceWorker.getRegistration())));
      expect(await caches(page)).toStrictEqual([]);
    });
  } finally {
    await stage.close();
    await versions.close();
  }
});

/** Waits until the app is kept whole. */
const kept = (page: Page) =>
  until('the app is kept', () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'),
  );

const caches = (page: Page) => page.evaluate(() => window.caches.keys());

const files = (page: Page) =>
  page.evaluate(async () => {
    const all = await Promise.all((await window.caches.keys()).map(async (name) => (await window.caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });

const versionOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.version ?? null);

async function offline(visitor: Visitor): Promise<void> {
  visitor.cutOff = true;
  await visitor.context.setOffline(true);
}
