import { describe, expect, it } from 'vitest';
import type { ListChange, News, TournamentChange } from '../src/contract/deltas';
import type { Entrant, Round, Row, Standings, Tournament } from '../src/contract/types';
import { catchUp, STANDINGS, TOURNAMENT } from '../src/event/apply';
import { Chance } from './random';

/** A tournament after some more has happened to it. */
function later(before: Tournament, chance: Chance): Tournament {
  const seq = before.summary.seq + 1 + chance.below(3);
  const entrants = before.entrants.flatMap((one) =>
    chance.one(9) ? [] : [chance.one(4) ? { ...one, rating: chance.below(2000), seated: chance.one(2) } : one],
  );
  for (let count = chance.below(3); count > 0; count -= 1) entrants.push({ id: `e${seq}-${count}`, rating: chance.below(2000) } as Entrant);
  const rounds = before.rounds.map((one) => (chance.one(3) ? { ...one, finished: !one.finished } : one));
  if (chance.one(4)) rounds.pop();
  if (chance.one(2)) rounds.push({ number: (rounds.at(-1)?.number ?? 0) + 1, boards: [], finished: false, stage: `s${seq}` } as never);
  return {
    ...before,
    summary: { ...before.summary, seq, entrants: entrants.length, round: rounds.length },
    entrants,
    rounds,
    ...(chance.one(3) ? { format: `Swiss system, ${chance.below(12)} rounds` } : {}),
    ...(chance.one(5) ? { next: chance.one(2) ? null : ({ act: 'publish' } as never) } : {}),
    acts: before.acts.flatMap((one) => (chance.one(4) ? [] : [chance.one(3) ? { ...one, refusal: null } : one])),
    ...(chance.one(6) ? { revealed_seeds: [...before.revealed_seeds, String(seq)] } : {}),
  };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function listChange<T, Name>(before: T[], after: T[], nameOf: (one: T) => Name): ListChange<T, Name> {
  const old = new Map(before.map((one) => [nameOf(one), one]));
  const names = new Set(after.map(nameOf));
  return {
    set: after.filter((one) => !same(one, old.get(nameOf(one)))),
    removed: before.map(nameOf).filter((name) => !names.has(name)),
  };
}

/** What the server says of the way from one to the other. */
function told(before: Tournament, after: Tournament): News<TournamentChange> {
  const changed: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(after)) {
    if (field === 'entrants') changed[field] = listChange(before.entrants, after.entrants, ({ id }) => id);
    else if (field === 'rounds') changed[field] = listChange<Round, number>(before.rounds, after.rounds, ({ number }) => number);
    else if (field === 'acts') changed[field] = listChange(before.acts, after.acts, ({ act }) => act);
    else if (!same(value, before[field as keyof Tournament])) changed[field] = value;
  }
  return { version: after.summary.seq, previous: before.summary.seq, changed };
}

const first = {
  summary: { id: 't', seq: 1, entrants: 0, round: 0 },
  entrants: [],
  rounds: [],
  acts: [
    { act: 'a', refusal: { code: 'x' } },
    { act: 'b', refusal: { code: 'y' } },
  ],
  format: '',
  revealed_seeds: [],
} as never;

/** How a tournament was from its beginning on. */
function history(chance: Chance, length = 12): Tournament[] {
  const all: Tournament[] = [first];
  while (all.length < length) all.push(later(all.at(-1) as Tournament, chance));
  return all;
}
const newsOf = (all: Tournament[]): News<TournamentChange>[] => all.slice(1).map((one, place) => told(all[place] as Tournament, one));

/** Holds for 200 histories; a failure names the seed. */
function eachSeed(name: string, holds: (seed: number) => void): void {
  it(name, () => {
    for (let seed = 0; seed < 200; seed += 1) {
      try {
        holds(seed);
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      }
    }
  });
}

describe('what changed of a tournament', () => {
  eachSeed('applied to what was before is what a fresh read gives', (seed) => {
    const all = history(new Chance(seed));
    let document = all[0] as Tournament;
    for (const [place, news] of newsOf(all).entries()) {
      const { document: after, left } = catchUp(document, [news], TOURNAMENT);
      expect(left).toEqual([]);
      expect(after).toEqual(all[place + 1]);
      document = after as Tournament;
    }
  });

  eachSeed('in any order, doubled, and after any read, ends where it is now', (seed) => {
    const chance = new Chance(seed + 1_000);
    const all = history(chance);
    const heard = [...newsOf(all), ...newsOf(all).filter(() => chance.one(3))].sort(() => chance.next() - 0.5);
    const { document, left } = catchUp(chance.pick(all), heard, TOURNAMENT);
    expect(left).toEqual([]);
    expect(document).toEqual(all.at(-1));
  });

  eachSeed('of which some is lost changes nothing beyond it and asks for a read', (seed) => {
    const chance = new Chance(seed + 2_000);
    const all = history(chance);
    const news = newsOf(all);
    const lost = chance.below(news.length);
    const heard = news.map((one, place) => (place === lost ? { ...one, changed: null } : one));
    const { document, left } = catchUp(all[0] as Tournament, heard, TOURNAMENT);
    expect(document).toEqual(all[lost]);
    expect(left).toEqual(heard.slice(lost));
    const read = catchUp(all[lost + 1] as Tournament, left, TOURNAMENT);
    expect(read).toEqual({ document: all.at(-1), left: [] });
  });

  it('leaves whoever did not change the same object, so that nothing is drawn anew for them', () => {
    const [one, two] = [{ id: 'a' }, { id: 'b' }] as Entrant[];
    const before = { ...(first as Tournament), entrants: [one, two] as Entrant[] };
    const after = TOURNAMENT.apply(before, { entrants: { set: [{ id: 'b', rating: 5 } as Entrant] } });
    expect(after.entrants[0]).toBe(one);
    expect(after.rounds).toBe(before.rounds);
  });

  it('that is no act of the event is taken at the version that it is of, in its order, and doubled does no harm', () => {
    const at = (call: string) => ({ version: 1, previous: 1, changed: { format: call } });
    const news = [at('called'), at('called again'), at('called again')];
    const { document, left } = catchUp<Tournament, TournamentChange>(first, news, TOURNAMENT);
    expect([document?.format, left]).toEqual(['called again', []]);
    const early = { version: 4, previous: 4, changed: { format: 'later' } };
    expect(catchUp<Tournament, TournamentChange>(first, [early], TOURNAMENT)).toEqual({ document: first, left: [early] });
  });

  it('may be a list whole', () => {
    const after = TOURNAMENT.apply(first, { entrants: [{ id: 'z' } as Entrant] });
    expect(after.entrants).toEqual([{ id: 'z' }]);
  });

  it('without a document waits for one', () => {
    const news = { version: 5, previous: 4, changed: {} };
    expect(catchUp<Tournament, TournamentChange>(null, [news], TOURNAMENT)).toEqual({ document: null, left: [news] });
  });

  it('that does not lead to the version it names is not taken', () => {
    const news = { version: 5, previous: 1, changed: { format: 'Swiss' } };
    expect(catchUp<Tournament, TournamentChange>(first, [news], TOURNAMENT)).toEqual({ document: first, left: [news] });
  });
});

describe('what changed of the standings', () => {
  const before = { tournament_id: 't', version: 3, round: 1, open_boards: 2, rows: [] } as unknown as Standings;

  it('is taken where it fits, and else asks for a read', () => {
    const changed = { version: 4, open_boards: 1 };
    expect(catchUp(before, [{ version: 4, previous: 3, changed }], STANDINGS)).toEqual({
      document: { ...before, version: 4, open_boards: 1 },
      left: [],
    });
    const ahead = { version: 5, previous: 4, changed: { version: 5 } };
    expect(catchUp(before, [ahead], STANDINGS)).toEqual({ document: before, left: [ahead] });
  });

  it('has rows by their entrants, which stand by place', () => {
    const row = (entrant_id: string, place: number) => ({ entrant_id, place }) as Row;
    const ranked = { ...before, rows: [row('a', 1), row('b', 2), row('c', 3)] };
    const changed = { version: 4, rows: { set: [row('c', 1), row('a', 2), row('d', 3)], removed: ['b'] } };
    const { document } = catchUp(ranked, [{ version: 4, previous: 3, changed }], STANDINGS);
    expect(document?.rows.map((one) => one.entrant_id)).toEqual(['c', 'a', 'd']);
  });

  it('that is old is not taken', () => {
    expect(catchUp(before, [{ version: 3, previous: 2, changed: { version: 3, round: 9 } }], STANDINGS)).toEqual({
      document: before,
      left: [],
    });
  });
});
