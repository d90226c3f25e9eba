import type { Board, Tournament } from '../contract/types';
import type { LiveEvent } from './event.svelte';
import { following } from './following.svelte';

/** Whether a board is still to be decided. */
export const isOpen = (board: Board): boolean => board.result === null || board.game_reopened;

/** The boards of an event that are played now: of rounds that have started, without a result. */
export function runningBoards(tournament: Tournament | null, nowMs: number): Board[] {
  const rounds = tournament?.rounds.filter((one) => !one.finished && one.starts_at_ms <= nowMs) ?? [];
  return rounds.flatMap((one) => one.boards).filter(isOpen);
}

/** Whether somebody plays at a board who is followed. */
export const isFollowed = (event: LiveEvent, { black_entrant_id: black, white_entrant_id: white }: Board): boolean =>
  following.has(event.id, event.entrant(black)) || following.has(event.id, event.entrant(white));

/** The same boards in their order, but those of followed players first. */
export function followedFirst(event: LiveEvent, boards: readonly Board[]): Board[] {
  const rank = (board: Board): number => Number(!isFollowed(event, board));
  return [...boards].sort((one, other) => rank(one) - rank(other) || one.table - other.table);
}
