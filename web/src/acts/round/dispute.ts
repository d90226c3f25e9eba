import type { Dispute } from '../../contract/types';
import { t } from '../../i18n';
import { actOn, type Act } from '../kit/act';
import { bothOf, ofBoard, type OnBoard } from '../kit/subjects';

/** A board whose result a player disputes. */
export interface OnDispute extends OnBoard {
  dispute: Dispute;
}

const PLACE = { page: '/t/:tournament/desk/round', at: 'the panel of a table whose result is disputed' };

function hold(held: boolean): Act<OnDispute> {
  return actOn<OnDispute>()('hold_pairing', {
    place: PLACE,
    title: ({ round }) => t(held ? 'dispute.hold' : 'dispute.release', { round: round.number + 1 }),
    fields: {},
    touches: bothOf,
    path: ofBoard,
    body: () => ({ held }),
  });
}

/** Whether the next pairing waits for a dispute. */
export const holdActs = { hold: hold(true), release: hold(false) };
