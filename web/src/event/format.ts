import type { Tournament } from '../contract/types';
import { t } from '../i18n';

/** The plan in words; before anything can be planned, what it waits for. */
export function formatText({ format, entrants_needed, format_refusal }: Tournament): string {
  if (format !== null) return format;
  return entrants_needed === null ? (format_refusal?.detail ?? '') : t('event.format.waits', { count: entrants_needed });
}
