import type { Page } from '@playwright/test';
import { PAGE_NAMES, matchRoute } from '../../../web/src/browser/routes';
import { assertAccessible } from '../harness/axe';
import { NOBODY, addressesOf, isThere, loginOf, setScene } from '../harness/every-page';
import { expect, test } from '../harness/fixtures';
import { misfits } from '../harness/fits';
import { signedIn } from '../harness/signed-in';
import { PHONE, picture } from '../harness/stage';

/** The narrowest screen, and a laptop's at 200 %. */
const NARROW = { width: 320, height: 640 };
const ENLARGED = { width: 640, height: 400 };
/** The one with the longest words, and the one with the other script. */
const LANGUAGES = ['fr', 'ja'] as const;

test('in every language every page fits the narrowest screen and a page at 200 %, and is accessible', async ({ server, stage }) => {
  test.setTimeout(600_000);
  const there = await test.step('an event with long names, half played', () =>
    setScene(server, {
      event: 'Øvre Fjordholmenskjærgårdens Internasjonale Othellomesterskap',
      names: [...'ABCDEF'].map((one) => ['Aleksandrina Wilhelmina', `Kristoffersen-Brandvoldsdatter ${one}`]),
    }));
  const addresses = addressesOf(there);
  // The gallery is no page for anybody, and has a test of its own.
  expect(new Set(addresses.map(([, address]) => matchRoute(new URL(address, server.base).pathname).page))).toStrictEqual(
    new Set([...PAGE_NAMES.filter((one) => one !== 'gallery'), 'missing']),
  );
  const found: string[] = [];
  for (const [who, login] of loginOf(there)) {
    await test.step(`what ${who} sees`, async () => {
      const visitor = await stage.visitor(who, server.base, { ...PHONE, viewport: NARROW });
      if (login) await signedIn(visitor.context, login);
      await visitor.context.addInitScript(longestDay);
      const page = await visitor.context.newPage();
      for (const [whose, address] of addresses) {
        if (whose !== who) continue;
        for (const language of LANGUAGES) {
          if (address === NOBODY) visitor.expectRefusal(404, `/api/v1/archive${NOBODY}`);
          found.push(...(await lookAt(page, address, language)));
        }
      }
    });
  }
  expect(found).toStrictEqual([]);
});

/** In the page: every day is Wednesday 30 September, which no day is longer than, whatever the day is. */
function longestDay(): void {
  const { prototype } = Intl.DateTimeFormat;
  const plain = Object.getOwnPropertyDescriptor(prototype, 'format')?.get;
  Object.defineProperty(prototype, 'format', {
    configurable: true,
    get(this: Intl.DateTimeFormat) {
      const format = plain?.call(this) as Intl.DateTimeFormat['format'];
      return (moment?: Date | number): string => {
        const day = new Date(moment ?? Date.now());
        day.setFullYear(2026, 8, 30);
        return format(day);
      };
    },
  });
}

/** What is wrong with a page in a language. */
async function lookAt(page: Page, address: string, language: string): Promise<string[]> {
  const [path, hash] = address.split('#');
  await page.goto(`${path}${path?.includes('?') ? '&' : '?'}lang=${language}${hash ? `#${hash}` : ''}`);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await isThere(page);
  const wrong: string[] = [];
  const what = `${address.replaceAll(/[\w-]{22}/g, '')} in ${language}`;
  for (const size of [NARROW, ENLARGED]) {
    await page.setViewportSize(size);
    wrong.push(...(await misfits(page)).map((one) => `${what} at ${size.width} px: ${one}`));
  }
  await page.setViewportSize(NARROW);
  await picture(page, `everywhere-${what.replaceAll(/\W+/g, '-')}`, { whole: true });
  // In another script it is the same page.
  if (language === 'fr') await assertAccessible(page, what).catch((error: Error) => wrong.push(error.message));
  return wrong;
}
