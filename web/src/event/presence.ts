import type { Entrant, Tournament } from '../contract/types';

/** Why somebody of the list is not paired in a round. */
export type NotPaired = 'withdrawn' | 'late' | 'absent' | 'not_checked_in' | 'held_back';

type Known = Pick<Tournament, 'entrants' | 'check_ins'>;

/** Why an entrant is not paired in a round; null for whoever is. `heldBack`: whom an unpaid fee or a missing agreement holds back. */
export function notPaired(tournament: Known, entrant: Entrant, round: number, heldBack: ReadonlySet<string>): NotPaired | null {
  if (entrant.withdrawn_from_round !== 0 && round >= entrant.withdrawn_from_round) return 'withdrawn';
  if (entrant.from_round > round) return 'late';
  if (entrant.absent_rounds.includes(round)) return 'absent';
  const list = tournament.check_ins.find((one) => one.round === round);
  if (list && !list.entrant_ids.includes(entrant.id)) return 'not_checked_in';
  return heldBack.has(entrant.id) ? 'held_back' : null;
}

/** Who is paired in a round. */
export const presentFor = (tournament: Known, round: number, heldBack: ReadonlySet<string>): string[] =>
  tournament.entrants.filter((one) => notPaired(tournament, one, round, heldBack) === null).map((one) => one.id);
