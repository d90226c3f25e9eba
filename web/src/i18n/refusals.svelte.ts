import { fill, placesOf, t, textOf, type Parameters } from '.';
import { english } from './english';
import { Fetched } from './fetched.svelte';
import { language } from './language';
import { fullName, personOf } from './names';
import { formatDay, formatDuration } from './numbers';
import type { Refusals } from './translation';

interface Refused {
  code: string;
  detail: string;
  parameters: Parameters;
}
type Text = Refusals[string][number];
type Value = Parameters[string];

const refusals = new Fetched('refusals');

/** Places that a server fills with words of its own. */
const WORDS = ['deviations', 'play', 'problem', 'purpose', 'title', 'what', 'why'];

/**
 * What a refusal says: in the app's own words where they know its code, in English and until those of another language
 * are here the server's sentence. `said` are values that are in words already.
 */
export function refusal({ code, detail, parameters }: Refused, said: Parameters = {}): string {
  const own = textOf(`refusal.${code}`, parameters);
  if (own !== null) return own;
  if (language === 'en') return detail;
  const text = fitting(refusals.table?.[code] ?? [], parameters);
  if (text === null) return english(detail);
  const values = { ...inWords(parameters), ...said };
  return typeof text === 'string' ? fill(text, values) : `${fill(text.general, values)} ${english(detail)}`;
}

/** Of a code's texts the one that says the most of these values; null where each of them has a place for another one. */
export function fitting(texts: readonly Text[], parameters: Parameters): Text | null {
  const placed = texts.map((text) => ({ text, places: placesOf(typeof text === 'string' ? text : text.general) }));
  const fit = placed.filter(({ places }) => places.every((place) => parameters[place] !== undefined));
  return fit.toSorted((one, other) => other.places.length - one.places.length)[0]?.text ?? null;
}

const inWords = (parameters: Parameters): Parameters =>
  Object.fromEntries(Object.entries(parameters).map(([place, value]) => [place, valueInWords(place, value)]));

/** A value as a sentence has it: the server's sentences have it so too, and their parameters as programs read it. */
function valueInWords(place: string, value: Value): Value {
  if (typeof value === 'number') return place.endsWith('_ms') ? formatDuration(value) : value;
  if (typeof value !== 'string') return value;
  if (place.endsWith('_id')) {
    const person = personOf(value);
    return person ? fullName(person) : value;
  }
  if (value === 'black' || value === 'white') return t(`color.${value}`);
  // A single word may be part of another language's: it is not looked for there.
  if (WORDS.includes(place)) return value.includes(' ') ? english(value) : value;
  return formatDay(value, 'plain');
}
