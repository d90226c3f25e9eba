import { squaresIn, variantOf } from '../../event/variant';
import { t } from '../../i18n';
import { formatScore } from '../../i18n/numbers';
import { askedIf, bad, empty, taken, type Field, type Known } from './field';
import { choice, count } from './fields';
import type { OnEvent } from './subjects';

const KINDS = {
  played: 'result.kind.played',
  time_default: 'result.kind.time_default',
  adjudicated: 'result.kind.adjudicated',
  entered: 'result.kind.entered',
  resigned: 'result.kind.resigned',
  no_show: 'result.kind.no_show',
  forfeit: 'result.kind.forfeit',
  double_forfeit: 'result.kind.double_forfeit',
  walkover: 'result.kind.walkover',
} as const;
type Kind = keyof typeof KINDS;
type Loser = 'black' | 'white' | 'both';

/** Where a score is told; elsewhere the text fixes it by who lost. */
const SCORED: readonly Kind[] = ['played', 'time_default', 'adjudicated', 'entered'];
const isScored = ({ kind }: Known): boolean => SCORED.includes(kind as Kind);

/** How a result came about, and its score or who lost by it. */
export function resultFields<S extends OnEvent>(initial: Kind = 'played') {
  const discs: Field<number, S> = {
    ...count<S>({ label: 'result.black_discs', least: 0, most: 64 }),
    read: (raw, { tournament }) => {
      if (typeof raw !== 'string' || raw.trim() === '') return empty;
      const number = Number(raw);
      const fits = Number.isInteger(number) && number >= 0 && number <= squaresIn(variantOf(tournament));
      return fits ? taken(number) : bad('result.black_discs.bad');
    },
  };
  return {
    kind: choice<Kind, S>({ label: 'result.kind', options: KINDS, initial }),
    black: askedIf<number, S>(isScored, discs),
    lostBy: askedIf<Loser, S>(
      ({ kind }) => !isScored({ kind }) && kind !== 'double_forfeit',
      choice<Loser, S>({ label: 'result.lost_by', options: { black: 'color.black', white: 'color.white', both: 'result.both' } }),
    ),
  };
}

export interface ResultValues {
  kind: Kind;
  black: number | undefined;
  lostBy: Loser | undefined;
}

/** The result as the contract takes it. */
export const resultBody = ({ kind, black, lostBy }: ResultValues): { kind: Kind; black_discs?: number; lost_by?: Loser } => ({
  kind,
  ...(black !== undefined && { black_discs: black }),
  ...(kind === 'double_forfeit' ? { lost_by: 'both' as const } : lostBy !== undefined && { lost_by: lostBy }),
});

/** The result in a few words: `30–34`, `no show of White`. */
export function resultWords({ kind, black, lostBy }: ResultValues, { tournament }: OnEvent): string {
  if (black !== undefined) return formatScore(black, squaresIn(variantOf(tournament)) - black);
  const who = lostBy === 'both' || lostBy === undefined ? t('result.both') : t(`color.${lostBy}`);
  return t(`result.by.${kind as Exclude<Kind, 'played' | 'time_default' | 'adjudicated' | 'entered'>}`, { who });
}
