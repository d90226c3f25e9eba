import type { Deviation } from '../contract/types';
import { english, told } from '../i18n/server-words';

export type Departure = Pick<Deviation, 'what' | 'code' | 'parameters'>;

/** What departs from a text otherwise than by another value of a field. */
export function departureText({ code, what, parameters }: Departure): string {
  // Formats, clocks and values are told by the rules' own words; here is what those do not know.
  if ('set' in parameters || 'control' in parameters) return english(what);
  const { rounds, discs } = parameters;
  const variant = 'planned' in parameters ? '.cut' : code === 'round_notice_ms' && 'play' in parameters ? '.moved' : '';
  const count = rounds ?? discs;
  return told(`departure.${code}${variant}`, what, { ...parameters, ...(count !== undefined && { count }) });
}
