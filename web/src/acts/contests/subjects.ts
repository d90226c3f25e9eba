import type { Contest, ContestEntrant, LadderChallenge } from '../../contract/types';

/** An arena or a ladder. */
export interface OnContest {
  contest: Contest;
}

/** One that whoever looks keeps in order. */
export interface OnKeptContest extends OnContest {
  /** He founded it: in one of somebody else a moderator says why. */
  founded: boolean;
}

/** The same, with those of its list that are shown. */
export interface OnOwnContest extends OnKeptContest {
  entrants: readonly ContestEntrant[];
}

/** Somebody on a ladder who may be challenged. */
export interface OnLadderPlace extends OnContest {
  entrant: ContestEntrant;
  /** The challenge that he is in; null where he is in none. */
  challenge: LadderChallenge | null;
}

/** A challenge that whoever looks is in. */
export interface OnChallenge extends OnContest {
  challenge: LadderChallenge;
}

export const ofContest = ({ contest }: OnContest): { contest_id: string } => ({ contest_id: contest.id });
