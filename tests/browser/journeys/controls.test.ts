import { readFile } from 'node:fs/promises';
import { assertAccessible } from '../harness/axe';
import { expect, test } from '../harness/fixtures';
import { SCHEMES, SCREENS, pictures } from '../harness/pictures';
import { DESKTOP, Stage, assertNeverReloaded } from '../harness/stage';
import { until } from '../harness/until';

/** What the journeys look for is found when it is there. */
test('faults made on purpose are caught', async ({ browser, server }) => {
  const stage = new Stage(browser);
  const visitor = await stage.visitor('the visitor', server.base);
  const page = await visitor.open('/');
  stage.assertClean();

  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('img'), { src: 'http://elsewhere.invalid/a.png' }));
    setTimeout(() => {
      throw new Error('made on purpose');
    });
  });
  for (const mark of [/Content Security Policy/, /made on purpose/]) {
    await until(`a trouble like ${mark}`, () => visitor.troubles.some((one) => mark.test(one)));
  }
  await expect(assertAccessible(page, 'home')).rejects.toThrow(/image-alt/);
  expect(() => stage.assertClean()).toThrow();

  // A refusal that is expected is let pass once, and missed when it does not come.
  const earlier = visitor.troubles.length;
  const refused = () => page.evaluate(() => fetch('/api/v1/games/none').then((answer) => answer.status));
  visitor.expectRefusal(404, '/api/v1/games/none');
  expect(await refused()).toBe(404);
  await until('the expected refusal', () => visitor.refusalsToCome.length === 0);
  expect(visitor.troubles.length).toBe(earlier);
  expect(await refused()).toBe(404);
  await until('a refusal that nobody expected', () => visitor.troubles.slice(earlier).some((one) => one.includes('404')));
  visitor.troubles.length = 0;
  visitor.foreign.length = 0;
  stage.assertClean();
  visitor.expectRefusal(409, '/api/v1/games/none');
  expect(() => stage.assertClean()).toThrow(/was not refused/);

  await page.reload();
  await expect(assertNeverReloaded(page)).rejects.toThrow(/loaded again/);
  await page.goto('http://localhost:1/').catch(() => undefined);
  expect(
    visitor.foreign.some((one) => one.startsWith('http://localhost:1/')),
    visitor.foreign.join(),
  ).toBe(true);
  await stage.close();
});

test('a page is kept in pictures of every screen, light and dark', async ({ server, stage }) => {
  const page = await (await stage.visitor('the visitor', server.base)).open('/');
  const paths = await pictures(page, 'home');
  const sizes = SCREENS.flatMap(({ width, height }) => SCHEMES.map(() => [width, height]));
  const files = await Promise.all(paths.map((path) => readFile(path)));
  // A PNG begins with its size, and two schemes never give the same picture.
  expect(files.map((file) => [file.readUInt32BE(16), file.readUInt32BE(20)])).toStrictEqual(sizes);
  expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(sizes.length);
  expect(page.viewportSize()).toStrictEqual(DESKTOP.viewport);
});

test('trouble that a journey does not look for fails it', async ({ server, stage }) => {
  test.fail();
  const visitor = await stage.visitor('the visitor', server.base);
  const page = await visitor.open('/');
  await page.evaluate(() => console.error('made on purpose'));
  await until('the trouble', () => visitor.troubles.length > 0);
});
