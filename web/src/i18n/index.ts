import { language, setLanguage, type Language } from './language';
import { SPOKEN, type Messages, type Parameters, type Part, type Spoken } from './parts';
import type { Forms } from './translation';

export type { Parameters, Part } from './parts';
export type Key = keyof Messages;

/** The keys of the texts without places. */
export type PlainKey = { [K in Key]: Arguments<K> extends [] ? K : never }[Key];

type Message = string | Forms;
type Text<K extends Key> = Messages[K] extends Forms ? Messages[K][keyof Messages[K]] : Messages[K];
type Names<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Values<K extends Key> = Record<Names<Text<K>> | (Messages[K] extends Forms ? 'count' : never), string | number>;
type Arguments<K extends Key> = [keyof Values<K>] extends [never] ? [] : [values: Values<K>];

const writersOf = (tag: Language) => ({
  plural: new Intl.PluralRules(tag),
  number: new Intl.NumberFormat(tag),
  list: new Intl.ListFormat(tag),
});
let write = writersOf(language);

/** The texts that are here. */
const texts = new Map<string, Message>();
const here = new Set<Part>();
let spoken: Spoken | null = null;

/** Speaks a language from now on, with the texts of every page and of those parts that are here in another one. */
export async function speak(next: Language): Promise<void> {
  spoken = await SPOKEN[next]();
  setLanguage(next);
  write = writersOf(next);
  const again = new Set<Part>(['shell', ...here]);
  here.clear();
  await loadTexts([...again]);
}

/** Fetches the texts of these parts, where they are not here yet. */
export async function loadTexts(wanted: readonly Part[]): Promise<void> {
  const parts = spoken?.parts;
  if (!parts) throw new Error('No language is spoken yet.');
  const missing = wanted.filter((part) => !here.has(part));
  for (const messages of await Promise.all(missing.map((part) => parts[part]()))) {
    for (const [key, message] of Object.entries<Message>(messages)) texts.set(key, message);
  }
  for (const part of missing) here.add(part);
}

/** The text of a key, with its places filled. Numbers are written as the language writes them; `count` chooses the form. */
export function t<K extends Key>(key: K, ...rest: Arguments<K>): string {
  return fill(texts.get(key) ?? key, rest[0] ?? {});
}

/** The text of a key without places. */
export const say = (key: PlainKey): string => fill(texts.get(key) ?? key, {});

/** Several things as one sentence names them: `a1, h1, and h8`. */
export const listText = (things: readonly string[]): string => write.list.format(things);

const between = (key: PlainKey, texts: readonly (string | null)[]): string => texts.filter(Boolean).join(say(key));

/** Texts one after the other, without those that are empty: short things, facts, whole sentences, what was said in quotation marks. */
export const things = (texts: readonly (string | null)[]): string => between('between.things', texts);
export const facts = (texts: readonly (string | null)[]): string => between('between.facts', texts);
export const sentences = (texts: readonly (string | null)[]): string => between('between.sentences', texts);
export const quotes = (texts: readonly (string | null)[]): string => between('between.quotes', texts);

/** The text of a key that is made of what a server says, with its places filled; null where a later server says more than is known here. */
export function textOf(key: string, values: Parameters = {}): string | null {
  const message = texts.get(key);
  return message === undefined ? null : fill(message, values);
}

/** A title within a sentence: without its capital. */
export const inSentence = (title: string): string => title.charAt(0).toLocaleLowerCase(language) + title.slice(1);

/** A name that a server gives, as words: `no_show` is `no show`. */
export const asWords = (name: string): string => name.replaceAll('_', ' ');

/** What is done for the server's sentences in another language than theirs. */
export const foreign = (): Spoken['foreign'] => spoken?.foreign;

/** A text with its places filled: what none of the values is for stays. */
export function fill(message: Message, values: Parameters): string {
  const text = typeof message === 'string' ? message : pick(message, Number(values['count']));
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    if (Array.isArray(value)) return write.list.format(value);
    return typeof value === 'number' ? write.number.format(value) : String(value);
  });
}

function pick(forms: Forms, count: number): string {
  return forms[write.plural.select(count)] ?? forms.other;
}
