import type { Page } from '@playwright/test';
import { assertAccessible } from './axe';
import { picture } from './stage';

/** The screens that a page is looked at on, each in light and in dark. */
export const SCREENS = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;
export const SCHEMES = ['light', 'dark'] as const;

/**
 * Keeps pictures of what a page shows on every screen, as `NAME-1440x900-light.png`, and leaves the page as it was; their
 * paths. `whole`: of the page from its top to its end.
 */
export async function pictures(page: Page, name: string, { whole = false } = {}): Promise<string[]> {
  const size = page.viewportSize();
  const scheme = (await page.evaluate(() => window.matchMedia('(prefers-color-scheme: dark)').matches)) ? 'dark' : 'light';
  const kept: string[] = [];
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      kept.push(await picture(page, `${name}-${screen.width}x${screen.height}-${colorScheme}`, { whole }));
    }
  }
  await page.emulateMedia({ colorScheme: scheme });
  if (size) await page.setViewportSize(size);
  return kept;
}

/** Axe finds nothing on what the page shows, and a picture of it is kept; on every screen with `EVERY_SCREEN=1`. */
export async function seen(page: Page, name: string): Promise<void> {
  await assertAccessible(page, name);
  if (process.env['EVERY_SCREEN'] === '1') await pictures(page, name);
  else await picture(page, name);
}
