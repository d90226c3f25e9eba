import type { Board, Color, Round, Table, Tournament } from '../contract/types';
import { sitsAt } from './own-seat';

/** A game of one’s own that runs, is about to start, or waits to be signed. */
export interface OwnGame {
  game: string;
  tournament: string;
  /** The event’s name. */
  of: string;
  round: Round;
  board: Board;
}

/** The own games of an event that are not over: of every round that is not finished, and those that go on again. */
export function ownGamesOf({ rounds, summary }: Pick<Tournament, 'rounds' | 'summary'>, entrant: string): OwnGame[] {
  return rounds.flatMap((round) =>
    round.boards
      .filter((board) => sitsAt(board, entrant) && board.game_id !== '')
      .filter((board) => (!round.finished && board.confirmed_at_ms === null) || board.game_reopened)
      .map((board) => ({ game: board.game_id, tournament: summary.id, of: summary.name, round, board })),
  );
}

/** In the order of their starts, which never changes while they go on. */
export function byStart(games: readonly OwnGame[]): OwnGame[] {
  return games.toSorted(
    (one, other) =>
      one.round.starts_at_ms - other.round.starts_at_ms || one.of.localeCompare(other.of) || one.game.localeCompare(other.game),
  );
}

/** Whether a table waits for its player: to move, to pass, or to sign. */
export function waitsFor(table: Table | null, own: Color | null): boolean {
  if (!table || own === null) return false;
  if (table.phase === 'live') return table.to_move === own;
  const confirmation = table.phase === 'finished' ? table.confirmation : null;
  return confirmation?.state === 'pending' && !(own === 'black' ? confirmation.black_confirmed : confirmation.white_confirmed);
}

/** Who waits, after some came and some went: whoever waits longest stays first. */
export const queueAfter = (before: readonly string[], waiting: readonly string[]): string[] => [
  ...before.filter((one) => waiting.includes(one)),
  ...waiting.filter((one) => !before.includes(one)),
];

/** Those that wait first, in the order of the queue, then the others as they stood. */
export const queueFirst = (all: readonly string[], queue: readonly string[]): string[] => [
  ...queue.filter((one) => all.includes(one)),
  ...all.filter((one) => !queue.includes(one)),
];

/** The next of these after one that waits; from the last on again from the first; null where none waits. */
export function nextWaiting(order: readonly string[], waiting: readonly string[], from: string | null): string | null {
  const at = from === null ? -1 : order.indexOf(from);
  const round = [...order.slice(at + 1), ...order.slice(0, at + 1)];
  return round.find((one) => waiting.includes(one)) ?? null;
}
