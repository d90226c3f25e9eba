import { list } from '../contract/client';
import type { RatingCheck, RatingEvent } from '../contract/types';
import { asWords, textOf } from '../i18n';

/** How an event's rating file stands, in the order in which the rating office looks at it. */
export const STANDINGS = ['correction', 'waiting', 'returned', 'approved', 'announced', 'released', 'withdrawn'] as const;
export type Standing = (typeof STANDINGS)[number];

/** Those that wait for an officer. */
export const WAITING: readonly string[] = ['correction', 'waiting'];

/** What stands out of events, so far as it is known here; a later server may look for more. */
export const CHECK_KINDS = [
  'unsigned_result',
  'paired_with_oneself',
  'impossible_score',
  'number_twice',
  'unapproved_director',
  'unknown_number',
  'claimed_number',
  'same_person',
  'result_against_score',
  'result_after_withdrawal',
  'result_without_game',
  'new_player',
  'departure',
] as const;

const WEIGHTS = ['stop', 'look', 'note'];

/** How a rating file stands, in few words; by its name where a later server knows more. */
export const standingText = (state: string): string => textOf(`standing.${state}`) ?? asWords(state);
export const checkText = (kind: string): string => textOf(`check.${kind}`) ?? asWords(kind);

/** Of one kind and weight all that stands out, the worst first. */
export interface CheckGroup {
  kind: string;
  weight: string;
  checks: RatingCheck[];
}

export function checkGroups(checks: readonly RatingCheck[]): CheckGroup[] {
  const groups: CheckGroup[] = [];
  for (const check of checks) {
    const known = groups.find(({ kind, weight }) => kind === check.kind && weight === check.weight);
    if (known) known.checks.push(check);
    else groups.push({ kind: check.kind, weight: check.weight, checks: [check] });
  }
  const place = ({ weight }: CheckGroup): number => (WEIGHTS.includes(weight) ? WEIGHTS.indexOf(weight) : WEIGHTS.length);
  return groups.sort((one, other) => place(one) - place(other));
}

/** The kinds that were looked for and not found. */
export const notFound = (checks: readonly RatingCheck[]): string[] =>
  CHECK_KINDS.filter((kind) => !checks.some((one) => one.kind === kind));

interface Query {
  federation?: string;
  state?: string;
  released_by?: string;
}

/** Every event of a query, the latest first. */
export function ratingEvents(query: Query): Promise<RatingEvent[]> {
  const asked = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  return list<'events', RatingEvent>(`/rating-events?${asked}`, 'events');
}

/** What a federation sent by the end of a day of UTC, and what it did not, of the events that began by then. */
export interface Deadline {
  sent: RatingEvent[];
  /** Confirmed, and not released to this moment. */
  missing: RatingEvent[];
  /** Begun, and not confirmed by its director to this moment. */
  unconfirmed: RatingEvent[];
  /** Released after the day. */
  late: RatingEvent[];
}

const DAY_MS = 86_400_000;

/** `sent` as the server tells it; the rest from every event of the federation. */
export function deadlineOf(day: string, sent: readonly RatingEvent[], all: readonly RatingEvent[]): Deadline {
  const ids = new Set(sent.map(({ tournament }) => tournament.id));
  const rest = all.filter(({ tournament }) => !ids.has(tournament.id) && tournament.date <= day);
  const endMs = Date.parse(`${day}T00:00:00Z`) + DAY_MS;
  const unsent = (states: readonly RatingEvent['state'][]) =>
    rest.filter(({ state, released_at_ms: released }) => released === null && states.includes(state));
  return {
    sent: [...sent].sort((one, other) => (one.released_at_ms ?? 0) - (other.released_at_ms ?? 0)),
    missing: unsent(['waiting', 'returned']),
    unconfirmed: unsent(['announced', 'approved']).filter(({ tournament }) => tournament.round > 0),
    late: rest.filter(({ released_at_ms: released }) => released !== null && released >= endMs),
  };
}
