import { t } from '../../i18n';
import { refusal } from '../../i18n/server-words';
import type { Problem } from '../../contract/problem';
import type { AnswerOf, BodyOf, Deed, PathOf } from '../../contract/call';
import type { Fields, Known, Values } from './field';

/** Where an act is found. */
export interface Place {
  /** The address of the page: `/t/:tournament/desk/entrants`. */
  page: string;
  /** Where on it, in words of the documents: `each entrant's row`. */
  at: string;
}

/** What is asked before an act is done. */
export interface Question {
  title: string;
  /** What happens, in sentences. */
  text: string;
  rule?: string | null;
  agree: string;
}

interface Definition<S, K extends Deed, F extends Fields<S>> {
  /**
   * What the contract calls the act where it says who may do it: the operation's name, unless an operation has kinds
   * (`officiate.pause`). Null where it is no act of an office: a player's own, or anybody's.
   */
  deed?: ((subject: S) => string | null) | null;
  place: Place;
  /** What it is called in a list of acts. */
  title: (subject: S) => string;
  fields: F;
  /** What it does, on its button: `Take 2:00 from Berg`. Until every field is filled in the title stands there. */
  name?: (values: Values<F>, subject: S) => string;
  /** Why it cannot be done to this subject now, from what is known of it; null when it can. */
  blocked?: (subject: S) => string | null;
  /** Why it cannot be done with what is filled in, though each field is right by itself; null when it can. */
  unfit?: (values: Values<F>, subject: S) => string | null;
  /** The entrants whose game or seat it touches: an official with an interest in them may not do it alone. */
  touches?: (subject: S) => string[];
  /** What is asked before it is done, if anything. */
  ask?: (values: Values<F>, subject: S) => Question | null;
  path: (subject: S, values: Values<F>) => PathOf<K>;
  /** Made when it is sent: `nowMs` is cluster time then. */
  body?: (values: Values<F>, subject: S, nowMs: number) => BodyOf<K>;
  /** Refusals that are questions, and the field of the body by which the answer is yes. */
  accepts?: Readonly<Record<string, keyof BodyOf<K> & string>>;
  /** What such a refusal asks, where the act says it in better words than the server’s sentence. */
  asks?: (refused: Problem) => string;
  /** What is said when it was done. */
  done?: (answer: AnswerOf<K>, values: Values<F>, subject: S) => string;
  /** It loses something that cannot be brought back. */
  danger?: boolean;
}

/** One thing that a person may do: what a page needs to offer it, and what is sent. `S` is what it is done to. */
export interface Act<S> {
  readonly operation: Deed;
  readonly place: Place;
  readonly fields: Fields<S>;
  readonly danger: boolean;
  deed(subject: S): string | null;
  title(subject: S): string;
  name(values: Known, subject: S): string;
  blocked(subject: S): string | null;
  unfit(values: Known, subject: S): string | null;
  touches(subject: S): string[];
  ask(values: Known, subject: S): Question | null;
  path(subject: S, values: Known): PathOf<Deed>;
  body(values: Known, subject: S, nowMs: number): object | undefined;
  readonly accepts: Readonly<Record<string, string>>;
  asks(refused: Problem): string;
  done(answer: unknown, values: Known, subject: S): string;
}

/** Says what an act is done to; then its operation and the rest: `actOn<OnEntrant>()('withdraw_entrant', { … })`. */
export function actOn<S>() {
  return <K extends Deed, const F extends Fields<S>>(operation: K, definition: Definition<S, K, F>): Act<S> => {
    const { title, name, done } = definition;
    const whole = {
      operation,
      deed: () => operation,
      name: (_: Values<F>, subject: S) => title(subject),
      blocked: () => null,
      unfit: () => null,
      touches: () => [],
      ask: () => null,
      body: () => undefined,
      accepts: {},
      asks: refusal,
      danger: false,
      ...definition,
      ...(definition.deed === null && { deed: () => null }),
      done: done ?? ((_: unknown, values: Values<F>, subject: S) => t('act.done', { act: name ? name(values, subject) : title(subject) })),
    };
    // Every list of acts is of one type; what an act's values are is known to its definition alone.
    return whole as unknown as Act<S>;
  };
}

/** An act that has a page of its own kind, made by hand. */
export interface Elsewhere {
  readonly place: Place;
}
export const elsewhere = (page: string, at: string): Elsewhere => ({ place: { page, at } });
