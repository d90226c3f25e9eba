import type { Color } from '../../../contract/types';

/** Two entrants at a table. */
export interface Pair {
  readonly black: string;
  readonly white: string;
}

/** A whole round: who plays whom, the first table first, and who has a bye. */
export interface Seating {
  readonly pairs: readonly Pair[];
  readonly byes: readonly string[];
}

/** A place of a seating: the rows are its tables, then its byes, which have no second place. */
export interface Place {
  readonly row: number;
  readonly color: Color;
}

/** Who stands at a place; null where there is none. */
export function at(seating: Seating, { row, color }: Place): string | null {
  const pair = seating.pairs[row];
  return pair ? pair[color] : (seating.byes[row - seating.pairs.length] ?? null);
}

/** Where somebody stands; null for who is not in it. */
export function placeOf(seating: Seating, entrant: string): Place | null {
  const row = seating.pairs.findIndex((pair) => pair.black === entrant || pair.white === entrant);
  if (row >= 0) return { row, color: seating.pairs[row]?.black === entrant ? 'black' : 'white' };
  const bye = seating.byes.indexOf(entrant);
  return bye < 0 ? null : { row: seating.pairs.length + bye, color: 'black' };
}

/** Everybody in it. */
export const everybody = ({ pairs, byes }: Seating): string[] => [...pairs.flatMap(({ black, white }) => [black, white]), ...byes];

/** The two at these places change them. Nobody is lost: a place that does not exist changes nothing. */
export function swapped(seating: Seating, one: Place, two: Place): Seating {
  const [first, second] = [at(seating, one), at(seating, two)];
  if (first === null || second === null || first === second) return seating;
  const other = (entrant: string): string => (entrant === first ? second : entrant === second ? first : entrant);
  return {
    pairs: seating.pairs.map(({ black, white }) => ({ black: other(black), white: other(white) })),
    byes: seating.byes.map(other),
  };
}

/** The place next to one, in a direction; itself at the edge. A bye has one place, under Black’s. */
export function nextPlace(seating: Seating, { row, color }: Place, key: string): Place {
  const last = seating.pairs.length + seating.byes.length - 1;
  const inRow = (wanted: number): Place => {
    const kept = Math.max(0, Math.min(last, wanted));
    return { row: kept, color: kept < seating.pairs.length ? color : 'black' };
  };
  switch (key) {
    case 'ArrowUp':
      return inRow(row - 1);
    case 'ArrowDown':
      return inRow(row + 1);
    case 'ArrowLeft':
      return { row, color: 'black' };
    case 'ArrowRight':
      return row < seating.pairs.length ? { row, color: 'white' } : { row, color };
    case 'Home':
      return inRow(0);
    case 'End':
      return inRow(last);
    default:
      return { row, color };
  }
}

export const samePlace = (one: Place, two: Place): boolean => one.row === two.row && one.color === two.color;

/** Whether the two play each other in it. */
export const meet = (seating: Seating, one: string, two: string): boolean =>
  seating.pairs.some(({ black, white }) => (black === one && white === two) || (black === two && white === one));

/** These entrants, two and two as they come; the last one has a bye where their number is odd. */
export function inOrder(entrants: readonly string[]): Seating {
  const pairs: Pair[] = [];
  for (let first = 0; first + 1 < entrants.length; first += 2) {
    pairs.push({ black: entrants[first] ?? '', white: entrants[first + 1] ?? '' });
  }
  return { pairs, byes: entrants.length % 2 === 1 ? entrants.slice(-1) : [] };
}

/**
 * The same seating for whoever is there now: tables whose players are both there stay, whoever else is there is put
 * together as they come, and one is left for the bye where their number is odd.
 */
export function reseated(seating: Seating, present: readonly string[]): Seating {
  const here = new Set(present);
  const before = new Set(everybody(seating));
  if (before.size === here.size && present.every((one) => before.has(one))) return seating;
  const kept = seating.pairs.filter(({ black, white }) => here.has(black) && here.has(white));
  const placed = new Set(kept.flatMap(({ black, white }) => [black, white]));
  const byes = seating.byes.filter((one) => here.has(one));
  const alone = present.filter((one) => !placed.has(one) && !byes.includes(one));
  // Whoever has the bye keeps it where one is left.
  const rest = inOrder([...alone, ...byes]);
  return { pairs: [...kept, ...rest.pairs], byes: rest.byes };
}
