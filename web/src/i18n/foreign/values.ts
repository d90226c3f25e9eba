import { t, type Parameters } from '..';
import { language } from '../language';
import { fullName, personOf } from '../names';
import { formatDay } from '../numbers';
import { english } from './english';

type Value = Parameters[string];

/** Places that a server fills with words of its own. */
const WORDS = ['deviations', 'play', 'problem', 'purpose', 'title', 'what', 'why'];

/** Values as sentences have them: their parameters are written as programs read them. */
export const inWords = (parameters: Parameters): Parameters =>
  Object.fromEntries(Object.entries(parameters).map(([place, value]) => [place, valueInWords(place, value)]));

function valueInWords(place: string, value: Value): Value {
  if (typeof value === 'number') return /(^|_)ms$/.test(place) ? duration(value) : value;
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

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** A length of time in its units: `1 h 30 min`, `5 s`. */
function duration(ms: number): string {
  let left = Math.abs(ms);
  const counted = UNITS.flatMap(([unit, length]) => {
    const count = unit === 'second' ? left / length : Math.floor(left / length);
    left -= count * length;
    return count > 0 ? [{ unit, count }] : [];
  });
  const said = (counted.length > 0 ? counted : [{ unit: 'second', count: 0 }]).map(({ unit, count }) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(count),
  );
  return (ms < 0 ? '−' : '') + said.join(' ');
}
