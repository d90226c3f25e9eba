import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import { account, accounts } from '../../src/acts/kit/accounts';
import { actOn } from '../../src/acts/kit/act';
import ActForm from '../../src/acts/kit/ActForm.svelte';
import { optional } from '../../src/acts/kit/field';

const ANNA = 'AnnaBerg0000000000000A';
const BERTA = 'BertaAnders00000000000';
const FOUND = [
  { account_id: ANNA, display_name: 'Anna Berg', kind: 'member' },
  { account_id: BERTA, display_name: 'Berta Anders', kind: 'guest' },
];
const ZOE = 'ZoeNewcomer00000000000';

let sought: string[] = [];
let sent: unknown[] = [];
beforeEach(() => {
  sought = [];
  sent = [];
  vi.stubGlobal('fetch', async (address: string, init: { body?: string }) => {
    const url = new URL(address, 'http://server');
    if (url.pathname === '/api/v1/accounts') {
      const name = url.searchParams.get('name') ?? '';
      sought.push(name);
      return Response.json({ accounts: name === 'an' ? FOUND : [] });
    }
    if (url.pathname.endsWith('/name')) return Response.json({ display_name: 'Zoe Newcomer' });
    sent.push(JSON.parse(init.body ?? '{}'));
    return Response.json({ seq: 1 });
  });
});
afterEach(() => vi.unstubAllGlobals());

interface Sample {
  id: string;
}
const one = actOn<Sample>()('appoint_official', {
  deed: null,
  place: { page: '/', at: 'here' },
  title: () => 'Appoint',
  fields: { account: account<Sample>('officials.account') },
  path: ({ id }) => ({ tournament_id: id }),
  body: ({ account: who }) => ({ account_id: who, role: 'monitor' }),
});
const several = actOn<Sample>()('appoint_appeals_committee', {
  deed: null,
  place: { page: '/', at: 'here' },
  title: () => 'Name them',
  fields: { others: optional(accounts<Sample>('committee.others')) },
  path: ({ id }) => ({ tournament_id: id }),
  body: ({ others }) => ({ member_account_ids: others ?? [] }),
});
const field = () => page.getByRole('combobox');
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('an account that is looked for by name', () => {
  it('is found and chosen by keys alone', async () => {
    await render(ActForm, { act: one, subject: { id: 't1' } });
    await field().fill('an');
    await expect.element(page.getByRole('option', { name: 'Anna Berg' })).toBeVisible();
    await expect.element(page.getByRole('status')).toHaveTextContent('2 accounts are found');
    await expect.element(field()).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{ArrowDown}');
    const active = () => document.getElementById(field().element().getAttribute('aria-activedescendant') ?? '')?.textContent;
    await expect.poll(active).toMatch(/Berta Anders.*no password/s);
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect.element(field()).toHaveValue('Anna Berg');
    await expect.element(field()).toHaveAttribute('aria-expanded', 'false');
    expect(sent).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => sent).toEqual([{ account_id: ANNA, role: 'monitor' }]);
    await expect.element(field()).toHaveValue('');
  });

  it('is asked for once the typing rests, and never by less than two letters', async () => {
    await render(ActForm, { act: one, subject: { id: 't1' } });
    await field().fill('a');
    await userEvent.type(field(), 'n');
    await expect.element(page.getByRole('option', { name: 'Berta Anders' })).toBeVisible();
    expect(sought).toEqual(['an']);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  });

  it('says that nobody is found, and keeps the act from being sent', async () => {
    await render(ActForm, { act: one, subject: { id: 't1' } });
    await field().fill('xyz');
    await expect.element(page.getByRole('status')).toHaveTextContent('No account is found by “xyz”.');
    await expect.element(button('Appoint')).toBeDisabled();
  });

  it('is taken by its number too', async () => {
    await render(ActForm, { act: one, subject: { id: 't1' } });
    await field().fill(ZOE);
    await expect.element(page.getByRole('status')).toHaveTextContent('Zoe Newcomer, account ZoeNew…');
    await button('Appoint').click();
    await expect.poll(() => sent).toEqual([{ account_id: ZOE, role: 'monitor' }]);
    expect(sought).toEqual([]);
  });

  it('is given up again by typing on', async () => {
    await render(ActForm, { act: one, subject: { id: 't1' } });
    await field().fill('an');
    await page.getByRole('option', { name: 'Anna Berg' }).click();
    await expect.element(button('Appoint')).toBeEnabled();
    await userEvent.type(field(), 'x');
    await expect.element(button('Appoint')).toBeDisabled();
  });
});

describe('several accounts', () => {
  it('are gathered one after the other, each once, and left out again', async () => {
    await render(ActForm, { act: several, subject: { id: 't1' } });
    await field().fill('an');
    await page.getByRole('option', { name: 'Anna Berg' }).click();
    await expect.element(page.getByRole('listitem')).toHaveTextContent('Anna Berg');
    await expect.element(field()).toHaveValue('');
    await field().fill('an');
    await expect.element(page.getByRole('option', { name: 'Berta Anders' })).toBeVisible();
    expect(page.getByRole('option').elements().length).toBe(1);
    await field().fill(`${BERTA} ${ZOE}`);
    await expect.poll(() => page.getByRole('listitem').elements().length).toBe(3);
    await button('Leave out: Anna Berg').click();
    await button('Name them').click();
    await expect.poll(() => sent).toEqual([{ member_account_ids: [BERTA, ZOE] }]);
  });
});
