import type { ListChange, News, StandingsChange, TournamentChange } from '../contract/deltas';
import type { Row, Standings, Tournament } from '../contract/types';

/** How a kind of document says its version and takes what changed. */
export interface Kind<D, Change> {
  versionOf(document: D): number;
  apply(document: D, changed: Change): D;
}

export const TOURNAMENT: Kind<Tournament, TournamentChange> = {
  versionOf: ({ summary }) => summary.seq,
  apply: (document, { entrants, rounds, acts, ...fields }) => ({
    ...document,
    ...fields,
    acts: changedList(document.acts, acts, ({ act }) => act),
    entrants: changedList(document.entrants, entrants, ({ id }) => id),
    rounds: changedList(document.rounds, rounds, ({ number }) => number),
  }),
};

export const STANDINGS: Kind<Standings, StandingsChange> = {
  versionOf: ({ version }) => version,
  apply: (document, { rows, ...fields }) => ({
    ...document,
    ...fields,
    rows: inPlace(changedList(document.rows, rows, ({ entrant_id }) => entrant_id)),
  }),
};

const inPlace = (rows: Row[]): Row[] => rows.toSorted((one, other) => one.place - other.place);

/** Members that stay keep their place, and who did not change stays the same object; new ones follow in their order. */
function changedList<T, Name>(list: T[], change: ListChange<T, Name> | undefined, nameOf: (one: T) => Name): T[] {
  if (!change) return list;
  if (Array.isArray(change)) return change;
  const set = new Map((change.set ?? []).map((one) => [nameOf(one), one]));
  const gone = new Set(change.removed ?? []);
  const kept = list.filter((one) => !gone.has(nameOf(one)));
  const known = new Set(kept.map(nameOf));
  const added = [...set.values()].filter((one) => !known.has(nameOf(one)));
  return [...kept.map((one) => set.get(nameOf(one)) ?? one), ...added];
}

/**
 * The document after all of the news that fit, one upon the other. What is left is newer than that and does not fit: the
 * document has to be read.
 */
export function catchUp<D, Change>(
  document: D | null,
  heard: readonly News<Change>[],
  { versionOf, apply }: Kind<D, Change>,
): { document: D | null; left: News<Change>[] } {
  let now = document;
  let left = [...heard];
  for (;;) {
    if (now === null) return { document: now, left };
    const at = versionOf(now);
    // What is older is in it, and so may be what led here.
    left = left.filter(({ version, previous }) => version > at || (version === at && previous === at));
    const next = left.find(({ previous, changed }) => previous === at && changed !== null);
    if (!next?.changed) break;
    const after = apply(now, next.changed);
    // News that do not lead to where they say are none.
    if (versionOf(after) !== next.version) break;
    now = after;
    left = left.filter((one) => one !== next);
  }
  return { document: now, left };
}
