import type { BodyOf } from '../../../contract/call';
import { meet, placeOf, swapped, type Pair, type Place, type Seating } from './seating';

type Request = BodyOf<'publish_round'>;
type Given<Name extends keyof Request> = NonNullable<Request[Name]>;
/** What of a publication the director's hand is in. */
export interface Hand {
  constraints: Given<'constraints'> | null;
  manual: Given<'manual'> | null;
  clocks: Given<'clocks'>;
  handicaps: Given<'handicaps'>;
}
export type OwnClock = Given<'clocks'>[number]['time_control'];

/** Two who are to play each other; who has black is the pairing's where nobody is named. */
export interface Lock {
  readonly one: string;
  readonly two: string;
  readonly black: string | null;
}

/** What a director wants of the next round. */
export interface Plan {
  readonly locked: readonly Lock[];
  readonly forbidden: readonly (readonly [one: string, two: string])[];
  /** Who is to have the bye. */
  readonly bye: string | null;
  readonly noBye: readonly string[];
  /** Every table as the director set it; null: the rules pair what is not locked. */
  readonly hand: Seating | null;
  readonly clocks: Readonly<Record<string, OwnClock>>;
  readonly handicaps: Readonly<Record<string, number>>;
}

export const UNTOUCHED: Plan = { locked: [], forbidden: [], bye: null, noBye: [], hand: null, clocks: {}, handicaps: {} };

/** What a director does to a plan. */
export type Move =
  | { kind: 'lock' | 'unlock' | 'forbid' | 'allow'; one: string; two: string }
  | { kind: 'give_bye' | 'refuse_bye' | 'allow_bye'; entrant: string }
  | { kind: 'free_bye' }
  | { kind: 'swap'; from: Place; to: Place }
  | { kind: 'swap_colours'; row: number }
  | { kind: 'by_hand' }
  | { kind: 'by_rules' }
  | { kind: 'reseat'; seating: Seating }
  | { kind: 'clock'; entrant: string; control: OwnClock | null }
  | { kind: 'handicap'; entrant: string; discs: number | null };

export const isOf = ([one, two]: readonly [string, string], a: string, b: string): boolean =>
  (one === a && two === b) || (one === b && two === a);
export const lockOf = (plan: Plan, one: string, two: string): Lock | null =>
  plan.locked.find((lock) => isOf([lock.one, lock.two], one, two)) ?? null;
export const isForbidden = (plan: Plan, one: string, two: string): boolean => plan.forbidden.some((pair) => isOf(pair, one, two));

/** How many things the director wants of it. */
export function changes(plan: Plan): number {
  const own = Object.keys(plan.clocks).length + Object.keys(plan.handicaps).length;
  if (plan.hand) return own + 1;
  return own + plan.locked.length + plan.forbidden.length + (plan.bye === null ? 0 : 1) + plan.noBye.length;
}

/** The plan after a move; `shown` is the round as it stands on the board. */
export function moved(plan: Plan, move: Move, shown: Seating): Plan {
  switch (move.kind) {
    case 'lock':
      return locked(plan, { one: move.one, two: move.two, black: null });
    case 'unlock':
      return { ...plan, locked: plan.locked.filter((lock) => !isOf([lock.one, lock.two], move.one, move.two)) };
    case 'forbid':
      return {
        ...moved(plan, { kind: 'unlock', one: move.one, two: move.two }, shown),
        forbidden: [...plan.forbidden.filter((pair) => !isOf(pair, move.one, move.two)), [move.one, move.two]],
        hand: null,
      };
    case 'allow':
      return { ...plan, forbidden: plan.forbidden.filter((pair) => !isOf(pair, move.one, move.two)) };
    case 'give_bye':
      return byeGiven(plan, move.entrant);
    case 'free_bye':
      return { ...plan, bye: null };
    case 'refuse_bye':
      return {
        ...plan,
        bye: plan.bye === move.entrant ? null : plan.bye,
        noBye: [...plan.noBye.filter((one) => one !== move.entrant), move.entrant],
        hand: null,
      };
    case 'allow_bye':
      return { ...plan, noBye: plan.noBye.filter((one) => one !== move.entrant) };
    case 'swap':
      return byHand(plan, swapped(plan.hand ?? shown, move.from, move.to));
    case 'swap_colours':
      return coloursSwapped(plan, move.row, shown);
    case 'by_hand':
      return byHand(plan, plan.hand ?? shown);
    case 'by_rules':
      return { ...plan, hand: null };
    case 'reseat':
      return byHand(plan, move.seating);
    case 'clock':
      return { ...plan, clocks: withOwn(plan.clocks, move.entrant, move.control) };
    case 'handicap':
      return { ...plan, handicaps: withOwn(plan.handicaps, move.entrant, move.discs) };
  }
}

/** One lock for each player: a later one takes the place of what speaks against it. */
function locked(plan: Plan, lock: Lock): Plan {
  const { one, two } = lock;
  const touches = (entrant: string): boolean => entrant === one || entrant === two;
  return {
    ...plan,
    locked: [...plan.locked.filter((other) => !touches(other.one) && !touches(other.two)), lock],
    forbidden: plan.forbidden.filter((pair) => !isOf(pair, one, two)),
    bye: plan.bye !== null && touches(plan.bye) ? null : plan.bye,
  };
}

function byeGiven(plan: Plan, entrant: string): Plan {
  const holder = plan.hand?.byes[0];
  if (plan.hand && holder !== undefined) {
    const [from, to] = [placeOf(plan.hand, entrant), placeOf(plan.hand, holder)];
    return from && to ? byHand(plan, swapped(plan.hand, from, to)) : plan;
  }
  return {
    ...plan,
    bye: entrant,
    noBye: plan.noBye.filter((one) => one !== entrant),
    locked: plan.locked.filter(({ one, two }) => one !== entrant && two !== entrant),
  };
}

function coloursSwapped(plan: Plan, row: number, shown: Seating): Plan {
  const seating = plan.hand ?? shown;
  const pair = seating.pairs[row];
  if (!pair) return plan;
  if (plan.hand) return byHand(plan, swapped(seating, { row, color: 'black' }, { row, color: 'white' }));
  return locked(plan, { one: pair.black, two: pair.white, black: pair.white });
}

/** Every table as it is set; what was wanted before and does not hold of it is not wanted any more. */
function byHand(plan: Plan, hand: Seating): Plan {
  const black = (pair: Pair, lock: Lock): boolean => isOf([pair.black, pair.white], lock.one, lock.two);
  return {
    ...plan,
    hand,
    locked: plan.locked.filter((lock) =>
      hand.pairs.some((pair) => black(pair, lock) && (lock.black === null || lock.black === pair.black)),
    ),
    forbidden: plan.forbidden.filter(([one, two]) => !meet(hand, one, two)),
    bye: plan.bye !== null && hand.byes.includes(plan.bye) ? plan.bye : null,
    noBye: plan.noBye.filter((one) => !hand.byes.includes(one)),
  };
}

function withOwn<T>(own: Readonly<Record<string, T>>, entrant: string, value: T | null): Readonly<Record<string, T>> {
  const others = Object.fromEntries(Object.entries(own).filter(([one]) => one !== entrant));
  return value === null ? others : { ...others, [entrant]: value };
}

/** What is sent of it: the tables as they stand where every one is set by hand, else what the pairing is to keep to. */
export function handOf(plan: Plan): Hand {
  const { hand } = plan;
  const conditions = plan.locked.length + plan.forbidden.length + plan.noBye.length > 0 || plan.bye !== null;
  return {
    manual: hand && {
      pairs: hand.pairs.map(({ black, white }) => ({ black_entrant_id: black, white_entrant_id: white })),
      bye_entrant_ids: [...hand.byes],
    },
    constraints:
      hand || !conditions
        ? null
        : {
            locked: plan.locked.map(({ one, two, black }) => ({ one_entrant_id: one, two_entrant_id: two, black_entrant_id: black })),
            forbidden: plan.forbidden.map(([one, two]) => ({ one_entrant_id: one, two_entrant_id: two })),
            bye_entrant_id: plan.bye,
            no_bye_entrant_ids: [...plan.noBye],
          },
    clocks: Object.entries(plan.clocks).map(([entrant, control]) => ({ entrant_id: entrant, time_control: control })),
    handicaps: Object.entries(plan.handicaps).map(([entrant, discs]) => ({ entrant_id: entrant, discs })),
  };
}

/** The plan without whoever is not there any more; tables set by hand are filled up again. */
export function keptTo(plan: Plan, present: readonly string[], reseat: (seating: Seating) => Seating): Plan {
  const here = (entrant: string): boolean => present.includes(entrant);
  const ownOf = <T>(own: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(own).filter(([entrant]) => here(entrant)));
  const wanted = [
    ...plan.locked.flatMap(({ one, two }) => [one, two]),
    ...plan.forbidden.flat(),
    ...(plan.bye === null ? [] : [plan.bye]),
    ...plan.noBye,
    ...Object.keys(plan.clocks),
    ...Object.keys(plan.handicaps),
  ];
  const hand = plan.hand && reseat(plan.hand);
  if (hand === plan.hand && wanted.every(here)) return plan;
  const kept: Plan = {
    locked: plan.locked.filter(({ one, two }) => here(one) && here(two)),
    forbidden: plan.forbidden.filter((pair) => pair.every(here)),
    bye: plan.bye !== null && here(plan.bye) ? plan.bye : null,
    noBye: plan.noBye.filter(here),
    hand: null,
    clocks: ownOf(plan.clocks),
    handicaps: ownOf(plan.handicaps),
  };
  return hand ? byHand(kept, hand) : kept;
}

/** What was done to a plan, and what was taken back of it. */
export interface History {
  readonly past: readonly Plan[];
  readonly plan: Plan;
  readonly future: readonly Plan[];
}

export const BEGINNING: History = { past: [], plan: UNTOUCHED, future: [] };

/** A step; one that changes nothing is none. */
export function stepped(history: History, plan: Plan): History {
  if (JSON.stringify(plan) === JSON.stringify(history.plan)) return history;
  return { past: [...history.past, history.plan], plan, future: [] };
}

export function undone(history: History): History {
  const before = history.past.at(-1);
  return before ? { past: history.past.slice(0, -1), plan: before, future: [history.plan, ...history.future] } : history;
}

export function redone(history: History): History {
  const [after, ...future] = history.future;
  return after ? { past: [...history.past, history.plan], plan: after, future } : history;
}
