import { NOBODY, addressesOf, isThere, loginOf, setScene } from '../harness/every-page';
import { expect, test } from '../harness/fixtures';
import { SCHEMES } from '../harness/pictures';
import { signedIn } from '../harness/signed-in';
import { DESKTOP, PHONE, picture } from '../harness/stage';

const SCREENS = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const;
const NAMES = [
  ['Ove', 'Sandmark'],
  ['Sigrun', 'Ostvik'],
  ['Runa', 'Hestnes'],
  ['Signe', 'Aalbek'],
  ['Halvar', 'Lindmose'],
  ['Torunn', 'Brandvold'],
] as const;

test('a picture of every page, wide and on a phone, light and dark', async ({ server, stage }) => {
  test.setTimeout(1_200_000);
  const there = await setScene(server, { event: 'Lower Marsh Open', names: NAMES });
  const kept: string[] = [];
  for (const [who, login] of loginOf(there)) {
    for (const [screen, options] of SCREENS) {
      const visitor = await stage.visitor(`${who} on a ${screen}`, server.base, options);
      if (login) await signedIn(visitor.context, login);
      const page = await visitor.context.newPage();
      for (const [, address] of addressesOf(there).filter(([whose]) => whose === who)) {
        if (address === NOBODY) visitor.expectRefusal(404, `/api/v1/archive${NOBODY}`);
        await page.goto(address);
        await isThere(page);
        const name = address.replaceAll(/[\w-]{22}/g, '').replaceAll(/\W+/g, '-');
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          kept.push(await picture(page, `pages/${who}${name}-${screen}-${colorScheme}`, { whole: true }));
        }
      }
    }
  }
  expect(new Set(kept).size).toBe(kept.length);
});
