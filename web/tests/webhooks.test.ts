import { describe, expect, it } from 'vitest';
import { Form } from '../src/acts/kit/form.svelte';
import type { Raw } from '../src/acts/kit/field';
import { addWebhook, changeWebhook, pingWebhook, removeWebhook, resendDelivery } from '../src/acts/webhooks/webhooks';
import { answerOf, fateOf } from '../src/acts/webhooks/words';
import type { Delivery, Webhook } from '../src/contract/types';
import { formatMoment } from '../src/i18n/numbers';
import { isFailing, stateOf, whatOf } from '../src/pages/webhooks/words';

const AT = Date.UTC(2026, 6, 18, 12, 30);
const ADDRESS = ['https:', '//ratings.example.org/outflank'].join('');
const webhook = (parts: Partial<Webhook> = {}): Webhook => ({
  webhook_id: 'w1',
  account_id: 'a1',
  url: ADDRESS,
  rated_only: true,
  paused: false,
  paused_because: null,
  created_at_ms: AT,
  delivered_at_ms: null,
  next_attempt_at_ms: null,
  given_up: 0,
  ...parts,
});
const delivery = (parts: Partial<Delivery> = {}): Delivery => ({
  delivery_id: 'd1',
  webhook_id: 'w1',
  kind: 'rating_file',
  tournament_id: 't1',
  version: 2,
  state: 'delivered',
  attempts: 1,
  first_attempt_at_ms: AT,
  last_attempt_at_ms: AT,
  next_attempt_at_ms: null,
  answer_status: 204,
  problem: null,
  took_ms: 84,
  ...parts,
});

function filled(raw: Record<string, Raw>): Form<object> {
  const form = new Form(addWebhook, () => ({}));
  Object.assign(form.raw, raw);
  return form;
}

describe('a webhook is added', () => {
  it('at an address, of what counts alone or of everything', () => {
    const form = filled({ address: ` ${ADDRESS} `, rated_only: true });
    expect([form.missing, form.name]).toEqual([[], 'Tell ratings.example.org']);
    expect(addWebhook.body(form.known, {}, 0)).toEqual({ url: ADDRESS, rated_only: true });
  });

  it.each([
    'ratings.example.org',
    'ftp://ratings.example.org/',
    'https://user:secret@ratings.example.org/',
    'https://ratings.example.org/#part',
    'https://',
  ])('never at %s, and says what would be right', (address) => {
    const form = filled({ address });
    expect(form.missing).toEqual(['Address']);
    expect(form.fields[0]?.why).toContain('An address that begins with https://');
  });
});

describe('a webhook is changed', () => {
  const changing = (raw: Record<string, Raw>): Form<{ webhook: Webhook }> => {
    const form = new Form(changeWebhook.changed, () => ({ webhook: webhook({ paused: true }) }));
    Object.assign(form.raw, raw);
    return form;
  };

  it('from what it is now, and stays paused', () => {
    expect(changing({}).unfit).toBe('That is what it is told now.');
    const form = changing({ rated_only: false });
    expect(form.unfit).toBeNull();
    const body = changeWebhook.changed.body(form.known, { webhook: webhook({ paused: true }) }, 0);
    expect(body).toEqual({ url: ADDRESS, rated_only: false, paused: true });
  });

  it.each([
    [false, 'paused', true],
    [true, 'going_on', false],
  ] as const)('paused %j, it can be %s', (paused, kind, becomes) => {
    const subject = { webhook: webhook({ paused }) };
    const other = kind === 'paused' ? changeWebhook.going_on : changeWebhook.paused;
    expect(changeWebhook[kind].blocked(subject)).toBeNull();
    expect(other.blocked(subject)).not.toBeNull();
    expect(changeWebhook[kind].body({}, subject, 0)).toEqual({ url: ADDRESS, rated_only: true, paused: becomes });
  });

  it('is asked about before it is removed', () => {
    expect(removeWebhook.ask({}, { webhook: webhook() })).toMatchObject({ title: 'Remove the webhook to ratings.example.org?' });
  });
});

describe('what an attempt by hand came to', () => {
  it('is said in words', () => {
    const failed = delivery({ kind: 'ping', state: 'failed', problem: 'refused', answer_status: 500 });
    expect(pingWebhook.done(failed, {}, { webhook: webhook() })).toBe('Test did not arrive. Answered 500.');
    const subject = { webhook: webhook(), delivery: delivery(), what: 'Rating file, version 2' };
    expect(resendDelivery.done(delivery(), {}, subject)).toBe('Rating file, version 2 arrived. Answered 204.');
    expect(resendDelivery.path(subject, {})).toEqual({ webhook_id: 'w1', delivery_id: 'd1' });
  });
});

describe('the words for a webhook', () => {
  it.each<[Partial<Webhook>, string]>([
    [{}, 'Told as files are published'],
    [{ given_up: 1 }, '1 delivery was given up'],
    [{ given_up: 3 }, '3 deliveries in a row were given up'],
    [{ next_attempt_at_ms: AT, given_up: 3 }, `The last attempt failed. Next attempt ${formatMoment(AT)}`],
    [{ paused: true, paused_because: 'asked' }, 'Paused'],
    [{ paused: true, paused_because: 'failing', given_up: 10 }, 'Paused: ten deliveries in a row were given up'],
  ])('%j: %s', (parts, words) => expect(stateOf(webhook(parts))).toBe(words));

  it('call for somebody where it is paused because nothing arrives', () => {
    expect(isFailing(webhook({ paused: true, paused_because: 'failing' }))).toBe(true);
    expect(isFailing(webhook({ paused: true, paused_because: 'asked' }))).toBe(false);
  });
});

describe('the words for a delivery', () => {
  it.each<[Partial<Delivery>, string, string]>([
    [{}, 'Arrived', 'Answered 204'],
    [{ state: 'waiting', problem: 'no_connection', answer_status: null }, 'Waits', 'Nobody there takes a connection'],
    [
      { state: 'waiting', problem: 'no_answer', next_attempt_at_ms: AT },
      `Waits; next attempt ${formatMoment(AT)}`,
      'No answer within 10 s',
    ],
    [{ state: 'failed', problem: 'refused', answer_status: 500 }, 'Given up', 'Answered 500'],
    [{ state: 'failed', problem: 'refused', answer_status: 301 }, 'Given up', 'Answered 301: redirects are not followed'],
    [{ kind: 'ping', state: 'failed', problem: 'tls_refused' }, 'Did not arrive', 'Its certificate is not good'],
    [{ state: 'failed', problem: 'something_later' }, 'Given up', 'something later'],
  ])('%j: %s, %s', (parts, fate, answer) => {
    expect([fateOf(delivery(parts)), answerOf(delivery(parts))]).toEqual([fate, answer]);
  });

  it('name what it tells', () => {
    expect(whatOf(delivery())).toBe('Rating file, version 2');
    expect(whatOf(delivery({ kind: 'ping', tournament_id: null, version: null }))).toBe('Test');
  });
});
