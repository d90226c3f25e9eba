import type { parts as english } from './en';
import type { Language } from './language';
import type { Translation } from './translation';

/** Some of the texts: what one kind of page needs. */
export type Part = keyof typeof english;

/** The English texts of a part: those of every other language have their keys. */
type English<P extends Part> = Awaited<ReturnType<(typeof english)[P]>>;
type AllOf<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void ? All : never;

/** What the places of a sentence are filled with, by name. */
export type Parameters = Record<string, string | number | boolean | string[]>;

/** Every text of the app by its key. */
export type Messages = AllOf<{ [P in Part]: English<P> }[Part]>;

/** A language's texts by parts, each fetched with the first page that needs it. */
export type Translations = { readonly [P in Part]: () => Promise<Translation<English<P>>> };

/** A text of one language; English where another one is spoken. */
export interface Piece {
  text: string;
  lang?: 'en';
}

/** What of a refusal is said. */
export interface Refused {
  code: string;
  detail: string;
  parameters: Parameters;
}

/** What a language does for the server's sentences, which are English. */
export interface Foreign {
  english(sentence: string): string;
  piecesOf(text: string): Piece[];
  refusal(refused: Refused, said: Parameters): string;
  /** Null where nothing is known by that key, or not yet. */
  told(key: string, values: Parameters): string | null;
}

/** What is said in a language. */
export interface Spoken {
  parts: Translations;
  foreign?: Foreign;
}

/** The languages' texts: a page fetches those of one. */
export const SPOKEN: Record<Language, () => Promise<Spoken>> = {
  en: () => import('./en'),
  fr: () => import('./fr'),
  ja: () => import('./ja'),
};
