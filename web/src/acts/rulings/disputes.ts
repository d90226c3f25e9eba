import { actOn } from '../kit/act';
import { reason } from '../kit/fields';
import { resultBody, resultFields, resultWords, unfitResult } from '../kit/result';
import type { Board } from '../../contract/types';
import { say, t } from '../../i18n';
import { nameIn, type OnDispute } from './subjects';

const INBOX = { page: '/t/:tournament/desk/rulings', at: 'What waits' } as const;

const boardOf = ({ event, dispute }: OnDispute): Board | null => event.boardAt(dispute);
const touched = (subject: OnDispute): string[] => {
  const board = boardOf(subject);
  return board ? [board.black_entrant_id, board.white_entrant_id] : [];
};
const ofDispute = ({ event, dispute }: OnDispute): { tournament_id: string; round: number; table: number } => ({
  tournament_id: event.id,
  round: dispute.round,
  table: dispute.table,
});

export const settleDispute = actOn<OnDispute>()('settle_dispute', {
  place: INBOX,
  title: () => say('dispute.settle'),
  fields: { reason: reason<OnDispute>(500, 'act.reason.players') },
  touches: touched,
  path: ofDispute,
  body: ({ reason }) => ({ reason }),
  done: (_, __, { dispute }) => t('dispute.settle.done', { round: dispute.round, table: dispute.table }),
});

/** Another result than the disputed one: it settles the dispute too. */
export const changeDisputed = actOn<OnDispute>()('enter_result', {
  deed: () => 'enter_result.played_game',
  place: INBOX,
  title: () => say('dispute.change'),
  fields: { ...resultFields<OnDispute>(boardOf), reason: reason<OnDispute>(500, 'act.reason.players') },
  name: (values, subject) => {
    const board = boardOf(subject);
    if (!board) return say('dispute.change');
    const result = resultWords(values, subject, board);
    const name = nameIn(subject, board.black_entrant_id);
    return values.discs === undefined ? t('dispute.change.by', { result }) : t('dispute.change.do', { score: result, name });
  },
  unfit: (values, subject) => {
    const board = boardOf(subject);
    return board && unfitResult(values, board);
  },
  touches: touched,
  path: ofDispute,
  body: (values) => ({ ...resultBody(values), reason: values.reason }),
});
