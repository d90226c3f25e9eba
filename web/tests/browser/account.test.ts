import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import { router } from '../../src/browser/router.svelte';
import { accountNames } from '../../src/contract/account-names.svelte';
import { session } from '../../src/contract/session.svelte';
import type { Account } from '../../src/contract/types';
import AccountPage from '../../src/pages/account/AccountPage.svelte';
import { refusal, Served, violations } from './served';

const torunn: Account = { id: 'a', display_name: 'Guest 48211', login: 'torunn', administrator: false, operator_account_id: null };
const program: Account = { ...torunn, id: 'p', display_name: 'Edge Counter', login: null, operator_account_id: 'a' };
const before = location.href;

let served: Served;
let programs: Account[];
beforeEach(async () => {
  programs = [program];
  served = new Served({
    'GET /account/api-keys': () => ({ api_keys: [], next_page_token: null, good: 0 }),
    'GET /account/programs': () => ({ programs, next_page_token: null }),
    'GET /blocks': () => ({ blocks: [], next_page_token: null }),
  });
  session.ready = true;
  session.account = torunn;
  router.go('/account', true);
  await render(AccountPage);
});
afterEach(() => {
  session.account = null;
  vi.unstubAllGlobals();
  router.go(before, true);
});

it('gives the own account another name, which stands there at once', async () => {
  served.answers['PUT /account/name'] = () => ({ ...torunn, display_name: 'Torunn Brandvold' });
  await page.getByRole('button', { name: 'Change your name' }).click();
  const form = page.getByRole('form', { name: 'Change your name' });
  const field = form.getByLabelText('New name');
  await expect.element(field).toHaveValue('');
  await expect.element(form).not.toHaveTextContent('That is the name already.');
  await field.fill('Guest 48211');
  await expect.element(form).toHaveTextContent('That is the name already.');
  await expect.element(form.getByRole('button', { name: 'Change the name to Guest 48211' })).toBeDisabled();
  expect(await violations()).toEqual([]);
  await field.fill(' Torunn Brandvold ');
  await form.getByRole('button', { name: 'Change the name to Torunn Brandvold' }).click();
  await expect.element(page.getByText('You are signed in as Torunn Brandvold.')).toBeVisible();
  expect(served.sent('PUT /account/name')).toEqual({ account_id: null, display_name: 'Torunn Brandvold' });
  expect(accountNames.of('a')).toBe('Torunn Brandvold');
});

it('gives a program another name', async () => {
  served.answers['PUT /account/name'] = () => {
    programs = [{ ...program, display_name: 'Corner Counter' }];
    return programs[0];
  };
  const section = page.getByTestId('programs');
  const rename = section.getByRole('button', { name: 'Rename Edge Counter' });
  await expect.element(rename).toHaveTextContent(/^Rename$/);
  await rename.click();
  await section.getByLabelText('New name').fill('Corner Counter');
  await section.getByRole('button', { name: 'Change the name to Corner Counter' }).click();
  await expect.element(section.getByRole('button', { name: 'Rename Corner Counter' })).toBeVisible();
  expect(served.sent('PUT /account/name')).toEqual({ account_id: 'p', display_name: 'Corner Counter' });
  expect(accountNames.of('p')).toBe('Corner Counter');
  await expect.element(page.getByText('You are signed in as Guest 48211.')).toBeVisible();
});

it('says why a name is not taken, and keeps what was typed', async () => {
  served.answers['PUT /account/name'] = () => refusal('renamed_too_often', 429);
  await page.getByRole('button', { name: 'Change your name' }).click();
  const form = page.getByRole('form', { name: 'Change your name' });
  await form.getByLabelText('New name').fill('Torunn');
  await form.getByRole('button', { name: 'Change the name to Torunn' }).click();
  await expect.element(form).toHaveTextContent('It is refused: renamed_too_often.');
  await expect.element(form.getByLabelText('New name')).toHaveValue('Torunn');
  await expect.element(page.getByText('You are signed in as Guest 48211.')).toBeVisible();
});
