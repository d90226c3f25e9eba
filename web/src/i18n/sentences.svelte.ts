import { fill, type Parameters } from '.';
import { english } from './english';
import { Fetched } from './fetched.svelte';
import { language } from './language';

const sentences = new Fetched('sentences');

/** What a server calls something within its sentences, in the language of the app where that knows it. */
export function toldWord(key: string, word: string): string {
  const text = language === 'en' ? undefined : sentences.table?.[key];
  return typeof text === 'string' ? text : word;
}

/** What a server says by a code and values, in the language of the app where that knows it; else the server's sentence. */
export function told(key: string, sentence: string, values: Parameters = {}): string {
  if (language === 'en') return sentence;
  const text = sentences.table?.[key];
  return text === undefined ? english(sentence) : fill(text, values);
}
