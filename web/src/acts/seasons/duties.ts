import { say, t } from '../../i18n';
import { english } from '../../i18n/server-words';
import { actOn } from '../kit/act';
import { optional } from '../kit/field';
import { lines } from '../kit/fields';
import { isDirector, type OnLegDuty } from './subjects';

const LONGEST_NOTE = 500;
const place = { page: '/seasons/:season', at: 'each duty of a leg' };
/** What ticks itself off where it is done. */
export const BY_ITSELF: readonly string[] = ['director_named', 'results_sent'];

const path = ({ season, number, duty }: OnLegDuty): { season_id: string; leg: number; duty: string } => ({
  season_id: season.summary.id,
  leg: number,
  duty: duty.duty,
});

/** Why a duty is not ticked off by whoever looks. */
function barred(subject: OnLegDuty): string | null {
  const { season, leg, duty } = subject;
  if (season.summary.closed) return say('seasons.blocked.closed');
  if (leg.called_off) return say('seasons.blocked.called_off');
  if (BY_ITSELF.includes(duty.duty)) return say('seasons.blocked.itself');
  return isDirector(subject) ? null : say('seasons.blocked.director');
}

export const tickSeasonDuty = actOn<OnLegDuty>()('tick_season_duty', {
  deed: null,
  place,
  title: ({ duty }) => t('duty.tick', { duty: english(duty.text) }),
  fields: { note: optional(lines<OnLegDuty>({ label: 'duty.note', most: LONGEST_NOTE })) },
  name: () => t('duty.tick.do'),
  blocked: (subject) => {
    const { done, due, time } = subject.duty;
    if (done) return t('duty.blocked.done');
    return barred(subject) ?? (time === 'after_play' && !due ? t('duty.blocked.early') : null);
  },
  path,
  body: ({ note }) => (note === null ? {} : { note }),
  done: (_, __, { duty }) => t('duty.tick.done', { duty: english(duty.text) }),
});

export const untickSeasonDuty = actOn<OnLegDuty>()('untick_season_duty', {
  deed: null,
  place,
  title: ({ duty }) => t('duty.untick', { duty: english(duty.text) }),
  fields: { note: optional(lines<OnLegDuty>({ label: 'duty.note.why', most: LONGEST_NOTE })) },
  name: () => t('duty.untick.do'),
  blocked: (subject) => (subject.duty.done ? barred(subject) : t('duty.blocked.open')),
  path,
  body: ({ note }) => (note === null ? {} : { note }),
  done: (_, __, { duty }) => t('duty.untick.done', { duty: english(duty.text) }),
});
