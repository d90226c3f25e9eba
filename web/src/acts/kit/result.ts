import type { Board } from '../../contract/types';
import { squaresIn, variantOf } from '../../event/variant';
import { say, t, type PlainKey } from '../../i18n';
import { formatScore } from '../../i18n/numbers';
import { askedIf, empty, startingWith, taken, type Field, type Known, type Option } from './field';
import { oneOf } from './fields';
import type { OnEvent } from './subjects';

type Result = NonNullable<Board['result']>;

/** How a result with a score came about. */
const SCORED = {
  played: 'result.kind.played',
  entered: 'result.kind.entered',
  time_default: 'result.kind.time_default',
  adjudicated: 'result.kind.adjudicated',
} as const satisfies Record<string, PlainKey>;

/** What somebody loses by whose score the text fixes, and whether both can. */
const LOST = {
  resigned: { text: 'result.kind.resigned', does: 'result.do.resigned', both: null },
  forfeit: { text: 'result.kind.forfeit', does: 'result.do.forfeit', both: 'result.do.forfeit.both' },
  no_show: { text: 'result.kind.no_show', does: 'result.do.no_show', both: 'result.do.no_show.both' },
  walkover: { text: 'result.kind.walkover', does: 'result.do.walkover', both: 'result.do.walkover.both' },
} as const;
type Lost = keyof typeof LOST;

const isLost = (kind: unknown): kind is Lost => typeof kind === 'string' && kind in LOST;
const byLoser = (known: Known): boolean => isLost(known['kind']);

const KINDS = (): Option[] => [
  ...Object.entries(SCORED).map(([value, text]) => ({ value, text: say(text) })),
  ...Object.entries(LOST).map(([value, { text }]) => ({ value, text: say(text) })),
];

/** A result as it is filled in: with a score, or with who lost by what the text fixes. */
export interface ResultValues {
  kind: string;
  discs: number | undefined;
  lost_by: string | undefined;
}

const squaresOf = ({ tournament }: OnEvent): number => squaresIn(variantOf(tournament));

export const nameOfSide = ({ event }: OnEvent, board: Board, color: 'black' | 'white'): string =>
  event.nameOf(color === 'black' ? board.black_entrant_id : board.white_entrant_id, t(`color.${color}`));

/** Each side of a board, and both. */
export const sideOptions = (subject: OnEvent, board: Board): Option[] => [
  { value: 'black', text: t('result.side.black', { name: nameOfSide(subject, board, 'black') }) },
  { value: 'white', text: t('result.side.white', { name: nameOfSide(subject, board, 'white') }) },
  { value: 'both', text: t('result.side.both') },
];

/** How a result on record came about, as it is chosen here: who lost says whether both did. */
const kindOf = (result: Result): string => (result.kind === 'double_forfeit' ? 'forfeit' : result.kind);

/** Who lost a result on record. */
function loserOf({ winner }: Result): 'black' | 'white' | 'both' {
  return winner === 'black' ? 'white' : winner === 'white' ? 'black' : 'both';
}

/** How a result came about, and its score or who lost by it; a board’s result on record stands there at first. */
export function resultFields<S extends OnEvent>(boardOf: (subject: S) => Board | null, kind: (subject: S) => string = () => 'played') {
  const recorded = (subject: S): Result | null => boardOf(subject)?.result ?? null;
  /** Black's discs; White has the rest of the board. */
  const discs: Field<number, S> = {
    label: () => t('result.black_discs'),
    control: { kind: 'text', numeric: true, most: 3 },
    initial: (subject) => {
      const result = recorded(subject);
      return result && !isLost(kindOf(result)) ? String(result.black_discs) : '';
    },
    read: (raw, subject) => {
      const typed = typeof raw === 'string' ? raw.trim() : '';
      if (typed === '') return empty;
      const count = Number(typed);
      const squares = squaresOf(subject);
      return Number.isInteger(count) && count >= 0 && count <= squares
        ? taken(count)
        : { ok: false, why: t('result.bad.discs', { squares }) };
    },
  };
  const loser = (subject: S): string => {
    const result = recorded(subject);
    return result && isLost(kindOf(result)) ? loserOf(result) : '';
  };
  return {
    kind: startingWith<string, S>(
      (subject) => {
        const result = recorded(subject);
        return result ? kindOf(result) : kind(subject);
      },
      oneOf<S>({ label: 'result.kind', options: KINDS }),
    ),
    discs: askedIf<number, S>((known) => !byLoser(known), discs),
    lost_by: askedIf<string, S>(
      byLoser,
      startingWith<string, S>(
        loser,
        oneOf<S>({
          label: 'result.lost_by',
          options: (subject) => {
            const board = boardOf(subject);
            return board ? sideOptions(subject, board) : [];
          },
        }),
      ),
    ),
  };
}

/** The result as the contract takes it. */
export const resultBody = ({ kind, discs, lost_by }: ResultValues) => ({
  kind,
  ...(isLost(kind) ? { lost_by: lost_by ?? null } : { black_discs: discs ?? null }),
});

/** The result in a few words: `30–34`, `“Ove Sandmark did not come”`. */
export function resultWords({ kind, discs, lost_by }: ResultValues, subject: OnEvent, board: Board): string {
  if (!isLost(kind)) return formatScore(discs ?? 0, squaresOf(subject) - (discs ?? 0));
  const { does, both } = LOST[kind];
  if (lost_by === 'both') return both === null ? '' : say(both);
  return t(does, { name: nameOfSide(subject, board, lost_by === 'white' ? 'white' : 'black') });
}

/** Why a board does not get that result, though each field is right by itself. */
export function unfitResult({ kind, discs, lost_by }: ResultValues, { result }: Board): string | null {
  if (kind === 'resigned' && lost_by === 'both') return say('result.bad.resigned');
  if (!result || kindOf(result) !== kind) return null;
  return (isLost(kind) ? loserOf(result) === lost_by : result.black_discs === discs) ? say('result.bad.same') : null;
}
