import { actOn } from '../kit/act';
import { count, reason } from '../kit/fields';
import { squaresIn, variantOf } from '../../event/variant';
import { say, t } from '../../i18n';
import { formatScore } from '../../i18n/numbers';
import { nameIn, type OnDispute } from './subjects';

const INBOX = { page: '/t/:tournament/desk/rulings', at: 'What waits' } as const;
const MOST_DISCS = 64;

const boardOf = ({ event, dispute }: OnDispute): { black_entrant_id: string; white_entrant_id: string } | undefined =>
  event.roundNumbered(dispute.round)?.boards.find((one) => one.table === dispute.table);
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
  place: INBOX,
  title: () => say('dispute.change'),
  fields: {
    discs: count<OnDispute>({ label: 'dispute.discs', least: 0, most: MOST_DISCS }),
    reason: reason<OnDispute>(500, 'act.reason.players'),
  },
  name: ({ discs }, subject) => {
    const score = formatScore(discs, squaresIn(variantOf(subject.tournament)) - discs);
    return t('dispute.change.do', { score, name: nameIn(subject, boardOf(subject)?.black_entrant_id) });
  },
  touches: touched,
  path: ofDispute,
  body: ({ discs, reason }) => ({ black_discs: discs, reason }),
});
