import type { Board } from '../../contract/types';
import { squaresIn, variantOf } from '../../event/variant';
import { say, t, type PlainKey } from '../../i18n';
import { fullName } from '../../i18n/names';
import { formatScore } from '../../i18n/numbers';
import { nowBySecond } from '../../live/ticker';
import { actOn, type Question } from '../kit/act';
import { askedIf, empty, taken, type Field, type Known, type Option } from '../kit/field';
import { oneOf, reason } from '../kit/fields';
import { bothOf, ofBoard, type OnBoard } from '../kit/subjects';

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

const KINDS = (): Option[] => [
  ...Object.entries(SCORED).map(([value, text]) => ({ value, text: say(text) })),
  ...Object.entries(LOST).map(([value, { text }]) => ({ value, text: say(text) })),
];

export const nameOfSide = ({ event, board }: OnBoard, color: 'black' | 'white'): string => {
  const entrant = event.entrant(color === 'black' ? board.black_entrant_id : board.white_entrant_id);
  return entrant ? fullName(entrant) : t(`color.${color}`);
};

const sides = (subject: OnBoard): Option[] => [
  { value: 'black', text: t('result.side.black', { name: nameOfSide(subject, 'black') }) },
  { value: 'white', text: t('result.side.white', { name: nameOfSide(subject, 'white') }) },
];

const squaresOf = ({ tournament }: OnBoard): number => squaresIn(variantOf(tournament));

/** Black's discs; White has the rest of the board. */
const discs: Field<number, OnBoard> = {
  label: () => t('result.black_discs'),
  control: { kind: 'text', numeric: true, most: 3 },
  initial: ({ board }) => (board.result && !isLost(kindOf(board.result)) ? String(board.result.black_discs) : ''),
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

/** How a result on record came about, as it is chosen here: who lost says whether both did. */
const kindOf = (result: Result): string => (result.kind === 'double_forfeit' ? 'forfeit' : result.kind);

/** Who lost a result on record. */
function loserOf({ winner }: Result): 'black' | 'white' | 'both' {
  return winner === 'black' ? 'white' : winner === 'white' ? 'black' : 'both';
}

/** What somebody sat down at its table to play is on its way. */
const isPlayed = ({ table }: OnBoard): boolean => (table?.plies.length ?? 0) > 0;

const byLoser = (known: Known): boolean => isLost(known['kind']);
const score = (blackDiscs: number, subject: OnBoard): string => formatScore(blackDiscs, squaresOf(subject) - blackDiscs);

interface Entered {
  kind: string;
  discs: number | undefined;
  lost_by: string | undefined;
  reason: string;
}

function effect({ kind, discs, lost_by }: Entered, subject: OnBoard): string {
  if (!isLost(kind)) return score(discs ?? 0, subject);
  const { does, both } = LOST[kind];
  if (lost_by === 'both') return both === null ? '' : say(both);
  return t(does, { name: nameOfSide(subject, lost_by === 'white' ? 'white' : 'black') });
}

function isOnRecord({ kind, discs, lost_by }: Entered, { board: { result } }: OnBoard): boolean {
  if (!result || kindOf(result) !== kind) return false;
  return isLost(kind) ? loserOf(result) === lost_by : result.black_discs === discs;
}

function question(values: Entered, subject: OnBoard): Question | null {
  const { table, board } = subject;
  if (board.result) return finalsQuestion(values, subject);
  if (!table || !isPlayed(subject) || table.result) return null;
  return {
    title: t('result.ask', { table: board.table }),
    text: t('result.ask.text', { result: effect(values, subject), count: table.plies.length }),
    agree: t('result.enter', { result: effect(values, subject) }),
  };
}

/** A result of the qualification is corrected after its finals were published: what comes of it for them. */
function finalsQuestion(values: Entered, subject: OnBoard): Question | null {
  const { tournament, round, board } = subject;
  const { rounds } = tournament.summary;
  const finals = tournament.rounds.filter(({ number }) => number > rounds);
  if (round.number > rounds || finals.length === 0) return null;
  const begun = finals.some((one) => nowBySecond() >= one.starts_at_ms || one.boards.some(({ result }) => result !== null));
  return {
    title: t('result.finals.ask', { round: round.number, table: board.table }),
    text: say(begun ? 'result.finals.begun' : 'result.finals.published'),
    agree: t('result.correct', { result: effect(values, subject) }),
  };
}

/** A result by an official's hand, the first of its board or in place of another. */
export const enterResult = actOn<OnBoard>()('enter_result', {
  deed: ({ board, table }) => {
    if (board.result) return 'enter_result.played_game';
    return table && ['live', 'paused', 'adjourned'].includes(table.phase) ? 'enter_result.live_game' : 'enter_result';
  },
  place: { page: '/t/:tournament/desk/round', at: 'a table’s panel, and the field above the boards' },
  title: ({ board }) => t(board.result ? 'result.correct.title' : 'result.enter.title'),
  fields: {
    kind: oneOf<OnBoard>({
      label: 'result.kind',
      options: KINDS,
      initial: (subject) => (subject.board.result ? kindOf(subject.board.result) : isPlayed(subject) ? 'entered' : 'played'),
    }),
    discs: askedIf((known) => !byLoser(known), discs),
    lost_by: askedIf(byLoser, {
      ...oneOf<OnBoard>({
        label: 'result.lost_by',
        options: (subject) => [...sides(subject), { value: 'both', text: t('result.side.both') }],
        initial: ({ board }) => (board.result && isLost(kindOf(board.result)) ? loserOf(board.result) : ''),
      }),
    }),
    reason: reason<OnBoard>(500, 'result.reason'),
  },
  name: (values, subject) => t(subject.board.result ? 'result.correct' : 'result.enter', { result: effect(values, subject) }),
  blocked: ({ tournament }) => (tournament.summary.phase === 'confirmed' ? t('result.blocked.confirmed') : null),
  unfit: (values, subject) => {
    if (values.kind === 'resigned' && values.lost_by === 'both') return say('result.bad.resigned');
    return isOnRecord(values, subject) ? say('result.bad.same') : null;
  },
  touches: bothOf,
  ask: question,
  path: ofBoard,
  body: ({ kind, discs, lost_by, reason }) => ({
    kind,
    reason,
    ...(isLost(kind) ? { lost_by: lost_by ?? null } : { black_discs: discs ?? null }),
  }),
  done: (_, values, subject) => t('result.done', { table: subject.board.table, result: effect(values, subject) }),
});

/** Whoever did not come within the limit of the rules. */
export const recordNoShow = actOn<OnBoard>()('record_no_show', {
  place: { page: '/t/:tournament/desk/round', at: 'a table’s panel' },
  title: () => t('result.no_show.title'),
  fields: {
    who: {
      ...oneOf<OnBoard>({
        label: 'result.no_show.who',
        options: (subject) => [...sides(subject), { value: 'both', text: t('result.side.both') }],
      }),
    },
  },
  name: ({ who }, subject) =>
    who === 'both' ? t('result.no_show.both') : t('result.no_show.do', { name: nameOfSide(subject, who === 'white' ? 'white' : 'black') }),
  blocked: (subject) => {
    if (subject.board.result) return t('result.blocked.on_record');
    return isPlayed(subject) ? t('result.blocked.played') : null;
  },
  touches: bothOf,
  path: ofBoard,
  body: ({ who }) => ({ black_absent: who !== 'white', white_absent: who !== 'black' }),
});
