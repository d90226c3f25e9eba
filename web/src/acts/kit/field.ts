import type { Component } from 'svelte';
import { say, type PlainKey } from '../../i18n';
import type { Lazy } from '../../ui/lazy';

/** What a control holds while somebody fills it in. */
export type Raw = string | boolean | string[];

/** What a control holds, understood; or why it is not. Without a reason it is merely not filled in yet. */
export type Read<T> = { ok: true; value: T } | { ok: false; why: string | null };

export interface Option {
  value: string;
  text: string;
  /** Why it cannot be chosen now. */
  blocked?: string | null;
}

/** What a control of its own kind is given: it holds a text, which its field understands. */
export interface MadeGiven<S> {
  label: string;
  subject: S;
  raw: string;
  disabled: boolean;
  /** What is wrong with it. */
  why: string | null;
}

/** What can be chosen: after the subject, and after what the fields before hold. */
export type Offers<S> = (subject: S, known: Known) => Option[];

/** What a control is given that is fetched when a form first needs it: it holds a text too. */
export interface FetchedGiven {
  label: string;
  raw: string;
  put: (raw: string) => void;
  disabled: boolean;
  /** It may be left empty. */
  optional: boolean;
}

/** How a field is shown. */
export type Control<S> =
  | { kind: 'text'; most?: number; placeholder?: string; numeric?: boolean; secret?: boolean; list?: Offers<S> }
  | { kind: 'lines'; most?: number; rows?: number; placeholder?: string }
  | { kind: 'choice'; options: Offers<S> }
  | { kind: 'many'; options: Offers<S> }
  | { kind: 'order'; options: Offers<S> }
  | { kind: 'tick' }
  | { kind: 'moment' }
  | { kind: 'day' }
  | { kind: 'made'; by: Component<MadeGiven<S>, object, 'raw'> }
  | { kind: 'fetched'; part: Lazy };

/** The values of a form by the names of its fields, as far as they are understood. */
export type Known = Readonly<Record<string, unknown>>;

/** One thing that an act needs to be told: how it is asked for and understood. `T` is what the act gets. */
export interface Field<T, S = never> {
  /** Looked up when it is shown: a definition may be read before the texts have come. */
  label: () => string;
  hint?: () => string;
  control: Control<S>;
  /** It may be left empty. */
  optional?: true;
  /** What stands there at first. */
  initial: (subject: S) => Raw;
  read: (raw: Raw, subject: S, known: Known) => Read<T>;
  /** Whether it is asked for, after what the fields before it hold. */
  asked?: (known: Known, subject: S) => boolean;
}

// A form does not know of what type its values are: the act that the field belongs to does.
export type Fields<S> = Readonly<Record<string, Field<unknown, S>>>;
export type Values<F> = { readonly [Name in keyof F]: F[Name] extends { read: (...given: never[]) => Read<infer T> } ? T : never };

export const taken = <T>(value: T): Read<T> => ({ ok: true, value });
export const empty: Read<never> = { ok: false, why: null };
export const bad = (why: PlainKey): Read<never> => ({ ok: false, why: say(why) });

/** A field that may be left empty: the act then gets null. */
export function optional<T, S>(field: Field<T, S>): Field<T | null, S> {
  const isEmpty = (raw: Raw): boolean => (typeof raw === 'string' ? raw.trim() === '' : Array.isArray(raw) && raw.length === 0);
  return { ...field, optional: true, read: (raw, subject, known) => (isEmpty(raw) ? taken(null) : field.read(raw, subject, known)) };
}

/** A field that is asked for where something holds of those before it: elsewhere the act gets undefined. */
export function askedIf<T, S>(asked: (known: Known, subject: S) => boolean, field: Field<T, S>): Field<T | undefined, S> {
  return { ...field, asked };
}

/** A field that begins with something that its subject tells. */
export function startingWith<T, S>(initial: (subject: S) => Raw, field: Field<T, NoInfer<S>>): Field<T, S> {
  return { ...field, initial };
}

/** Whether nothing is to be filled in for this subject. */
export const asksNothing = <S>(fields: Fields<S>, subject: S): boolean =>
  Object.values(fields).every(({ asked }) => asked?.({}, subject) === false);

/** A field that is asked for, with what is wrong with what stands there. */
export interface ReadField<S> {
  name: string;
  field: Field<unknown, S>;
  why: string | null;
  missing: boolean;
}

/** Reads fields from the first to the last: what is understood, and what is asked for. */
export function readAll<S>(
  fields: Fields<S>,
  raw: Readonly<Record<string, Raw>>,
  subject: S,
): { known: Known; fields: ReadField<S>[]; missing: boolean } {
  const known: Record<string, unknown> = {};
  const asked: ReadField<S>[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (field.asked?.(known, subject) === false) continue;
    const read = field.read(raw[name] ?? '', subject, known);
    if (read.ok) known[name] = read.value;
    asked.push({ name, field, why: read.ok ? null : read.why, missing: !read.ok });
  }
  return { known, fields: asked, missing: asked.some(({ missing }) => missing) };
}
