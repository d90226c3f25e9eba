import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Page, expect } from '@playwright/test';

const ARTEFACTS = resolve(import.meta.dirname, '../artefacts');
/** What is left of an A4 sheet beside its margins, in CSS pixels. */
const A4 = { width: 718, height: 1047 };

/** Prints what the page shows on A4: nothing is wider than the sheet, and so many sheets come out. Kept as `NAME.pdf` and a picture. */
export async function printed(page: Page, name: string, sheets = 1): Promise<void> {
  const size = page.viewportSize();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(A4);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  mkdirSync(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: resolve(ARTEFACTS, `${name}-print.png`), fullPage: true });
  await page.emulateMedia({ media: null });
  if (size) await page.setViewportSize(size);
  const paper = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  writeFileSync(resolve(ARTEFACTS, `${name}.pdf`), paper);
  expect(over, `${name} is wider than its sheet`).toBeLessThanOrEqual(0);
  expect([...paper.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length, `sheets of ${name}`).toBe(sheets);
}
