import type { AnswerOf } from '../../../contract/call';
import { listText } from '../../../i18n';
import { foundText, told, toldWord } from '../../../i18n/server-words';
import type { PappPreview } from './papp-steps';

type Finding = PappPreview['findings'][number];
export type Untold = AnswerOf<'get_papp_files'>['untold_sentences'][number];

/** So many are named in one sentence. */
const MOST_LISTED = 6;

function named(all: readonly string[]): string {
  if (all.length === 0) return toldWord('papp.nobody', 'nobody');
  const others = all.length - MOST_LISTED;
  const more = others > 0 ? [told('papp.others', `${String(others)} more`, { count: others })] : [];
  return listText([...all.slice(0, MOST_LISTED), ...more]);
}

/** What stands in the way of taking PAPP's files. */
export function findingText({ code, what, parameters }: Finding): string {
  const { file, line } = parameters;
  if (typeof file === 'string' && typeof line === 'number') return foundText({ code, what });
  const values = Object.entries(parameters).map(([name, value]) => [name, Array.isArray(value) ? named(value) : value] as const);
  return told(`papp.${code}`, what, Object.fromEntries(values));
}

/** What PAPP cannot be told. */
export function untoldText({ code, text, parameters }: Untold): string {
  const { games } = parameters;
  // Players' numbers are names: they are not written as counts are.
  const numbers = Object.entries(parameters).filter(([name]) => ['number', 'black', 'white'].includes(name));
  return told(`untold.${code}`, text, {
    ...parameters,
    ...Object.fromEntries(numbers.map(([name, value]) => [name, String(value)])),
    ...(typeof games === 'number' && { count: games }),
  });
}
