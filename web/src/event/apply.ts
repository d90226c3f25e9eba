import type { ListChange, News, StandingsChange, TournamentChange } from '../contract/deltas';
import type { Standings, Tournament } from '../contract/types';

/** How a kind of document says its version and takes what changed. */
export interface Kind<D, Change> {
  versionOf(document: D): number;
  apply(document: D, changed: Change): D;
}

export const TOURNAMENT: Kind<Tournament, TournamentChange> = {
  versionOf: ({ summary }) => summary.seq,
  apply: (document, { entrants, rounds, ...fields }) => ({
    ...document,
    ...fields,
    entrants: changedList(document.entrants, entrants, ({ id }) => id),
    rounds: changedList(document.rounds, rounds, ({ number }) => number),
  }),
};

export const STANDINGS: Kind<Standings, StandingsChange> = {
  versionOf: ({ version }) => version,
  apply: (document, changed) => ({ ...document, ...changed }),
};

/** Members that stay keep their place, and who did not change stays the same object; new ones follow in their order. */
function changedList<T, Name>(list: T[], change: ListChange<T, Name> | undefined, nameOf: (one: T) => Name): T[] {
  if (!change) return list;
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
  const newer = (): News<Change>[] => (now === null ? [...heard] : heard.filter(({ version }) => version > versionOf(now as D)));
  for (let left = newer(); now !== null; left = newer()) {
    const at = versionOf(now);
    const next = left.find(({ previous, changed }) => previous === at && changed !== null);
    if (!next?.changed) break;
    const after = apply(now, next.changed);
    // News that do not lead to where they say are none.
    if (versionOf(after) !== next.version) break;
    now = after;
  }
  return { document: now, left: newer() };
}
