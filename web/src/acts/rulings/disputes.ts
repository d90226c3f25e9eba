import { actOn } from '../kit/act';
import { startingWith, type Option } from '../kit/field';
import { count, lines, oneOf, reason } from '../kit/fields';
import type { OnEntrant } from '../kit/subjects';
import { squaresIn, variantOf } from '../../event/variant';
import { say, t } from '../../i18n';
import { formatScore } from '../../i18n/numbers';
import { boardKey, boardOf as boardAt, boardOptions, nameIn, type OnDispute } from './subjects';

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

/** The own boards whose results can be disputed, the newest first. */
function disputable({ event, tournament, entrant }: OnEntrant): Option[] {
  const open = tournament.rounds.flatMap((round) =>
    round.boards.filter((one) => one.result && !one.disputed).map((one) => boardKey(round.number, one.table)),
  );
  return boardOptions({ event, tournament }, entrant.id).filter((one) => open.includes(one.value));
}

export const disputeResult = actOn<OnEntrant>()('pairing_dispute_result', {
  deed: null,
  place: { page: '/t/:tournament/seat', at: 'What you can do' },
  title: () => say('dispute.file'),
  fields: {
    board: startingWith(
      (subject: OnEntrant) => disputable(subject)[0]?.value ?? '',
      oneOf<OnEntrant>({ label: 'protest.board', options: disputable }),
    ),
    reason: lines<OnEntrant>({ label: 'dispute.reason', most: 500, rows: 3 }),
  },
  name: () => say('dispute.file.do'),
  blocked: (subject) => (disputable(subject).length === 0 ? say('dispute.blocked.no_result') : null),
  path: ({ event }, { board }) => ({ tournament_id: event.id, ...(boardAt(board) ?? { round: 0, table: 0 }) }),
  body: ({ reason }, { entrant }) => ({ entrant_id: entrant.id, reason }),
  done: () => say('dispute.file.done'),
});
