import type { Parameters } from '../api/problem';
import { en } from './en';

export type Messages = typeof en;
export type Key = keyof Messages;

type Forms = { readonly one: string; readonly other: string };
type Text<K extends Key> = Messages[K] extends Forms ? Messages[K]['one'] | Messages[K]['other'] : Messages[K];
type Names<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Values<K extends Key> = Record<Names<Text<K>> | (Messages[K] extends Forms ? 'count' : never), string | number>;
type Arguments<K extends Key> = [keyof Values<K>] extends [never] ? [] : [values: Values<K>];

/** The language of the texts; a second message file makes it a choice. */
export const language = 'en';

const plural = new Intl.PluralRules(language);
const number = new Intl.NumberFormat(language);
const list = new Intl.ListFormat(language);

/** The text of a key, with its places filled. Numbers are written as the language writes them; `count` chooses the form. */
export function t<K extends Key>(key: K, ...rest: Arguments<K>): string {
  return fill(en[key], rest[0] ?? {});
}

/** Several things as one sentence names them: `a1, h1, and h8`. */
export const listText = (things: readonly string[]): string => list.format(things);

/** Whether there is a text of that key. */
const isKey = (key: string): key is Key => key in en;

/** The text of a key that is made of what a server says, with its places filled; null where a later server says more than is known here. */
export const textOf = (key: string, values: Parameters = {}): string | null => (isKey(key) ? fill(en[key], values) : null);

/** A name that a server gives, as words: `no_show` is `no show`. */
export const asWords = (name: string): string => name.replaceAll('_', ' ');

/** What a refusal says: in the app's own words where they know its code, elsewhere the server's sentence. */
export function refusal(problem: { code: string; detail: string; parameters: Parameters }): string {
  const texts: Record<string, string | Forms | undefined> = en;
  const message = texts[`refusal.${problem.code}`];
  return message === undefined ? problem.detail : fill(message, problem.parameters);
}

function fill(message: string | Forms, values: Parameters): string {
  const text = typeof message === 'string' ? message : pick(message, Number(values['count']));
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    if (Array.isArray(value)) return list.format(value);
    return typeof value === 'number' ? number.format(value) : String(value);
  });
}

function pick(forms: Forms, count: number): string {
  return plural.select(count) === 'one' ? forms.one : forms.other;
}
