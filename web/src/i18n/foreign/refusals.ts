import { fill, type Parameters } from '..';
import type { Refused } from '../parts';
import type { Refusals } from '../translation';
import { english } from './english';
import { inWords } from './values';

type Text = Refusals[string][number];

/** What a refusal says in the language spoken; the server's sentence where its texts are not here or do not know it. */
export function refusalFrom(refusals: Refusals | null, { code, detail, parameters }: Refused, said: Parameters): string {
  const text = fitting(refusals?.[code] ?? [], parameters);
  if (text === null) return english(detail);
  const values = { ...inWords(parameters), ...said };
  return typeof text === 'string' ? fill(text, values) : `${fill(text.general, values)} ${english(detail)}`;
}

const placesOf = (text: Text): string[] =>
  [...(typeof text === 'string' ? text : text.general).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Of a code's texts the one that says the most of these values; null where each of them has a place for another one. */
export function fitting(texts: readonly Text[], parameters: Parameters): Text | null {
  const placed = texts.map((text) => ({ text, places: placesOf(text) }));
  const fit = placed.filter(({ places }) => places.every((place) => parameters[place] !== undefined));
  return fit.toSorted((one, other) => other.places.length - one.places.length)[0]?.text ?? null;
}
