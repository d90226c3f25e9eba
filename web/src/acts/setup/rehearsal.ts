import { say, t } from '../../i18n';
import { actOn } from '../kit/act';
import { ofEvent, type OnEvent } from '../kit/subjects';
import { DESK } from './subjects';

const OVER: readonly string[] = ['confirmed', 'abandoned', 'cancelled'];

/** The whole event beforehand, with house bots at its seats. */
export const rehearse = actOn<OnEvent>()('rehearse_tournament', {
  deed: null,
  place: { page: DESK, at: 'Rehearse the event' },
  title: () => t('rehearse.do'),
  fields: {},
  blocked: ({ tournament: { summary } }) => {
    if (summary.rehearsal_of !== null) return t('rehearse.is_one');
    return OVER.includes(summary.phase) ? t('rehearse.over') : null;
  },
  path: ofEvent,
  done: () => say('rehearse.done'),
});
