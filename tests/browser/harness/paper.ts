import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Page, expect } from '@playwright/test';

const ARTEFACTS = resolve(import.meta.dirname, '../artefacts');
/** An A4 sheet in CSS pixels, by which a page chooses its layout, and what is left of its width beside margins of 12 mm. */
const UPRIGHT = { sheet: { width: 794, height: 1123 }, width: 703 };
/** A broad crosstable lies across. */
const ACROSS = { sheet: { width: 1123, height: 794 }, width: 1032 };

interface Wishes {
  /** How many sheets come out: so many, or between two numbers where chance has a say. */
  sheets?: number | readonly [least: number, most: number];
  /** What its head says: the event, the round, the day. */
  says?: readonly string[];
  across?: boolean;
}

/**
 * Prints what the page shows on A4, from its dark theme: nothing is wider than the sheet, no text is cut, no control is printed, it is
 * black on white, it says what it is of, and so many sheets come out. Kept as `NAME.pdf`.
 */
export async function printed(page: Page, name: string, { sheets = 1, says = [], across = false }: Wishes = {}): Promise<void> {
  const size = page.viewportSize();
  const shown = (await page.evaluate(() => window.matchMedia('(prefers-color-scheme: dark)').matches)) ? 'dark' : 'light';
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const { sheet, width } = across ? ACROSS : UPRIGHT;
  await page.setViewportSize(sheet);
  const found = await page.evaluate(faultsOf, { says, width });
  await page.emulateMedia({ media: null });
  if (size) await page.setViewportSize(size);
  const paper = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  await page.emulateMedia({ colorScheme: shown });
  mkdirSync(ARTEFACTS, { recursive: true });
  writeFileSync(resolve(ARTEFACTS, `${name}.pdf`), paper);
  // What is wrong with one print hides nothing of the next.
  expect.soft(found, `what is wrong with ${name} on paper`).toStrictEqual([]);
  const boxes = [...paper.toString('latin1').matchAll(/\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/g)];
  const [least, most] = typeof sheets === 'number' ? [sheets, sheets] : sheets;
  expect.soft(boxes.length, `sheets of ${name}`).toBeGreaterThanOrEqual(least);
  expect.soft(boxes.length, `sheets of ${name}`).toBeLessThanOrEqual(most);
  for (const [, width, height] of boxes) expect.soft(Number(width) > Number(height), `${name} lies across`).toBe(across);
}

/** What is wrong with the page as it is printed; runs in the page. */
function faultsOf({ says, width }: { says: readonly string[]; width: number }): string[] {
  const faults: string[] = [];
  document.documentElement.style.width = `${width}px`;
  const isShown = (one: Element): boolean => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  /** Clipped away to be read out alone. */
  const isForEars = (one: Element): boolean =>
    getComputedStyle(one).clipPath.startsWith('inset(50%') || (one.parentElement !== null && isForEars(one.parentElement));
  const named = (one: Element): string => `<${one.localName} class="${one.getAttribute('class') ?? ''}">`;
  const shown = [...document.body.querySelectorAll<HTMLElement>('*')].filter((one) => isShown(one) && !isForEars(one));
  const ends = shown.map((one) => [one.getBoundingClientRect().right, named(one)] as const).sort(([one], [other]) => other - one);
  const [widest] = ends;
  if (widest && widest[0] > width + 1) faults.push(`${widest[1]} ends at ${Math.round(widest[0])} px, the sheet at ${width}`);
  for (const one of shown) {
    const { overflowX, overflowY } = getComputedStyle(one);
    const cutAcross = overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1;
    const cutDown = overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 1;
    if (one.clientWidth > 0 && (cutAcross || cutDown))
      faults.push(`${named(one)} cuts what it holds: ${one.textContent.trim().slice(0, 60)}`);
    if (one.matches('button:not(.plain), .button, input, select, textarea, summary, nav, [role=tab]'))
      faults.push(`${named(one)} is printed`);
  }
  const light = (color: string): boolean => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
    return alpha === 0 || 0.299 * red + 0.587 * green + 0.114 * blue > 200;
  };
  const dark = shown.filter((one) => !light(getComputedStyle(one).backgroundColor));
  if (dark.length > 0) faults.push(`dark is ${[...new Set(dark.map(named))].slice(0, 5).join(', ')}`);
  const pale = shown.filter((one) => {
    const own = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '');
    return own && light(getComputedStyle(one).color);
  });
  if (pale.length > 0) faults.push(`pale is ${[...new Set(pale.map(named))].slice(0, 5).join(', ')}`);
  document.documentElement.style.width = '';
  const text = document.body.innerText.replace(/\s+/g, ' ');
  for (const wanted of says) if (!text.toLowerCase().includes(wanted.toLowerCase())) faults.push(`it does not say “${wanted}”`);
  return faults;
}
