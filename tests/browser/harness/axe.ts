import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Page, expect } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Axe finds nothing on what the page shows now, in light and in dark. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  const found: string[] = [];
  const shown = (await page.evaluate(() => window.matchMedia('(prefers-color-scheme: dark)').matches)) ? 'dark' : 'light';
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(
      (runOnly): Promise<AxeResults> => window.axe.run(document, { runOnly, resultTypes: ['violations'] }),
      // What is found in light is found in dark too, but for how colours stand out.
      colorScheme === 'light' ? { type: 'tag', values: RULES } : { type: 'rule', values: ['color-contrast'] },
    );
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary, html } of nodes) {
        found.push(`${what}, ${colorScheme}: ${id} at ${target.join(' ')}: ${failureSummary} ${html.slice(0, 200)}`);
      }
    }
  }
  await page.emulateMedia({ colorScheme: shown });
  expect(found).toStrictEqual([]);
}

declare global {
  interface Window {
    axe: { run(of: Document, how: object): Promise<AxeResults> };
  }
}
