import type { Tournament } from '../contract/types';
import { t } from '../i18n';
import { language } from '../i18n/language';
import { refusal } from '../i18n/refusals.svelte';
import { sentencesText } from './told';

/** The plan in words; before anything can be planned, what it waits for. */
export function formatText({ format, stage_sentences, entrants_needed, format_refusal }: Tournament): string {
  if (format !== null) return language === 'en' ? format : sentencesText(stage_sentences);
  return entrants_needed === null ? (format_refusal ? refusal(format_refusal) : '') : t('event.format.waits', { count: entrants_needed });
}
