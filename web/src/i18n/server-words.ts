import { foreign, sentences, textOf, type Parameters } from '.';
import type { Piece, Refused } from './parts';

/** A server's sentence that has no code: in another language it is shown as the English that it is. */
export const english = (sentence: string): string => foreign()?.english(sentence) ?? sentence;

/** A text in the pieces that are of one language each. */
export const piecesOf = (text: string): Piece[] => foreign()?.piecesOf(text) ?? [{ text }];

/**
 * What a refusal says: in the app's own words where they know its code, in English and until those of another language
 * are here the server's sentence. `said` are values that are in words already.
 */
export const refusal = (refused: Refused, said: Parameters = {}): string =>
  textOf(`refusal.${refused.code}`, refused.parameters) ?? foreign()?.refusal(refused, said) ?? refused.detail;

/** What else a server says by a code and values, in the language of the app where that knows it; else the server's sentence. */
export const told = (key: string, sentence: string, values: Parameters = {}): string => foreign()?.told(key, values) ?? english(sentence);

/** What is wrong in a file: its kind in the language of the app, and the server's sentence, which knows the place. */
export const foundText = ({ code, what }: { code: string; what: string }): string =>
  sentences([foreign()?.told(`found.${code}`, {}) ?? null, english(what)]);

/** What a server calls something within its sentences. */
export const toldWord = (key: string, word: string): string => foreign()?.told(key, {}) ?? word;
