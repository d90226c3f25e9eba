import { say } from '../../i18n';
import { actOn } from '../kit/act';
import { startingWith, type Option } from '../kit/field';
import { lines, oneOf } from '../kit/fields';
import type { OnEntrant } from '../kit/subjects';
import { boardKey, boardOf, boardOptions } from './subjects';

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
  path: ({ event }, { board }) => ({ tournament_id: event.id, ...(boardOf(board) ?? { round: 0, table: 0 }) }),
  body: ({ reason }, { entrant }) => ({ entrant_id: entrant.id, reason }),
  done: () => say('dispute.file.done'),
});
