import type { Tournament } from '../contract/types';

/** Why an event never has a rating file: nothing of a rehearsal counts, and ratings take no variant. */
export function neverRated(tournament: Pick<Tournament, 'summary' | 'variant_unrated'>): 'rehearsal' | 'variant' | null {
  if (tournament.summary.rehearsal_of) return 'rehearsal';
  return tournament.variant_unrated ? 'variant' : null;
}
