import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa'];

/** Axe finds nothing on what the page shows now, in light and in dark. */
export async function assertAccessible(page, what) {
  const found = [];
  const shown = (await page.evaluate(() => window.matchMedia('(prefers-color-scheme: dark)').matches)) ? 'dark' : 'light';
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(AXE);
    const violations = await page.evaluate(async (values) => (await window.axe.run(document, { runOnly: { type: 'tag', values } })).violations, RULES);
    for (const { id, nodes } of violations) {
      for (const node of nodes) found.push(`${what}, ${colorScheme}: ${id} at ${node.target.join(' ')}: ${node.failureSummary} ${node.html.slice(0, 200)}`);
    }
  }
  await page.emulateMedia({ colorScheme: shown });
  assert.deepEqual(found, []);
}
