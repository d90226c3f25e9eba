import type { Tournament } from '../contract/types';
import { t } from '../i18n';

/** The plan in words; before anything can be planned, what it waits for. */
export function formatText({ summary, format }: Tournament): string {
  const waits = summary.phase === 'registration' && summary.rounds === 0 && summary.entrants < 2;
  return waits ? t('event.format.waits') : format;
}
