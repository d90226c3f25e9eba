import type { AnnouncedGame, Board, Entrant, Round, Tournament } from '../contract/types';
import type { components } from '../contract/schema';
import { isStopped } from './ended';
import { plannedStart } from './timetable';
import { notPaired, type NotPaired } from './presence';

export type FinalsMatch = components['schemas']['FinalsMatch'];

/** What is true of the own seat now: one at a time, the most urgent first. `round` is the round that it is about. */
export type SeatState =
  | { is: 'confirmed' | 'stopped' | 'withdrawn' | 'played' }
  | { is: 'game'; round: Round; board: Board }
  | { is: 'choice'; round: number; game: AnnouncedGame }
  | { is: 'announced'; round: number; game: AnnouncedGame }
  | { is: 'bye'; round: number }
  | { is: 'sits_out'; round: number; why: NotPaired | null }
  | { is: 'game_over'; round: number; board: Board }
  | { is: 'check_in' | 'checked_in' | 'not_checked_in' | 'absent' | 'late' | 'held_back' | 'entered' | 'waits'; round: number }
  | { is: 'in_finals'; round: number; match: FinalsMatch }
  | { is: 'out_of_finals'; round: number };

interface Known {
  tournament: Tournament;
  entrant: Entrant;
  /** For want of the fee or of the federation’s agreement. */
  heldBack: boolean;
  /** The matches of the finals, where there are some. */
  matches: readonly FinalsMatch[];
}

/** Whether somebody plays at a board. */
export const sitsAt = (board: Board, entrant: string): boolean => board.black_entrant_id === entrant || board.white_entrant_id === entrant;

/** The own game that is to be played: of the last round, or one of an earlier round that goes on again. */
export function openGame({ rounds }: Pick<Tournament, 'rounds'>, entrant: string): { round: Round; board: Board } | null {
  for (const round of rounds.toReversed()) {
    const board = round.boards.find((one) => sitsAt(one, entrant));
    if (board && ((!board.result && !round.finished) || board.game_reopened)) return { round, board };
  }
  return null;
}

export function seatState({ tournament, entrant, heldBack, matches }: Known): SeatState {
  const { phase } = tournament.summary;
  if (phase === 'confirmed') return { is: 'confirmed' };
  if (isStopped(tournament)) return { is: 'stopped' };
  if (entrant.withdrawn_from_round > 0) return { is: 'withdrawn' };
  const open = openGame(tournament, entrant.id);
  if (open) return { is: 'game', ...open };
  const game = ownAnnounced(tournament, entrant.id);
  if (game && tournament.announced) {
    const { round } = tournament.announced;
    return game.chooser_entrant_id === null ? { is: 'announced', round, game } : { is: 'choice', round, game };
  }
  if (phase === 'played') return { is: 'played' };
  return inRound(tournament, entrant) ?? beforeRound(tournament, entrant, heldBack, matches);
}

function ownAnnounced({ announced }: Tournament, entrant: string): AnnouncedGame | null {
  return announced?.games.find((one) => [one.better_entrant_id, one.worse_entrant_id].includes(entrant)) ?? null;
}

/** What the round that runs has for somebody who has no game in it to play. */
function inRound(tournament: Tournament, entrant: Entrant): SeatState | null {
  const round = tournament.rounds.at(-1);
  if (!round || round.finished) return null;
  const board = round.boards.find((one) => sitsAt(one, entrant.id));
  if (board) return { is: 'game_over', round: round.number, board };
  if (round.bye_entrant_ids.includes(entrant.id)) return { is: 'bye', round: round.number };
  return { is: 'sits_out', round: round.number, why: notPaired(tournament, entrant, round.number, new Set()) };
}

function beforeRound(tournament: Tournament, entrant: Entrant, heldBack: boolean, matches: readonly FinalsMatch[]): SeatState {
  const round = nextRound(tournament);
  const list = tournament.check_ins.find((one) => one.round === round);
  const here = list?.entrant_ids.includes(entrant.id) === true;
  const why = notPaired(tournament, entrant, round, new Set(heldBack ? [entrant.id] : []));
  if (why === 'late' || why === 'absent' || why === 'held_back') return { is: why, round };
  if (list && !here) return { is: list.open ? 'check_in' : 'not_checked_in', round };
  if (matches.length > 0) return ofFinals(entrant, round, matches);
  if (list) return { is: 'checked_in', round };
  const last = tournament.rounds.at(-1);
  const board = last?.boards.find((one) => sitsAt(one, entrant.id));
  if (last && board?.result) return { is: 'game_over', round: last.number, board };
  return { is: last ? 'waits' : 'entered', round };
}

function ofFinals(entrant: Entrant, round: number, matches: readonly FinalsMatch[]): SeatState {
  const match = matches.find((one) => one.winner_entrant_id === null && [one.better_entrant_id, one.worse_entrant_id].includes(entrant.id));
  return match ? { is: 'in_finals', round, match } : { is: 'out_of_finals', round };
}

/** The round that is published next. */
export const nextRound = ({ summary }: Pick<Tournament, 'summary'>): number => summary.round + 1;

/** So long before a planned start the draw of a round is near, in ms. */
const NEAR_MS = 30 * 60_000;

/** Whether a draw is held with what is done next: before round 1, once check-in is over or its start is near. */
export function drawIsNear(tournament: Tournament, nowMs: number): boolean {
  if (!['publish_round', 'draw_lots'].includes(tournament.next?.kind ?? '')) return false;
  if (tournament.summary.phase !== 'registration') return true;
  const round = nextRound(tournament);
  const start = plannedStart(tournament, round);
  return tournament.check_ins.some((one) => one.round === round && !one.open) || (start !== null && start - nowMs < NEAR_MS);
}

/** The rounds that are not published yet, as far as they are planned. */
export function roundsToCome({ summary, timetable }: Pick<Tournament, 'summary' | 'timetable'>): number[] {
  const first = nextRound({ summary });
  const planned = timetable?.sessions.flatMap((session) => session.plays.flatMap((play) => play.round ?? [])) ?? [];
  const last = Math.max(summary.rounds, ...planned, summary.rounds === 0 ? first : 0);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
}
