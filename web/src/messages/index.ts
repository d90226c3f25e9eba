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

/** The text of a key, with its places filled. Numbers are written as the language writes them; `count` chooses the form. */
export function t<K extends Key>(key: K, ...rest: Arguments<K>): string {
  const values = (rest[0] ?? {}) as Record<string, string | number>;
  const message: string | Forms = en[key];
  const text = typeof message === 'string' ? message : pick(message, Number(values['count']));
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return typeof value === 'number' ? number.format(value) : value;
  });
}

function pick(forms: Forms, count: number): string {
  return plural.select(count) === 'one' ? forms.one : forms.other;
}
