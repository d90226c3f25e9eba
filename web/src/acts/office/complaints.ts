import { t } from '../../i18n';
import { actOn } from '../kit/act';
import { lines } from '../kit/fields';
import { ofEvent, type OnEvent } from '../kit/subjects';
import { notYours } from './rating-file';
import type { OnComplaint } from './subjects';

const LONGEST = 500;

export const fileComplaint = actOn<OnEvent>()('file_complaint', {
  deed: null,
  place: { page: '/t/:tournament/documents', at: 'Complaints, for whoever took part' },
  title: () => t('complaint.file'),
  fields: { text: lines<OnEvent>({ label: 'complaint.text', most: LONGEST, rows: 4 }) },
  path: ofEvent,
  body: ({ text }) => ({ text }),
});

export const answerComplaint = actOn<OnComplaint>()('answer_complaint', {
  deed: null,
  place: { page: '/rating-office?event=:tournament', at: 'each complaint' },
  title: ({ complaint }) => t('complaint.answer', { name: complaint.by_name }),
  fields: { text: lines<OnComplaint>({ label: 'complaint.answer.text', most: LONGEST, rows: 4 }) },
  blocked: (subject) => (subject.complaint.answer ? t('complaint.answered') : notYours(subject)),
  path: ({ event, complaint }) => ({ tournament_id: event.id, complaint_id: complaint.id }),
  body: ({ text }) => ({ text }),
});
