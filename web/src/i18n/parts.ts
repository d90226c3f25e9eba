import type { parts as english } from './en';
import type { Language } from './language';
import type { Refusals, Sentences, Translation } from './translation';

/** Some of the texts: what one kind of page needs. */
export type Part = keyof typeof english;

/** The English texts of a part: those of every other language have their keys. */
type English<P extends Part> = Awaited<ReturnType<(typeof english)[P]>>;
type AllOf<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void ? All : never;

/** Every text of the app by its key. */
export type Messages = AllOf<{ [P in Part]: English<P> }[Part]>;

/** A language's texts by parts, each fetched with the first page that needs it. */
export type Translations = { readonly [P in Part]: () => Promise<Translation<English<P>>> };

export interface Tables {
  refusals: Refusals;
  sentences: Sentences;
}

/** What is said in a language. */
export interface Spoken {
  parts: Translations;
  /** What stands in place of the server's sentences, which are English. */
  tables?: { readonly [Name in keyof Tables]: () => Promise<Tables[Name]> };
}

/** The languages' texts: a page fetches those of one. */
export const SPOKEN: Record<Language, () => Promise<Spoken>> = {
  en: () => import('./en'),
  fr: () => import('./fr'),
  ja: () => import('./ja'),
};
