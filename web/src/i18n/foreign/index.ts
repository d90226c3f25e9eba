import { fill, type Parameters } from '..';
import type { Foreign, Refused } from '../parts';
import type { Refusals, Sentences } from '../translation';
import { english, piecesOf } from './english';
import { Fetched } from './fetched.svelte';
import { refusalFrom } from './refusals';
import { inWords } from './values';

interface Tables {
  refusals: () => Promise<Refusals>;
  sentences: () => Promise<Sentences>;
}

/** What a language needs that the server does not speak: its texts in place of the server's sentences, fetched once something of them is said. */
export function foreign(fetch: Tables): Foreign {
  const refusals = new Fetched(fetch.refusals);
  const sentences = new Fetched(fetch.sentences);
  return {
    english,
    piecesOf,
    refusal: (refused: Refused, said: Parameters) => refusalFrom(refusals.table, refused, said),
    told(key: string, values: Parameters) {
      const text = sentences.table?.[key];
      return text === undefined ? null : fill(text, inWords(values));
    },
  };
}
