import type { Tournament } from '../contract/types';

/** The announced start of a round that is not published; null where none is announced. */
export function plannedStart(tournament: Pick<Tournament, 'timetable'> | null, round: number): number | null {
  const plays = tournament?.timetable?.sessions.flatMap((session) => session.plays) ?? [];
  return plays.find((play) => play.round === round)?.starts_at_ms ?? null;
}
