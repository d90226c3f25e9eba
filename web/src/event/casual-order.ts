import type { CasualGame, ModerationAct, PlayerReport, ReportKind, Restriction } from '../contract/types';
import { t } from '../i18n';
import { formatMoment } from '../i18n/numbers';

/** What somebody may be reported for, in the order in which it is offered. */
export const REPORT_KINDS = [
  'abusive_chat',
  'undeclared_program',
  'lost_on_purpose',
  'left_or_stalled',
  'other',
] as const satisfies readonly ReportKind[];

/** So long after its booking a casual game may be reported. */
const REPORTED_MS = 14 * 86_400_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export const reportKindText = (kind: ReportKind): string => t(`order.kind.${kind}`);

/** Whether somebody at this game may still be reported. */
export const isReportable = ({ booked_at_ms }: Pick<CasualGame, 'booked_at_ms'>, nowMs: number): boolean =>
  nowMs <= booked_at_ms + REPORTED_MS;

/** Until when somebody is kept from something. */
export const untilText = ({ until_ms }: Pick<Restriction, 'until_ms'>): string =>
  until_ms === null ? t('order.until.open') : t('order.until', { moment: formatMoment(until_ms) });

/** How long something has waited, in its largest whole unit: minutes, hours or days; less than the first is said so. */
export function waitedText(sinceMs: number, nowMs: number): string {
  const ms = Math.max(0, nowMs - sinceMs);
  if (ms < MINUTE_MS) return t('moderation.waits.moment');
  if (ms < HOUR_MS) return t('moderation.waits.minutes', { count: Math.floor(ms / MINUTE_MS) });
  if (ms < DAY_MS) return t('moderation.waits.hours', { count: Math.floor(ms / HOUR_MS) });
  return t('moderation.waits.days', { count: Math.floor(ms / DAY_MS) });
}

/** An entry of the log in words: what was done, and until when. */
export function actText({ kind, until_ms }: Pick<ModerationAct, 'kind' | 'until_ms'>): string {
  if (kind !== 'muted' && kind !== 'barred') return t(`moderation.act.${kind}`);
  return t(`moderation.act.${kind}`, { until: untilText({ until_ms }) });
}

/** How a report stands, in words. */
export const answerText = ({ answer }: Pick<PlayerReport, 'answer'>): string => t(`moderation.answer.${answer ?? 'open'}`);
