import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../harness/axe.js';
import { Server } from '../harness/server.js';
import { Stage, assertNeverReloaded, progress } from '../harness/stage.js';
import { until } from '../harness/until.js';

/** What the journeys look for is found when it is there. */
test('faults made on purpose are caught', { timeout: 180_000 }, async () => {
  const say = progress('controls');
  const server = await Server.start();
  const stage = await Stage.open();
  try {
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
    await assert.rejects(assertAccessible(page, 'home'), /image-alt/);
    assert.throws(() => stage.assertClean());

    // A refusal that is expected is let pass once, and missed when it does not come.
    const earlier = visitor.troubles.length;
    const refused = () => page.evaluate(() => fetch('/api/v1/games/none').then((answer) => answer.status));
    visitor.expectRefusal(404, '/api/v1/games/none');
    assert.equal(await refused(), 404);
    await until('the expected refusal', () => visitor.refusalsToCome.length === 0);
    assert.equal(visitor.troubles.length, earlier);
    assert.equal(await refused(), 404);
    await until('a refusal that nobody expected', () => visitor.troubles.slice(earlier).some((one) => one.includes('404')));
    visitor.troubles.length = 0;
    visitor.foreign.length = 0;
    stage.assertClean();
    visitor.expectRefusal(409, '/api/v1/games/none');
    assert.throws(() => stage.assertClean(), /was not refused/);

    await page.reload();
    await assert.rejects(assertNeverReloaded(page), /loaded again/);
    await page.goto('http://localhost:1/').catch(() => undefined);
    assert.ok(visitor.foreign.some((one) => one.startsWith('http://localhost:1/')), visitor.foreign.join());
    say('foreign addresses, policy, errors, inaccessible pages and reloads');
  } finally {
    await stage.close();
    await server.stop();
  }
});
