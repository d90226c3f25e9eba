import type { Entrant, Round, Standings, Tournament } from './types';

/** Members of a list: those that are new or other than before, in the list's order, and the names of those that are gone. */
export interface ListChange<T, Name> {
  set?: T[];
  removed?: Name[];
}

/** What changed of a tournament: fields whole, but of its long lists the members. */
export type TournamentChange = Partial<Omit<Tournament, 'entrants' | 'rounds'>> & {
  entrants?: ListChange<Entrant, string>;
  rounds?: ListChange<Round, number>;
};

/** What changed of a list of standings: fields whole. */
export type StandingsChange = Partial<Standings>;

/** A document is at a version now; `changed` leads there from the version before, where the server tells it. */
export interface News<Change> {
  version: number;
  previous: number | null;
  changed: Change | null;
}
