import { draftOf, timetableOf, type Draft } from '../../event/timetable';
import { t } from '../../i18n';
import { actOn } from '../kit/act';
import { empty, taken } from '../kit/field';
import { made, reason } from '../kit/fields';
import { ofEvent, type OnEvent } from '../kit/subjects';
import { DESK } from './subjects';
import TimetableField from './TimetableField.svelte';

const place = { page: DESK, at: 'the timetable' };

const timetable = made({
  label: 'timetable',
  by: TimetableField,
  initial: ({ tournament }: OnEvent) => JSON.stringify(draftOf(tournament.timetable, tournament.timetable_set)),
  read: (text) => {
    const whole = timetableOf(JSON.parse(text) as Draft);
    return whole === null || whole.sessions.length === 0 ? empty : taken(whole);
  },
});

export const setTimetable = actOn<OnEvent>()('set_timetable', {
  place,
  title: () => t('timetable.set'),
  fields: { timetable },
  name: (_, { tournament }) => (tournament.timetable_set ? t('timetable.set.again') : t('timetable.set')),
  path: ofEvent,
  body: ({ timetable }) => ({ timetable }),
  done: () => t('timetable.set.done'),
});

export const moveTimetable = actOn<OnEvent>()('move_timetable', {
  place,
  title: () => t('timetable.move'),
  fields: { timetable, reason: reason(500, 'timetable.move.reason') },
  name: () => t('timetable.move.do'),
  path: ofEvent,
  body: ({ timetable, reason }) => ({ timetable, reason }),
  accepts: { departure_unconfirmed: 'accept_deviations' },
  done: () => t('timetable.move.done'),
});
