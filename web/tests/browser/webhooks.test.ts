import '../../src/ui/styles/base.css';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import { router } from '../../src/browser/router.svelte';
import { session } from '../../src/contract/session.svelte';
import type { Account, Delivery, Webhook } from '../../src/contract/types';
import WebhooksPage from '../../src/pages/webhooks/WebhooksPage.svelte';

const HOUR_MS = 3_600_000;
const hook = (id: string, parts: Partial<Webhook> = {}): Webhook => ({
  webhook_id: id,
  account_id: 'officer',
  url: `https:${'//'}${id}.example.org/outflank`,
  rated_only: false,
  paused: false,
  paused_because: null,
  created_at_ms: HOUR_MS,
  delivered_at_ms: null,
  next_attempt_at_ms: null,
  given_up: 0,
  ...parts,
});
const told = (number: number, parts: Partial<Delivery> = {}): Delivery => ({
  delivery_id: `d${number}`,
  webhook_id: 'wall',
  kind: 'rating_file',
  tournament_id: 't1',
  version: number,
  state: 'delivered',
  attempts: 1,
  first_attempt_at_ms: number * HOUR_MS,
  last_attempt_at_ms: number * HOUR_MS,
  next_attempt_at_ms: null,
  answer_status: 204,
  problem: null,
  took_ms: 84,
  ...parts,
});

/** A server that keeps webhooks, in place of the network. */
let webhooks: Webhook[];
let deliveries: Delivery[];
let refusal: { status: number; code: string } | null;
let asked: string[];
const before = location.href;

beforeEach(() => {
  [webhooks, deliveries, refusal, asked] = [[hook('wall'), hook('mirror')], [], null, []];
  session.account = { id: 'officer', display_name: 'Clara Ostrander', login: 'clara', administrator: false } as Account;
  router.go('/webhooks', true);
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    const { pathname, searchParams } = new URL(address, 'http://server');
    asked.push(`${method} ${pathname}`);
    if (pathname.endsWith('/federations')) return Response.json({ federations: [], next_page_token: null });
    if (refusal) {
      return Response.json({ ...refusal, title: 'No', detail: 'It is not to be.', rule: null, parameters: {}, field: null }, refusal);
    }
    if (pathname.endsWith('/rating-files')) {
      const exports = [{ tournament_id: 't1', version: 2, file_name: '20260718_Lower_Marsh_Open.ELO' }];
      return Response.json({ exports, next_page_token: null, resume_token: 'x', list_version: 1 });
    }
    if (method === 'POST' && pathname.endsWith('/webhooks')) {
      const made = hook('added', JSON.parse(body ?? '{}') as Partial<Webhook>);
      webhooks.push(made);
      return Response.json({ webhook: made, secret: 'whsec_once' }, { status: 201 });
    }
    if (method === 'PUT') {
      const id = pathname.split('/').at(-1);
      webhooks = webhooks.map((one) => (one.webhook_id === id ? { ...one, ...(JSON.parse(body ?? '{}') as Partial<Webhook>) } : one));
      return Response.json(webhooks.find((one) => one.webhook_id === id));
    }
    if (method === 'DELETE') {
      webhooks = webhooks.filter((one) => one.webhook_id !== pathname.split('/').at(-1));
      return new Response(null, { status: 204 });
    }
    if (method === 'POST') {
      const test = told(99, {
        kind: 'ping',
        tournament_id: null,
        version: null,
        state: 'failed',
        problem: 'no_connection',
        answer_status: null,
      });
      deliveries = [test, ...deliveries];
      return Response.json(test);
    }
    if (pathname.endsWith('/deliveries')) {
      const most = Number(searchParams.get('page_size'));
      return Response.json({ deliveries: deliveries.slice(0, most), next_page_token: deliveries.length > most ? 'more' : null });
    }
    return Response.json({ webhooks, next_page_token: null });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  session.account = null;
  router.go(before, true);
});

const rows = () => page.getByTestId('delivery').elements().length;
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('the page of webhooks', () => {
  it('asks whoever is not signed in to do so', async () => {
    session.account = null;
    await render(WebhooksPage);
    await expect.element(page.getByText('Webhooks are for rating officers and administrators.')).toBeVisible();
    const way = page.getByRole('main').getByRole('link', { name: 'Sign in' });
    await expect.element(way).toHaveAttribute('href', '/sign-in?then=/webhooks');
    expect(asked).toEqual([]);
  });

  it('says to whoever holds no office who appoints officers', async () => {
    refusal = { status: 403, code: 'officers_only' };
    await render(WebhooksPage);
    await expect.element(page.getByText('Administrators appoint the officers of each federation.')).toBeVisible();
    await expect.element(button('Add a webhook')).not.toBeInTheDocument();
  });

  it('says when there is none what one would be told', async () => {
    webhooks = [];
    await render(WebhooksPage);
    await expect.element(page.getByText('There is no webhook.')).toBeVisible();
    await expect.element(page.getByText('One is told of what is published after it was added.')).toBeVisible();
  });

  it('keeps what it shows when the server fails, and reads again when asked', async () => {
    await render(WebhooksPage);
    await expect.element(page.getByText('2 webhooks')).toBeVisible();
    refusal = { status: 400, code: 'something' };
    await button('Refresh').click();
    await expect.element(page.getByText('It is not to be.').first()).toBeVisible();
    await expect.element(page.getByText('2 webhooks')).toBeVisible();
    refusal = null;
    await button('Refresh').click();
    await expect.element(page.getByText('It is not to be.').first()).not.toBeInTheDocument();
  });

  it('shows the secret of one that was added until somebody has kept it', async () => {
    await render(WebhooksPage);
    await button('Add a webhook').click();
    await page.getByLabelText('Address').fill(`https:${'//'}hall.example.org/`);
    await button('Tell hall.example.org').click();
    const secret = page.getByTestId('webhook-secret');
    await expect.element(secret).toHaveTextContent(/shown this once.*whsec_once.*HMAC-SHA256/s);
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('hall.example.org');
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveFocus();
    expect(location.search).toBe('?webhook=added');
    await button('I have kept it').click();
    await expect.element(secret).not.toBeInTheDocument();
  });

  it('pauses one, lets it go on, and asks before it removes it', async () => {
    await render(WebhooksPage);
    await button('Pause it').click();
    await expect.element(page.getByText('What is published meanwhile is sent when it goes on.')).toBeVisible();
    await button('Go on').click();
    await expect.element(page.getByText('What is published meanwhile is sent when it goes on.')).not.toBeInTheDocument();
    await button('Remove it').click();
    expect(webhooks.length).toBe(2);
    await button('Remove it for good').click();
    await expect.element(page.getByText('1 webhook', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('mirror.example.org');
  });

  it('calls for whoever has to see to one that is paused because nothing arrives', async () => {
    webhooks = [hook('wall', { paused: true, paused_because: 'failing', given_up: 10 })];
    await render(WebhooksPage);
    await expect.element(page.getByText('Ten deliveries in a row were given up, so it is paused.')).toBeVisible();
    await expect.element(button('Go on')).toBeEnabled();
  });

  it('opens another by keys alone', async () => {
    await render(WebhooksPage);
    const other = page.getByRole('link', { name: /mirror\.example\.org/ });
    await expect.element(other).toBeVisible();
    (other.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('mirror.example.org');
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveFocus();
  });
});

describe('the deliveries of a webhook', () => {
  it('say that nothing was sent, and after a test what became of it', async () => {
    await render(WebhooksPage);
    await expect.element(page.getByText('Nothing was sent yet.')).toBeVisible();
    await button('Send a test').click();
    await expect.element(page.getByTestId('attempt')).toHaveTextContent('Test did not arrive. Nobody there takes a connection.');
    await expect.element(page.getByTestId('delivery')).toHaveTextContent(/Test.*Did not arrive.*Nobody there takes a connection/s);
  });

  it('are named after their files, the newest first, and earlier ones come when asked', async () => {
    deliveries = Array.from({ length: 30 }, (_, place) => told(30 - place));
    await render(WebhooksPage);
    await expect.poll(rows).toBe(25);
    await button('Show earlier deliveries').click();
    await expect.poll(rows).toBe(30);
    await expect.element(button('Show earlier deliveries')).not.toBeInTheDocument();
    const second = page.getByTestId('delivery').nth(28);
    await expect.element(second).toHaveTextContent(/20260718_Lower_Marsh_Open\.ELO, version 2.*Arrived.*Answered 204/s);
    await expect.element(second.getByRole('link')).toHaveAttribute('href', '/t/t1/documents');
  });

  it('are sent again one by one', async () => {
    deliveries = [told(2, { state: 'failed', problem: 'refused', answer_status: 500 })];
    await render(WebhooksPage);
    await button('Send again: 20260718_Lower_Marsh_Open.ELO, version 2').click();
    await expect.poll(() => asked).toContain('POST /api/v1/webhooks/wall/deliveries/d2/resend');
    await expect.element(page.getByTestId('attempt')).toBeVisible();
  });
});
