/**
 * How the acts of webhooks are tried. `administrator` has one that leads to `{host}`, a private network, so that a test of it
 * fails at once. `webhook`: it is told; `webhook paused`: somebody paused it; `webhook tested`: a test was sent.
 */
import type { components } from '../../contract/schema';
import type { Facts, Trial } from '../kit/trial';

type Schemas = components['schemas'];
type Webhooks = Schemas['ListWebhooksResponse'];
type Deliveries = Schemas['ListDeliveriesResponse'];

const OWN = { by: 'administrator', page: '/webhooks?webhook={webhook}', read: '/webhooks' } as const;
const DELIVERIES = { ...OWN, read: '/webhooks/{webhook}/deliveries' } as const;
const own = ({ webhooks }: Webhooks, { webhook: id }: Facts) => webhooks.find((one) => one.webhook_id === id);

/** How each of these acts is tried. */
export const webhookTrials: Record<string, Trial> = {
  add_webhook: {
    ...OWN,
    scene: 'webhook',
    when: 'at any time, 20 for each account',
    open: ['Add a webhook'],
    fill: { Address: '{other_address}', 'Only what counts for ratings': true },
    press: 'Tell {other_host}',
    holds: ({ webhooks }: Webhooks, { other_address }) => webhooks.some(({ url, rated_only }) => url === other_address && rated_only),
    shows: 'shown this once',
  },
  'change_webhook.changed': {
    ...OWN,
    scene: 'webhook',
    when: 'at any time',
    open: ['Change it'],
    fill: { Address: '{other_address}' },
    press: 'Tell {other_host} instead',
    holds: (answer: Webhooks, facts) => own(answer, facts)?.url === facts['other_address'],
    shows: '{other_address}',
  },
  'change_webhook.paused': {
    ...OWN,
    scene: 'webhook',
    when: 'while it is told',
    press: 'Pause it',
    holds: (answer: Webhooks, facts) => own(answer, facts)?.paused === true,
    shows: 'What is published meanwhile is sent when it goes on.',
  },
  'change_webhook.going_on': {
    ...OWN,
    scene: 'webhook paused',
    when: 'while it is paused',
    press: 'Go on',
    holds: (answer: Webhooks, facts) => own(answer, facts)?.paused === false,
    shows: 'What is published meanwhile is sent when it goes on.',
    hides: true,
  },
  remove_webhook: {
    ...OWN,
    scene: 'webhook',
    when: 'at any time',
    press: 'Remove it',
    answer: 'Remove it for good',
    holds: (answer: Webhooks, facts) => own(answer, facts) === undefined,
    shows: '{address}',
    hides: true,
  },
  ping_webhook: {
    ...DELIVERIES,
    scene: 'webhook',
    when: 'at any time, paused or not',
    press: 'Send a test',
    holds: ({ deliveries }: Deliveries) => deliveries.length === 1 && deliveries[0]?.kind === 'ping',
    shows: 'Did not arrive',
  },
  resend_delivery: {
    ...DELIVERIES,
    scene: 'webhook tested',
    when: 'while it is kept: 90 days, at most 1000 of a webhook',
    press: 'Send again: Test',
    holds: ({ deliveries }: Deliveries) => deliveries[0]?.attempts === 2,
    shows: 'Test did not arrive. The host is inside a private network.',
  },
};
