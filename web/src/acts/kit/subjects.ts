import type { Board, Entrant, Official, Round, Table, Tournament } from '../../contract/types';
import type { LiveEvent } from '../../event/event.svelte';

/** What acts are done to. Each knows the event that it belongs to. */
export interface OnEvent {
  event: LiveEvent;
  tournament: Tournament;
}
export interface OnEntrant extends OnEvent {
  entrant: Entrant;
}
export interface OnOfficial extends OnEvent {
  official: Official;
}
export interface OnRound extends OnEvent {
  round: Round;
}
/** A board of a round, with its table as it is live once there is one. */
export interface OnBoard extends OnRound {
  board: Board;
  table: Table | undefined;
}
/** A board whose game can be looked at. */
export interface OnTable extends OnBoard {
  table: Table;
  /** How many tables it is done to at once, this one among them; absent for this one alone. */
  several?: number;
}

export const ofEvent = ({ event }: OnEvent): { tournament_id: string } => ({ tournament_id: event.id });
export const ofEntrant = ({ event, entrant }: OnEntrant): { tournament_id: string; entrant_id: string } => ({
  tournament_id: event.id,
  entrant_id: entrant.id,
});
export const ofRound = ({ event, round }: OnRound): { tournament_id: string; round: number } => ({
  tournament_id: event.id,
  round: round.number,
});
export const ofBoard = ({ event, round, board }: OnBoard): { tournament_id: string; round: number; table: number } => ({
  tournament_id: event.id,
  round: round.number,
  table: board.table,
});
/** The entrants who sit at a board. */
export const bothOf = ({ board }: OnBoard): string[] => [board.black_entrant_id, board.white_entrant_id];
