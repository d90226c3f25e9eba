import { session } from '../../contract/session.svelte';
import { say, t, type PlainKey } from '../../i18n';
import { actOn } from '../kit/act';
import { choice, reason } from '../kit/fields';
import type { OnModerated } from './subjects';

const DAY_MS = 86_400_000;

/** How long somebody is kept from something, in days; null = until a moderator takes it back. */
export const SPANS = { day: 1, week: 7, month: 30, open: null } as const;
type Span = keyof typeof SPANS;

const SPAN_TEXTS = {
  day: 'moderation.span.day',
  week: 'moderation.span.week',
  month: 'moderation.span.month',
  open: 'moderation.span.open',
} as const satisfies Record<Span, PlainKey>;

/** When that ends, cluster time in ms. */
export function untilOf(span: Span, nowMs: number): number | null {
  const days = SPANS[span];
  return days === null ? null : nowMs + days * DAY_MS;
}

const place = { page: '/moderation?report=:report', at: 'the reported account, and /moderation/accounts' };
const span = () => choice<Span, OnModerated>({ label: 'moderation.span', options: SPAN_TEXTS });
const told = () => reason<OnModerated>(500, 'moderation.reason.told');
const ofAccount = ({ account }: OnModerated): { account_id: string } => ({ account_id: account.account_id });
const called = ({ account }: OnModerated): { name: string } => ({ name: account.display_name || t('account.nameless') });
const following = ({ report }: OnModerated): { report_id?: string } => (report === null ? {} : { report_id: report.id });

/** Nobody decides about himself, or about what he reported or played. */
function notForYou({ account, report }: OnModerated): string | null {
  if (account.account_id === session.account?.id) return say('moderation.blocked.oneself');
  return report?.concerns_caller ? say('moderation.blocked.concerns') : null;
}

export const mutePlayer = actOn<OnModerated>()('mute_player', {
  deed: null,
  place,
  title: (subject) => t(subject.account.mute ? 'moderation.mute.again' : 'moderation.mute', called(subject)),
  fields: { span: span(), reason: told() },
  blocked: notForYou,
  ask: ({ span: how }, subject) => ({
    title: t('moderation.mute.ask', called(subject)),
    text: t('moderation.mute.text', { span: say(SPAN_TEXTS[how]) }),
    agree: t('moderation.mute', called(subject)),
  }),
  path: ofAccount,
  body: ({ span: how, reason }, subject, nowMs) => ({ until_ms: untilOf(how, nowMs), reason, ...following(subject) }),
  danger: true,
});

export const unmutePlayer = actOn<OnModerated>()('unmute_player', {
  deed: null,
  place,
  title: (subject) => t('moderation.unmute', called(subject)),
  fields: { reason: reason<OnModerated>() },
  blocked: (subject) => (subject.account.mute ? notForYou(subject) : say('moderation.blocked.not_muted')),
  path: ofAccount,
  body: ({ reason }) => ({ reason }),
});

export const barPlayer = actOn<OnModerated>()('bar_player', {
  deed: null,
  place,
  title: (subject) => t(subject.account.bar ? 'moderation.bar.again' : 'moderation.bar', called(subject)),
  fields: { span: span(), reason: told() },
  blocked: notForYou,
  ask: ({ span: how }, subject) => ({
    title: t('moderation.bar.ask', called(subject)),
    text: t('moderation.bar.text', { span: say(SPAN_TEXTS[how]) }),
    agree: t('moderation.bar', called(subject)),
  }),
  path: ofAccount,
  body: ({ span: how, reason }, subject, nowMs) => ({ until_ms: untilOf(how, nowMs), reason, ...following(subject) }),
  danger: true,
});

export const readmitPlayer = actOn<OnModerated>()('readmit_player', {
  deed: null,
  place,
  title: (subject) => t('moderation.readmit', called(subject)),
  fields: { reason: reason<OnModerated>() },
  blocked: (subject) => (subject.account.bar ? notForYou(subject) : say('moderation.blocked.not_barred')),
  path: ofAccount,
  body: ({ reason }) => ({ reason }),
});
