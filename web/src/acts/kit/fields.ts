import { parseClock } from '../../clock/clock';
import { say, t, type PlainKey } from '../../i18n';
import { countries } from '../../i18n/countries';
import type { Component } from 'svelte';
import { bad, empty, taken, type Field, type MadeGiven, type Offers, type Raw, type Read } from './field';

const textOf = (raw: Raw): string => (typeof raw === 'string' ? raw.trim() : '');
const isBlank = (raw: Raw): boolean => textOf(raw) === '';

interface Say {
  label: PlainKey;
  hint?: PlainKey;
}
const words = ({ label, hint }: Say): { label: () => string; hint?: () => string } => ({
  label: () => say(label),
  ...(hint && { hint: () => say(hint) }),
});

interface OfText extends Say {
  /** In characters. */
  most: number;
  placeholder?: string;
}

/** One line of text. */
export function text<S>(of: OfText): Field<string, S> {
  return {
    ...words(of),
    control: { kind: 'text', most: of.most, ...(of.placeholder ? { placeholder: of.placeholder } : {}) },
    initial: () => '',
    read: (raw) => (isBlank(raw) ? empty : taken(textOf(raw))),
  };
}

/** A password, which nobody looking on sees. */
export function secret<S>(of: Say & { most: number }): Field<string, S> {
  return {
    ...words(of),
    control: { kind: 'text', most: of.most, secret: true },
    initial: () => '',
    read: (raw) => (typeof raw === 'string' && raw !== '' ? taken(raw) : empty),
  };
}

/** Text of several lines. */
export function lines<S>(of: OfText & { rows?: number }): Field<string, S> {
  return {
    ...words(of),
    control: { kind: 'lines', most: of.most, rows: of.rows ?? 2, ...(of.placeholder ? { placeholder: of.placeholder } : {}) },
    initial: () => '',
    read: (raw) => (isBlank(raw) ? empty : taken(textOf(raw))),
  };
}

/** Why an act is done; whoever it is about reads it. */
export const reason = <S>(most = 500, label: PlainKey = 'act.reason'): Field<string, S> => lines({ label, most });

/** A whole number. */
export function count<S>(of: Say & { least: number; most: number }): Field<number, S> {
  return {
    ...words(of),
    control: { kind: 'text', numeric: true, most: 9 },
    initial: () => '',
    read: (raw) => numberIn(raw, of.least, of.most),
  };
}

function numberIn(raw: Raw, least: number, most: number): Read<number> {
  if (isBlank(raw)) return empty;
  const number = Number(textOf(raw).replace('−', '-'));
  const fits = Number.isInteger(number) && number >= least && number <= most;
  return fits ? taken(number) : { ok: false, why: t('act.bad.count', { least, most }) };
}

/** Minutes, told as ms. */
export function minutes<S>(of: Say & { least?: number; most: number }): Field<number, S> {
  const field = count<S>({ ...of, least: of.least ?? 1 });
  return { ...field, read: (raw, subject, known) => times(field.read(raw, subject, known), 60_000) };
}

/** Points as they are written, with halves (`2`, `0.5`, `1½`), told as half-points. */
export function points<S>(of: Say & { most: number }): Field<number, S> {
  return {
    ...words(of),
    control: { kind: 'text', numeric: true, most: 6, placeholder: '0.5' },
    initial: () => '',
    read: (raw) => {
      if (isBlank(raw)) return empty;
      const halves = Number(textOf(raw).replace('½', '.5').replace(',', '.')) * 2;
      return Number.isInteger(halves) && halves > 0 && halves <= of.most * 2 ? taken(halves) : bad('act.bad.points');
    },
  };
}

const times = (read: Read<number>, factor: number): Read<number> => (read.ok ? taken(read.value * factor) : read);

/** A time such as `12:30` or `5`, told as ms. `signed` takes `-2:00` too. */
export function clockTime<S>(of: Say & { signed?: boolean; placeholder?: string }): Field<number, S> {
  return {
    ...words(of),
    control: { kind: 'text', most: 8, placeholder: of.placeholder ?? (of.signed ? '-2:00' : '12:30') },
    initial: () => '',
    read: (raw) => {
      if (isBlank(raw)) return empty;
      const ms = parseClock(textOf(raw));
      if (ms === null) return bad('act.bad.time');
      if (of.signed) return ms === 0 ? bad('act.bad.time.zero') : taken(ms);
      return ms < 0 ? bad('act.bad.time.negative') : taken(ms);
    },
  };
}

/** One of a few things, each by a text of its own; the first unless `initial` says another. */
export function choice<T extends string, S>(of: Say & { options: Readonly<Record<T, PlainKey>>; initial?: T }): Field<T, S> {
  const names = Object.keys(of.options) as T[];
  return {
    ...words(of),
    control: { kind: 'choice', options: () => names.map((value) => ({ value, text: say(of.options[value]) })) },
    initial: () => of.initial ?? names[0] ?? '',
    read: (raw) => {
      const found = names.find((one) => one === raw);
      return found === undefined ? empty : taken(found);
    },
  };
}

/** One of what the subject offers: an entrant, a round, an account. */
export function oneOf<S>(of: Say & { options: Offers<S>; initial?: (subject: S) => string }): Field<string, S> {
  return {
    ...words(of),
    control: { kind: 'choice', options: of.options },
    initial: of.initial ?? (() => ''),
    read: (raw, subject, known) => {
      const found = of.options(subject, known).find((one) => one.value === raw && !one.blocked);
      return found ? taken(found.value) : empty;
    },
  };
}

/** Some of what the subject offers, in its order; none is an answer too unless `least` says otherwise. */
export function someOf<S>(of: Say & { options: Offers<S>; initial?: (subject: S) => string[]; least?: number }): Field<string[], S> {
  return {
    ...words(of),
    control: { kind: 'many', options: of.options },
    initial: of.initial ?? (() => []),
    read: (raw) => (Array.isArray(raw) && raw.length >= (of.least ?? 0) ? taken(raw) : empty),
  };
}

/** What the subject offers, put in an order; what is left out is no part of it. */
export function inOrder<S>(of: Say & { options: Offers<S>; initial: (subject: S) => string[] }): Field<string[], S> {
  return {
    ...words(of),
    control: { kind: 'order', options: of.options },
    initial: of.initial,
    read: (raw) => (Array.isArray(raw) ? taken(raw) : empty),
  };
}

/** Yes or no. `must` has to be ticked before anything is sent. */
export function tick<S>(of: Say & { initial?: boolean; must?: boolean }): Field<boolean, S> {
  return {
    ...words(of),
    control: { kind: 'tick' },
    initial: () => of.initial ?? false,
    read: (raw) => (of.must && raw !== true ? empty : taken(raw === true)),
  };
}

/** A day and a time of day in this browser's time zone, told as cluster time in ms. */
export function moment<S>(of: Say): Field<number, S> {
  return {
    ...words(of),
    control: { kind: 'moment' },
    initial: () => '',
    read: (raw) => {
      if (isBlank(raw)) return empty;
      const ms = new Date(textOf(raw)).getTime();
      return Number.isFinite(ms) ? taken(ms) : bad('act.bad.moment');
    },
  };
}

/** A moment as its control holds it. */
export function momentText(ms: number): string {
  const here = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return here.toISOString().slice(0, 16);
}

/** A day, as `2026-07-18`. */
export function day<S>(of: Say): Field<string, S> {
  return { ...words(of), control: { kind: 'day' }, initial: () => '', read: (raw) => (isBlank(raw) ? empty : taken(textOf(raw))) };
}

/** A country by its three letters. */
export const country = <S>(of: Say & { initial?: (subject: S) => string }): Field<string, S> =>
  oneOf<S>({ ...of, options: () => countries().map(({ code, name }) => ({ value: code, text: name })) });

/** A square of the board: `f5`. */
export function square<S>(of: Say): Field<string, S> {
  return {
    ...words(of),
    control: { kind: 'text', most: 2, placeholder: 'f5' },
    initial: () => '',
    read: (raw) => {
      if (isBlank(raw)) return empty;
      const named = textOf(raw).toLowerCase();
      return /^[a-h][1-8]$/.test(named) ? taken(named) : bad('act.bad.square');
    },
  };
}

/** A thing that has a control of its own: what that holds, `read` understands. */
export const made = <T, S>(
  of: Say & {
    by: Component<MadeGiven<S>, object, 'raw'>;
    initial: (subject: S) => string;
    read: (text: string, subject: S) => Read<T>;
  },
): Field<T, S> => ({
  ...words(of),
  control: { kind: 'made', by: of.by },
  initial: of.initial,
  read: (raw, subject) => of.read(textOf(raw), subject),
});
