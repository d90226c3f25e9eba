import { t } from '../../i18n';
import { english } from '../../i18n/server-words';
import { actOn } from '../kit/act';
import { optional } from '../kit/field';
import { lines } from '../kit/fields';
import { DESK, type OnDuty } from './subjects';

const place = { page: DESK, at: 'each duty' };
const path = ({ event, duty }: OnDuty): { tournament_id: string; duty: string } => ({ tournament_id: event.id, duty: duty.duty });

export const tickDuty = actOn<OnDuty>()('tick_duty', {
  place,
  title: ({ duty }) => t('duty.tick', { duty: english(duty.text) }),
  fields: { note: optional(lines({ label: 'duty.note', most: 500 })) },
  name: () => t('duty.tick.do'),
  blocked: ({ duty }) => (duty.done ? t('duty.blocked.done') : duty.time === 'after_play' && !duty.due ? t('duty.blocked.early') : null),
  path,
  body: ({ note }) => ({ note }),
  done: (_, __, { duty }) => t('duty.tick.done', { duty: english(duty.text) }),
});

export const untickDuty = actOn<OnDuty>()('untick_duty', {
  place,
  title: ({ duty }) => t('duty.untick', { duty: english(duty.text) }),
  fields: { note: optional(lines({ label: 'duty.note.why', most: 500 })) },
  name: () => t('duty.untick.do'),
  blocked: ({ duty }) => (duty.done ? null : t('duty.blocked.open')),
  path,
  body: ({ note }) => ({ note }),
  done: (_, __, { duty }) => t('duty.untick.done', { duty: english(duty.text) }),
});
