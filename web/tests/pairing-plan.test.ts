import { describe, expect, it } from 'vitest';
import {
  BEGINNING,
  changes,
  handOf,
  isForbidden,
  keptTo,
  lockOf,
  moved,
  redone,
  stepped,
  undone,
  UNTOUCHED,
  type History,
  type Move,
  type Plan,
} from '../src/pages/desk/pairing/plan';
import {
  at,
  everybody,
  inOrder,
  meet,
  nextPlace,
  placeOf,
  reseated,
  swapped,
  type Place,
  type Seating,
} from '../src/pages/desk/pairing/seating';

/** Numbers by chance that are the same at each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const players = (count: number): string[] => Array.from({ length: count }, (_, place) => `e${place + 1}`);
const sorted = (seating: Seating): string[] => everybody(seating).toSorted();
const rows = ({ pairs, byes }: Seating): number => pairs.length + byes.length;

/** The round that a server would make of what is sent: the tables as they are sent, else some round that keeps the conditions. */
function paired(present: string[], plan: Plan): Seating {
  const { manual, constraints } = handOf(plan);
  if (manual) {
    const pairs = manual.pairs.map(({ black_entrant_id: black, white_entrant_id: white }) => ({ black, white }));
    return { pairs, byes: manual.bye_entrant_ids ?? [] };
  }
  const locks = constraints?.locked ?? [];
  const taken = new Set(locks.flatMap(({ one_entrant_id: one, two_entrant_id: two }) => [one, two]));
  const rest = present.filter((one) => !taken.has(one));
  const bye = constraints?.bye_entrant_id ?? null;
  const free = bye && rest.includes(bye) ? [...rest.filter((one) => one !== bye), bye] : rest;
  const { pairs, byes } = inOrder(free);
  const set = locks.map(({ one_entrant_id: one, two_entrant_id: two, black_entrant_id: black }) =>
    black === two ? { black: two, white: one } : { black: one, white: two },
  );
  return { pairs: [...set, ...pairs], byes };
}

function anyMove(below: (most: number) => number, shown: Seating, plan: Plan): Move {
  const everyone = everybody(shown);
  const someone = (): string => everyone[below(everyone.length)] ?? '';
  const place = (): Place => ({ row: below(rows(shown) + 1), color: below(2) === 0 ? 'black' : 'white' });
  const pair = shown.pairs[below(shown.pairs.length)] ?? { black: '', white: '' };
  const two = { one: pair.black, two: pair.white };
  const lock = plan.locked[0];
  const moves: Move[] = [
    { kind: 'lock', ...two },
    { kind: 'forbid', ...two },
    { kind: 'swap', from: place(), to: place() },
    { kind: 'swap', from: place(), to: place() },
    { kind: 'swap_colours', row: below(shown.pairs.length) },
    { kind: 'give_bye', entrant: someone() },
    { kind: 'refuse_bye', entrant: someone() },
    { kind: 'free_bye' },
    { kind: 'by_hand' },
    { kind: 'by_rules' },
    { kind: 'clock', entrant: someone(), control: { kind: 'sudden_death', main_ms: 60_000 } },
    { kind: 'handicap', entrant: someone(), discs: below(5) },
    ...(lock ? [{ kind: 'unlock', one: lock.two, two: lock.one } as const] : []),
  ];
  return moves[below(moves.length)] ?? { kind: 'by_rules' };
}

/** Walks by chance: plan after plan, each with the round that stood on the board before and after. */
function* walks(): Generator<{ present: string[]; before: Plan; move: Move; plan: Plan; shown: Seating }> {
  for (let seed = 1; seed <= 60; seed += 1) {
    const below = numbers(seed);
    const present = players(2 + below(12));
    let plan = UNTOUCHED;
    for (let step = 0; step < 25; step += 1) {
      const shown = paired(present, plan);
      const move = anyMove(below, shown, plan);
      const before = plan;
      plan = moved(plan, move, shown);
      yield { present, before, move, plan, shown };
    }
  }
}

describe('a plan of a round', () => {
  it('has everybody once, whatever is done to it', () => {
    let byHand = 0;
    for (const { present, plan } of walks()) {
      if (!plan.hand) continue;
      byHand += 1;
      expect(sorted(plan.hand)).toEqual(present.toSorted());
      expect(plan.hand.byes.length).toBe(present.length % 2);
    }
    expect(byHand).toBeGreaterThan(500);
  });

  it('is sent as it is shown', () => {
    for (const { plan, present } of walks()) {
      const { manual, constraints } = handOf(plan);
      // Never both: a round is set whole, or completed under conditions.
      expect(manual === null || constraints === null).toBe(true);
      if (plan.hand) expect(paired(present, plan)).toEqual(plan.hand);
      else expect((constraints?.locked ?? []).length).toBe(plan.locked.length);
    }
  });

  it('never says two things that speak against each other', () => {
    for (const { plan } of walks()) {
      const named = plan.locked.flatMap(({ one, two }) => [one, two]);
      expect(new Set(named).size).toBe(named.length);
      expect(plan.locked.filter(({ one, two }) => isForbidden(plan, one, two))).toEqual([]);
      expect(plan.bye !== null && (named.includes(plan.bye) || plan.noBye.includes(plan.bye))).toBe(false);
      for (const [one, two] of plan.hand ? plan.forbidden : []) expect(plan.hand && meet(plan.hand, one, two)).toBe(false);
      for (const { one, two } of plan.hand ? plan.locked : []) expect(plan.hand && meet(plan.hand, one, two)).toBe(true);
    }
  });

  it('is undone step by step to where it began, and done again', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const below = numbers(seed);
      const present = players(3 + below(8));
      let history: History = BEGINNING;
      const seen = [history.plan];
      for (let step = 0; step < 15; step += 1) {
        const shown = paired(present, history.plan);
        const next = stepped(history, moved(history.plan, anyMove(below, shown, history.plan), shown));
        if (next !== history) {
          expect(undone(next).plan).toEqual(history.plan);
          seen.push(next.plan);
        }
        history = next;
      }
      const end = history;
      for (const plan of seen.toReversed()) {
        expect(history.plan).toEqual(plan);
        history = undone(history);
      }
      expect(history.plan).toEqual(UNTOUCHED);
      expect(undone(history)).toBe(history);
      for (let step = 1; step < seen.length; step += 1) history = redone(history);
      expect(history).toEqual(end);
    }
  });

  it('is undone after a step by that step alone, and what came after it is gone', () => {
    const shown = inOrder(players(4));
    const one = stepped(BEGINNING, moved(UNTOUCHED, { kind: 'lock', one: 'e1', two: 'e2' }, shown));
    const other = stepped(undone(one), moved(UNTOUCHED, { kind: 'forbid', one: 'e1', two: 'e2' }, shown));
    expect(redone(other)).toBe(other);
    expect(stepped(other, { ...other.plan })).toBe(other);
  });

  it('keeps to whoever is there', () => {
    for (const { plan, present } of walks()) {
      const fewer = present.slice(1);
      const kept = keptTo(plan, fewer, (seating) => reseated(seating, fewer));
      expect(JSON.stringify(kept)).not.toContain('"e1"');
      if (kept.hand) expect(sorted(kept.hand)).toEqual(fewer.toSorted());
      expect(keptTo(plan, present, (seating) => reseated(seating, present))).toBe(plan);
    }
  });
});

describe('a step on the board', () => {
  const shown = inOrder(players(5));

  it('that swaps two players sets every table by hand, and drops what does not hold any more', () => {
    const locked = moved(UNTOUCHED, { kind: 'lock', one: 'e1', two: 'e2' }, shown);
    const plan = moved(locked, { kind: 'swap', from: { row: 0, color: 'white' }, to: { row: 1, color: 'black' } }, shown);
    expect(plan.hand).toEqual({
      pairs: [
        { black: 'e1', white: 'e3' },
        { black: 'e2', white: 'e4' },
      ],
      byes: ['e5'],
    });
    expect(plan.locked).toEqual([]);
  });

  it('that swaps colours fixes that pair with its colours, and nothing else', () => {
    const plan = moved(UNTOUCHED, { kind: 'swap_colours', row: 1 }, shown);
    expect(handOf(plan)).toMatchObject({
      manual: null,
      constraints: { locked: [{ one_entrant_id: 'e3', two_entrant_id: 'e4', black_entrant_id: 'e4' }] },
    });
    expect(changes(plan)).toBe(1);
  });

  it('that gives the bye takes it from the locked, and by hand changes places with who had it', () => {
    const locked = moved(UNTOUCHED, { kind: 'lock', one: 'e1', two: 'e2' }, shown);
    const given = moved(locked, { kind: 'give_bye', entrant: 'e2' }, shown);
    expect([given.bye, given.locked]).toEqual(['e2', []]);
    const byHand = moved(moved(UNTOUCHED, { kind: 'by_hand' }, shown), { kind: 'give_bye', entrant: 'e2' }, shown);
    expect(byHand.hand).toEqual({
      pairs: [
        { black: 'e1', white: 'e5' },
        { black: 'e3', white: 'e4' },
      ],
      byes: ['e2'],
    });
  });

  it('that forbids what is locked unlocks it, and the other way about', () => {
    const locked = moved(UNTOUCHED, { kind: 'lock', one: 'e1', two: 'e2' }, shown);
    const forbidden = moved(locked, { kind: 'forbid', one: 'e2', two: 'e1' }, shown);
    expect([lockOf(forbidden, 'e1', 'e2'), isForbidden(forbidden, 'e1', 'e2')]).toEqual([null, true]);
    expect(isForbidden(moved(forbidden, { kind: 'lock', one: 'e1', two: 'e2' }, shown), 'e1', 'e2')).toBe(false);
  });

  it('sends nothing where nothing is wanted', () => {
    expect(handOf(UNTOUCHED)).toEqual({ manual: null, constraints: null, clocks: [], handicaps: [] });
  });
});

describe('a seating', () => {
  const shown = inOrder(players(5));

  it('swapped twice is as it was', () => {
    const below = numbers(7);
    for (let turn = 0; turn < 200; turn += 1) {
      const place = (): Place => ({ row: below(4), color: below(2) === 0 ? 'black' : 'white' });
      const [one, two] = [place(), place()];
      expect(swapped(swapped(shown, one, two), one, two)).toEqual(shown);
      expect(sorted(swapped(shown, one, two))).toEqual(players(5));
    }
  });

  it('is walked by arrows, and left by none', () => {
    const below = numbers(11);
    let here: Place = { row: 0, color: 'black' };
    const seen = new Set<string>();
    for (let turn = 0; turn < 400; turn += 1) {
      here = nextPlace(shown, here, ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'][below(4)] ?? '');
      seen.add(at(shown, here) ?? 'nobody');
    }
    expect([...seen].toSorted()).toEqual(players(5));
  });

  it('tells where somebody stands', () => {
    for (const one of players(5)) expect(at(shown, placeOf(shown, one) ?? { row: 9, color: 'black' })).toBe(one);
    expect(placeOf(shown, 'nobody')).toBe(null);
  });

  it.each([
    [
      ['e1', 'e2', 'e3', 'e4'],
      [
        ['e1', 'e2'],
        ['e3', 'e4'],
      ],
      [],
    ],
    // Whoever is left alone takes the place of who went, from the bye first.
    [
      ['e1', 'e3', 'e4', 'e5'],
      [
        ['e3', 'e4'],
        ['e1', 'e5'],
      ],
      [],
    ],
    [
      ['e1', 'e2', 'e3', 'e4', 'e5', 'e6'],
      [
        ['e1', 'e2'],
        ['e3', 'e4'],
        ['e6', 'e5'],
      ],
      [],
    ],
    [['e1', 'e4', 'e5'], [['e1', 'e4']], ['e5']],
  ])('for %j is kept as far as it goes', (present, pairs, byes) => {
    expect(reseated(shown, present)).toEqual({ pairs: pairs.map(([black, white]) => ({ black, white })), byes });
  });
});
