import type { Entrant } from '../contract/types';

/** The entrants of each country, by its code. */
export function byCountry(entrants: Iterable<Entrant>): Map<string, Entrant[]> {
  const all = new Map<string, Entrant[]>();
  for (const one of entrants) all.set(one.country, [...(all.get(one.country) ?? []), one]);
  return all;
}
