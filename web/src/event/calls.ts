import type { Board, Color, Round, Table } from '../contract/types';

/** A player who calls for the director and waits. */
export interface OpenCall {
  table: number;
  game: string;
  color: Color;
  /** Since when, cluster time in ms; null where nobody has told. */
  sinceMs: number | null;
}

/** Since when a call at a board is open, as its table or the event says it; null where nobody calls or nobody has told. */
export function callSince(board: Board, table: Table | undefined): number | null {
  if (!table?.called_by) return null;
  if (table.pause?.cause === 'call') return table.pause.since_ms;
  return table.called_by === 'black' ? board.black_calls_since_ms : board.white_calls_since_ms;
}

/** Whether an official has written since a call began: nobody knows that of a call of which nobody has told since when. */
export const isAnswered = (sinceMs: number | null, answeredMs = 0): boolean => sinceMs !== null && answeredMs > 0 && answeredMs >= sinceMs;

/** Every open call of a round, in the order of its tables. */
export function openCalls(round: Round, tableOf: (game: string) => Table | undefined): OpenCall[] {
  return round.boards.flatMap((board): OpenCall[] => {
    const table = tableOf(board.game_id);
    if (!table?.called_by) return [];
    return [{ table: board.table, game: board.game_id, color: table.called_by, sinceMs: callSince(board, table) }];
  });
}
