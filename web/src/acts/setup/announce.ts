import { announcementLead, standing } from '../../event/announcements';
import { t } from '../../i18n';
import { actOn } from '../kit/act';
import { askedIf, optional, type Known, type Option } from '../kit/field';
import { choice, lines, oneOf } from '../kit/fields';
import { ofEvent, type OnEvent } from '../kit/subjects';
import { DESK, type OnAnnouncements } from './subjects';

/** The boards of the last round. */
function boards({ event }: OnEvent): Option[] {
  const { round } = event;
  const name = (id: string): string => event.nameOf(id);
  return (round?.boards ?? []).map((board) => ({
    value: `${round?.number}/${board.table}`,
    text: t('announce.board.name', {
      round: round?.number ?? 0,
      table: board.table,
      black: name(board.black_entrant_id),
      white: name(board.white_entrant_id),
    }),
  }));
}

const corrections = ({ announcements }: OnAnnouncements): Option[] =>
  standing(announcements)
    .filter((one) => one.kind !== 'rules_amended' && one.kind !== 'timetable_moved')
    .map((one) => ({ value: `${one.number}`, text: `${announcementLead(one)} ${one.text}`.slice(0, 90) }));

const isNew = ({ corrects }: Known): boolean => corrects === null || corrects === undefined;

export const announce = actOn<OnAnnouncements>()('announce', {
  place: { page: DESK, at: 'what is announced' },
  title: () => t('announce'),
  fields: {
    text: lines({ label: 'announce.text', most: 2000, rows: 3 }),
    corrects: askedIf(
      (_, subject) => corrections(subject).length > 0,
      optional(oneOf({ label: 'announce.corrects', options: corrections })),
    ),
    audience: askedIf(
      isNew,
      choice({
        label: 'announce.audience',
        options: { everybody: 'announce.audience.everybody', board: 'announce.audience.board', officials: 'announce.audience.officials' },
      }),
    ),
    board: askedIf((known) => isNew(known) && known['audience'] === 'board', oneOf({ label: 'announce.board', options: boards })),
    kind: askedIf(
      isNew,
      choice({
        label: 'announce.kind',
        options: { general: 'announce.kind.general', monitors: 'announce.kind.monitors', time_rules: 'announce.kind.time_rules' },
      }),
    ),
  },
  name: ({ corrects, audience, board }, { announcements }) => {
    if (corrects) {
      const corrected = announcements.find((one) => `${one.number}` === corrects);
      return t('announce.correct', { number: corrected?.number ?? corrects });
    }
    if (audience === 'officials') return t('announce.to.officials');
    return audience === 'board' ? t('announce.to.board', { table: board?.split('/')[1] ?? '' }) : t('announce.to.everybody');
  },
  path: ofEvent,
  body: ({ text, corrects, audience, board, kind }) => {
    if (corrects) return { text, corrects: Number(corrects) };
    const [round, table] = (board ?? '').split('/').map(Number);
    return { text, kind: kind ?? 'general', audience: audience ?? 'everybody', ...(board ? { round: round ?? 0, table: table ?? 0 } : {}) };
  },
  done: ({ number }) => t('announce.done', { number }),
});
