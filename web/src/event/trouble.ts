import type { Board, Color, Table } from '../contract/types';
import { leftAt } from '../clock/clock';

/** The states of a board on the desk, worst first. */
export const TROUBLES = [
  'call',
  'disputed',
  'flag',
  'away',
  'unseated',
  'low',
  'paused',
  'adjourned',
  'playing',
  'armed',
  'entered',
  'done',
] as const;
export type Trouble = (typeof TROUBLES)[number];

export interface BoardState {
  trouble: Trouble;
  /** The side that it concerns. */
  color: Color | null;
}

const LOW_MS = 60_000;
const BY_TABLE = ['played', 'time_default', 'resigned'];

/** Whether a state asks for the director. */
export function needsDirector(trouble: Trouble): boolean {
  return trouble === 'call' || trouble === 'disputed' || trouble === 'flag' || trouble === 'away' || trouble === 'unseated';
}

/** Whether the dispute at a table is open, or was upheld and no other result is entered yet. */
function isDisputedAt(board: Board, table: Table | undefined): boolean {
  const state = table?.confirmation?.state;
  return state === 'disputed' || (state === 'overruled' && board.result?.corrected !== true);
}

/** What is the matter at a board: the worst thing that is. */
export function boardState(
  board: Board,
  table: Table | undefined,
  presence: { black: boolean; white: boolean } | undefined,
  seated: (entrant: string) => boolean,
  nowMs: number,
): BoardState {
  if (table?.called_by) return { trouble: 'call', color: table.called_by };
  if (board.disputed || isDisputedAt(board, table)) return { trouble: 'disputed', color: null };
  if (board.result) return { trouble: board.result.corrected || !BY_TABLE.includes(board.result.kind) ? 'entered' : 'done', color: null };
  const unseated = !seated(board.black_entrant_id) ? 'black' : !seated(board.white_entrant_id) ? 'white' : null;
  if (!table || table.phase === 'armed') return { trouble: unseated ? 'unseated' : 'armed', color: unseated };
  if (table.defaulted) return { trouble: 'flag', color: table.defaulted };
  if (table.phase === 'paused' || table.phase === 'adjourned') return { trouble: table.phase, color: null };
  if (unseated) return { trouble: 'unseated', color: unseated };
  const away = absent(presence, table.to_move);
  if (away) return { trouble: 'away', color: away };
  const { running } = table.clocks;
  if (running && leftAt(table.clocks, running, nowMs) < LOW_MS) return { trouble: 'low', color: running };
  return { trouble: 'playing', color: null };
}

function absent(presence: { black: boolean; white: boolean } | undefined, toMove: Color | null): Color | null {
  if (!presence) return null;
  // Whoever is on move matters first: that clock runs.
  if (toMove && !presence[toMove]) return toMove;
  if (!presence.black) return 'black';
  return presence.white ? null : 'white';
}

export function worse(one: Trouble, other: Trouble): number {
  return TROUBLES.indexOf(one) - TROUBLES.indexOf(other);
}
