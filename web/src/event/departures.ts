import { formatDuration } from '../i18n/numbers';
import type { Deviation } from '../contract/types';
import { asWords, type Parameters } from '../i18n';
import { english } from '../i18n/english';
import { told } from '../i18n/sentences.svelte';

export type Departure = Pick<Deviation, 'what' | 'code' | 'parameters'>;

/** What departs from a text otherwise than by another value of a field, with entrants by their names. */
export function departureText({ code, what, parameters }: Departure, nameOf: (id: string) => string): string {
  const { entrant_id: entrant, program_id: program, play, rounds, discs, least_ms: least, text_ms: usual, ms } = parameters;
  // Which formats or clock are set is told in the server's words alone.
  if ('set' in parameters || 'control' in parameters) return english(what);
  const variant = 'planned' in parameters ? '.cut' : code === 'round_notice_ms' && play !== undefined ? '.moved' : '';
  const shortest = least ?? usual;
  const count = rounds ?? discs;
  return told(`departure.${code}${variant}`, what, {
    ...(parameters as Parameters),
    ...(typeof entrant === 'string' && { name: nameOf(entrant) }),
    ...(typeof program === 'string' && { program: nameOf(program) }),
    ...(typeof play === 'string' && { play: asWords(play) }),
    ...(typeof shortest === 'number' && { least: formatDuration(shortest) }),
    ...(typeof ms === 'number' && { time: formatDuration(ms) }),
    ...(typeof count === 'number' && { count }),
  });
}
