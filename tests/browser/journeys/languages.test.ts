import { assertAccessible } from '../harness/axe';
import { expect, test } from '../harness/fixtures';
import { DESKTOP } from '../harness/stage';

test.use({ serverArguments: ['--sample-event'] });

test('a page speaks the language of its browser, of a link, and the one that is chosen', async ({ server, stage }) => {
  const visitor = await stage.visitor('the visitor', server.base, { ...DESKTOP, locale: 'fr-CA' });
  const fetched: string[] = [];
  visitor.context.on('request', (request) => fetched.push(request.url()));
  const page = await visitor.open('/');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('link', { name: 'Se connecter' })).toBeVisible();

  await page.goto('/archive?lang=ja');
  await expect(html).toHaveAttribute('lang', 'ja');
  await assertAccessible(page, 'the archive in Japanese');

  await page.getByRole('button', { name: 'English' }).click();
  await expect(html).toHaveAttribute('lang', 'en');
  await expect(page).toHaveURL(/\/archive$/);
  await page.getByRole('link', { name: 'Tournaments' }).click();
  await page.getByRole('link', { name: 'Øresund Sample Open', exact: true }).click();
  await page.getByTestId('standings').waitFor();
  fetched.length = 0;
  await page.reload();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.getByTestId('standings').waitFor();
  await expect(html).toHaveAttribute('lang', 'en');
  // Each language's texts begin with a chunk of its own.
  expect(fetched.filter((url) => /\/assets\/(fr|ja)-/.test(url))).toStrictEqual([]);
  expect(fetched.filter((url) => /\/assets\/en-/.test(url))).toHaveLength(1);
});
