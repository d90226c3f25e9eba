import type { BodyOf } from '../../contract/call';
import { say, t } from '../../i18n';
import { actOn } from '../kit/act';
import { bad, startingWith, taken, type Field } from '../kit/field';
import { text, tick } from '../kit/fields';
import { hostOf, type OnDelivery, type OnWebhook } from './subjects';
import { attemptSaid } from './words';

/** Nothing is there yet. */
type OnNothing = object;

const place = (at: string): { page: string; at: string } => ({ page: '/webhooks', at });
const LONGEST_ADDRESS = 2_000;

/** Whether deliveries can be sent there, as far as that is seen of the address alone. */
function leadsSomewhere(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return ['https:', 'http:'].includes(protocol) && username === '' && password === '' && !address.includes('#');
}

function address<S>(): Field<string, S> {
  const field = text<S>({ label: 'webhooks.address', hint: 'webhooks.address.hint', most: LONGEST_ADDRESS });
  return {
    ...field,
    read: (raw, subject, known) => {
      const read = field.read(raw, subject, known);
      if (!read.ok) return read;
      return leadsSomewhere(read.value) ? taken(read.value) : bad('webhooks.address.bad');
    },
  };
}
const ratedOnly = <S>(): Field<boolean, S> => tick<S>({ label: 'webhooks.rated_only' });

const ofWebhook = ({ webhook }: OnWebhook): { webhook_id: string } => ({ webhook_id: webhook.webhook_id });
/** What a webhook is, but for what is changed. */
const changed = ({ webhook }: OnWebhook, to: Partial<BodyOf<'change_webhook'>>): BodyOf<'change_webhook'> => ({
  url: webhook.url,
  rated_only: webhook.rated_only,
  paused: webhook.paused,
  ...to,
});

export const addWebhook = actOn<OnNothing>()('add_webhook', {
  deed: null,
  place: place('Add a webhook'),
  title: () => say('webhooks.add'),
  fields: { address: address<OnNothing>(), rated_only: ratedOnly<OnNothing>() },
  name: ({ address }) => t('webhooks.add.do', { host: hostOf(address) }),
  path: () => ({}),
  body: ({ address, rated_only }) => ({ url: address, rated_only }),
});

export const changeWebhook = {
  changed: actOn<OnWebhook>()('change_webhook', {
    deed: null,
    place: place('a webhook'),
    title: () => say('webhooks.change'),
    fields: {
      address: startingWith(({ webhook }: OnWebhook) => webhook.url, address<OnWebhook>()),
      rated_only: startingWith(({ webhook }: OnWebhook) => webhook.rated_only, ratedOnly<OnWebhook>()),
    },
    name: ({ address }) => t('webhooks.change.do', { host: hostOf(address) }),
    unfit: ({ address, rated_only }, { webhook }) =>
      address === webhook.url && rated_only === webhook.rated_only ? say('webhooks.change.same') : null,
    path: ofWebhook,
    body: ({ address, rated_only }, subject) => changed(subject, { url: address, rated_only }),
  }),
  paused: actOn<OnWebhook>()('change_webhook', {
    deed: null,
    place: place('a webhook that is told'),
    title: () => say('webhooks.pause'),
    fields: {},
    blocked: ({ webhook }) => (webhook.paused ? say('webhooks.blocked.paused') : null),
    path: ofWebhook,
    body: (_, subject) => changed(subject, { paused: true }),
    done: (_, __, { webhook }) => t('webhooks.pause.done', { host: hostOf(webhook.url) }),
  }),
  going_on: actOn<OnWebhook>()('change_webhook', {
    deed: null,
    place: place('a webhook that is paused'),
    title: () => say('webhooks.go_on'),
    fields: {},
    blocked: ({ webhook }) => (webhook.paused ? null : say('webhooks.blocked.told')),
    path: ofWebhook,
    body: (_, subject) => changed(subject, { paused: false }),
    done: (_, __, { webhook }) => t('webhooks.go_on.done', { host: hostOf(webhook.url) }),
  }),
} as const;

export const removeWebhook = actOn<OnWebhook>()('remove_webhook', {
  deed: null,
  place: place('a webhook'),
  title: () => say('webhooks.remove'),
  fields: {},
  ask: (_, { webhook }) => ({
    title: t('webhooks.remove.ask', { host: hostOf(webhook.url) }),
    text: say('webhooks.remove.text'),
    agree: say('webhooks.remove.do'),
  }),
  path: ofWebhook,
  done: (_, __, { webhook }) => t('webhooks.remove.done', { host: hostOf(webhook.url) }),
  danger: true,
});

export const pingWebhook = actOn<OnWebhook>()('ping_webhook', {
  deed: null,
  place: place('a webhook'),
  title: () => say('webhooks.ping'),
  fields: {},
  path: ofWebhook,
  done: (delivery) => attemptSaid(t('webhooks.what.ping'), delivery),
});

export const resendDelivery = actOn<OnDelivery>()('resend_delivery', {
  deed: null,
  place: place('each delivery'),
  title: ({ what }) => t('webhooks.resend.what', { what }),
  fields: {},
  path: ({ webhook, delivery }) => ({ webhook_id: webhook.webhook_id, delivery_id: delivery.delivery_id }),
  done: (delivery, _, { what }) => attemptSaid(what, delivery),
});
