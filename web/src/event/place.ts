import type { Board, Color, Entrant, Round } from '../contract/types';
import type { LiveEvent } from './event.svelte';

/** Where an entrant plays in a round: a board, the bye, or nowhere. */
export interface Place {
  round: Round;
  board: Board | null;
  color: Color;
  opponent: Entrant | null;
}

export function placeIn(event: LiveEvent, round: Round, entrant: string): Place {
  const board = round.boards.find((one) => one.black_entrant_id === entrant || one.white_entrant_id === entrant) ?? null;
  const color: Color = board?.white_entrant_id === entrant ? 'white' : 'black';
  const other = color === 'black' ? board?.white_entrant_id : board?.black_entrant_id;
  return { round, board, color, opponent: event.entrant(other) };
}
