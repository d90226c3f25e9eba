import type { Entrant, Round, Row, Standings, Tournament } from './types';

/** Of a list the whole, or its members that are new or other than before and the names of those that are gone. */
export type ListChange<T, Name> = T[] | { set?: T[]; removed?: Name[] };

/** What changed of a tournament: fields whole, but of its long lists the members. */
export type TournamentChange = Partial<Omit<Tournament, 'entrants' | 'rounds' | 'acts'>> & {
  entrants?: ListChange<Entrant, string>;
  rounds?: ListChange<Round, number>;
  acts?: ListChange<Tournament['acts'][number], string>;
};

/** What changed of a list of standings: fields whole, but of its rows some. */
export type StandingsChange = Partial<Omit<Standings, 'rows'>> & { rows?: ListChange<Row, string> };

/**
 * A document is at a version now; `changed` leads there from the one before, where the server tells it. Both are the same where
 * something changed that is no act.
 */
export interface News<Change> {
  version: number;
  previous: number | null;
  changed: Change | null;
}
