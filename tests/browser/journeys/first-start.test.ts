import type { Page } from '@playwright/test';
import { expect, test } from '../harness/fixtures';
import { PASSWORD, type Schemas } from '../harness/rest';
import { type Visitor, assertNeverReloaded } from '../harness/stage';
import { found, until } from '../harness/until';

test.use({ serverArguments: ['--sample-event', '--sample-pace', '40'] });

test('a first start makes the administrator, and its sample event moves', async ({ server, stage }) => {
  const operator = await stage.visitor('the operator', server.base);
  const home = await operator.open('/');
  await home.getByRole('link', { name: 'Øresund Sample Open', exact: true }).waitFor();
  await home.getByRole('heading', { name: 'One tournament is being played.' }).waitFor();
  const link = await server.administratorLink();
  await test.step('the printed link makes the administrator', async () => {
    const me = await becomeAdministrator(operator, link);
    expect(me.account.administrator).toBe(true);
  });
  await test.step('it works once', async () => {
    const late = await stage.visitor('somebody who found the link later', server.base);
    late.cutOff = true; // The refusal that this is about is a failed request.
    const page = await late.open(link);
    await fill(page, 'Somebody Else', 'somebody');
    await page.getByRole('alert').getByText('This administrator link is not good').waitFor();
  });
  await test.step('the sample event moves from round to round without a reload', () => watchSample(home));
});

async function fill(page: Page, name: string, login: string) {
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Make me administrator' }).click();
}

/** Opens the link, makes the account, and answers what the server says of whoever is signed in now. */
async function becomeAdministrator(operator: Visitor, link: string): Promise<Schemas['Me']> {
  const page = await operator.open(link);
  await page.getByRole('heading', { name: 'The first administrator' }).waitFor();
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/me'));
  await fill(page, 'Ingrid Vestergrund', 'ingrid');
  const me = await (await answered).json();
  await page.getByText('Ingrid Vestergrund', { exact: true }).waitFor();
  await until('the home page', () => new URL(page.url()).pathname === '/');
  expect(page.url(), 'the spent code is still in the address').not.toContain('#');
  return me;
}

/** Boards, clocks, standings and rounds move on pages that stay open. */
async function watchSample(home: Page) {
  const board = () =>
    home
      .locator('svg')
      .filter({ has: home.locator('.board') })
      .first()
      .innerHTML();
  const first = await board();
  await until('a board on the home page moves', async () => (await board()) !== first);
  await home.getByRole('link', { name: 'Øresund Sample Open', exact: true }).click();
  const now = home.getByRole('link', { name: /^Round \d+, being played$/ });
  const roundNow = async () => Number(found((await now.getAttribute('aria-label', { timeout: 2_000 }))?.match(/\d+/)?.[0]));
  const round = await until('a round is being played', roundNow);
  const points = () => home.getByTestId('standings').locator('tbody .points').allInnerTexts();
  const before = await points();
  await until('the standings move', async () => (await points()).join() !== before.join(), 60_000);
  // A quick round may be over before it is looked for: any later one will do.
  await until('a later round is being played', async () => (await roundNow()) > round, 60_000);
  await assertNeverReloaded(home);
}
