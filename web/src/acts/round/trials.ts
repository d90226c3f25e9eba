import type { Table } from '../../contract/types';
import type { Trial } from '../kit/trial';

const AT = { scene: 'running', by: 'director', page: '/t/{tournament}/desk/round', read: '/games/{game}' } as const;
const REASON = { 'Reason, shown to both players': 'The clock was wrong.' };

/** How each act of a round is tried. */
export const roundTrials: Record<string, Trial> = {
  'officiate.pause': {
    ...AT,
    when: 'while the clocks of a game run',
    open: ['Table 1', 'Stop both clocks'],
    fill: REASON,
    press: 'Stop both clocks',
    holds: (table: Table) => table.phase === 'paused',
    shows: 'Clocks stopped',
  },
};
