import { PARTS, type Messages, type Part } from './parts';

export type { Part } from './parts';
export type Key = keyof Messages;

/** The keys of the texts without places. */
export type PlainKey = { [K in Key]: Arguments<K> extends [] ? K : never }[Key];

/** What the places of a sentence are filled with, by name. */
export type Parameters = Record<string, string | number | boolean | string[]>;

/** A text for each kind of number that the language tells apart. */
type Forms = { readonly other: string } & Readonly<Partial<Record<Exclude<Intl.LDMLPluralRule, 'other'>, string>>>;
type Message = string | Forms;
type Text<K extends Key> = Messages[K] extends Forms ? Messages[K][keyof Messages[K]] : Messages[K];
type Names<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Values<K extends Key> = Record<Names<Text<K>> | (Messages[K] extends Forms ? 'count' : never), string | number>;
type Arguments<K extends Key> = [keyof Values<K>] extends [never] ? [] : [values: Values<K>];

/** The language of the texts; a second folder of messages makes it a choice. */
export const language = 'en';

const plural = new Intl.PluralRules(language);
const number = new Intl.NumberFormat(language);
const list = new Intl.ListFormat(language);

/** The texts that are here. */
const texts = new Map<string, Message>();
const parts = new Set<Part>();

/** Fetches the texts of these parts, where they are not here yet. */
export async function loadTexts(wanted: readonly Part[]): Promise<void> {
  const missing = wanted.filter((part) => !parts.has(part));
  for (const messages of await Promise.all(missing.map((part) => PARTS[part]()))) {
    for (const [key, message] of Object.entries<Message>(messages)) texts.set(key, message);
  }
  for (const part of missing) parts.add(part);
}

/** The text of a key, with its places filled. Numbers are written as the language writes them; `count` chooses the form. */
export function t<K extends Key>(key: K, ...rest: Arguments<K>): string {
  return fill(texts.get(key) ?? key, rest[0] ?? {});
}

/** The text of a key without places. */
export const say = (key: PlainKey): string => fill(texts.get(key) ?? key, {});

/** Several things as one sentence names them: `a1, h1, and h8`. */
export const listText = (things: readonly string[]): string => list.format(things);

/** The text of a key that is made of what a server says, with its places filled; null where a later server says more than is known here. */
export function textOf(key: string, values: Parameters = {}): string | null {
  const message = texts.get(key);
  return message === undefined ? null : fill(message, values);
}

/** A name that a server gives, as words: `no_show` is `no show`. */
export const asWords = (name: string): string => name.replaceAll('_', ' ');

/** What a refusal says: in the app's own words where they know its code, elsewhere the server's sentence. */
export function refusal(problem: { code: string; detail: string; parameters: Parameters }): string {
  return textOf(`refusal.${problem.code}`, problem.parameters) ?? problem.detail;
}

function fill(message: Message, values: Parameters): string {
  const text = typeof message === 'string' ? message : pick(message, Number(values['count']));
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    if (Array.isArray(value)) return list.format(value);
    return typeof value === 'number' ? number.format(value) : String(value);
  });
}

function pick(forms: Forms, count: number): string {
  return forms[plural.select(count)] ?? forms.other;
}
