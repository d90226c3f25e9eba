import { fill, type Parameters } from '..';
import type { Foreign, Refused } from '../parts';
import type { Fixed, Refusals, Sentences } from '../translation';
import { english, piecesOf } from './english';
import { Fetched } from './fetched.svelte';
import { refusalFrom } from './refusals';
import { inWords } from './values';

interface Tables {
  refusals: () => Promise<Refusals>;
  sentences: () => Promise<Sentences>;
  fixed: () => Promise<Fixed>;
}

/** What a language needs that the server does not speak: its texts in place of the server's sentences, fetched once something of them is said. */
export function foreign(fetch: Tables): Foreign {
  const refusals = new Fetched(fetch.refusals);
  const sentences = new Fetched(fetch.sentences);
  const fixed = new Fetched(fetch.fixed);
  return {
    english: (sentence: string) => saidFor(sentence, fixed.table) ?? english(sentence),
    piecesOf,
    refusal: (refused: Refused, said: Parameters) => refusalFrom(refusals.table, refused, said),
    told(key: string, values: Parameters) {
      const text = sentences.table?.[key];
      return text === undefined ? null : fill(text, inWords(values));
    },
  };
}

/** Nobody's own words are in the table, but by chance. */
const saidFor = (sentence: string, table: Fixed | null): string | null =>
  table && Object.hasOwn(table, sentence) ? (table[sentence] ?? null) : null;
