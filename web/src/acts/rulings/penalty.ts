import { formatClock } from '../../clock/clock';
import type { PenaltyInput } from '../../contract/types';
import { FOR_SPECTATORS, paragraphOf, type PenaltyKind } from '../../event/penalties';
import { squaresIn, variantOf } from '../../event/variant';
import { t } from '../../i18n';
import { formatHalves, formatMoment, formatScore } from '../../i18n/numbers';
import { accountNames } from '../../contract/account-names.svelte';
import { askedIf, bad, optional, startingWith, type Field, type Fields, type Known, type Values } from '../kit/field';
import { clockTime, count, moment, oneOf, points, text, tick } from '../kit/fields';
import type { OnEvent } from '../kit/subjects';
import { boardKey, boardOf, boardOptions, nameIn, opponentAt } from './subjects';

/** The offender who is no entrant. */
export const SPECTATOR = 'spectator';

/** What a form of a penalty knows from elsewhere. */
interface Of<S> {
  kind: (known: Known, subject: S) => PenaltyKind | null;
  /** The offender, where that is settled. */
  offender: (known: Known, subject: S) => string | null;
  /** The board that stands there at first. */
  board: (subject: S) => { round: number; table: number } | null;
}

const AT_A_BOARD: readonly PenaltyKind[] = ['time', 'final_score', 'draw', 'loss_of_game'];
const MOST_DISCS = 64;
const MOST_POINTS = 128;
const MOST_PLACES = 1024;

/** What a penalty asks for by its kind: the same fields wherever one is imposed. */
export function penaltyFields<S extends OnEvent>({ kind, offender, board }: Of<S>) {
  const of =
    (...kinds: PenaltyKind[]) =>
    (known: Known, subject: S): boolean =>
      kinds.includes(kind(known, subject) as PenaltyKind);
  const boards = (subject: S, known: Known) => boardOptions(subject, offender(known, subject));
  const first = (subject: S): string => {
    const at = board(subject);
    return at ? boardKey(at.round, at.table) : '';
  };
  return {
    board: askedIf(of(...AT_A_BOARD), oneOf<S>({ label: 'penalty.board', options: boards, initial: first })),
    game: askedIf(of('points', 'position'), optional(oneOf<S>({ label: 'penalty.game', options: boards, initial: first }))),
    taken: askedIf(of('time'), optional(clockTime<S>({ label: 'penalty.taken', placeholder: '2:00' }))),
    given: askedIf(of('time'), eitherTime(optional(clockTime<S>({ label: 'penalty.given', placeholder: '1:00' })))),
    empties: askedIf(of('time'), tick<S>({ label: 'penalty.empties' })),
    discs: askedIf(of('final_score'), count<S>({ label: 'penalty.discs', least: 0, most: MOST_DISCS })),
    lost: askedIf(of('loss_of_game'), optional(count<S>({ label: 'penalty.lost', least: 1, most: MOST_DISCS }))),
    points: askedIf(of('points'), points<S>({ label: 'penalty.points.label', most: MOST_POINTS })),
    places: askedIf(
      (known, subject) => of('position')(known, subject) && !known['game'],
      count<S>({ label: 'penalty.places', least: 1, most: MOST_PLACES }),
    ),
    until: askedIf(of('room_expulsion'), optional(moment<S>({ label: 'penalty.until' }))),
  } satisfies Fields<S>;
}

type PenaltyValues = Values<ReturnType<typeof penaltyFields>>;

/** Some time is taken, or some is given. */
function eitherTime<S>(field: Field<number | null, S>): Field<number | null, S> {
  return {
    ...field,
    read: (raw, subject, known) => {
      const read = field.read(raw, subject, known);
      return read.ok && !read.value && !known['taken'] ? bad('penalty.bad.time') : read;
    },
  };
}

/** The penalty as the contract takes it. */
export function penaltyInput(kind: PenaltyKind, values: PenaltyValues): PenaltyInput {
  const at = boardOf(values.board ?? values.game);
  return {
    kind,
    round: at?.round ?? null,
    table: at?.table ?? null,
    taken_ms: values.taken ?? 0,
    given_ms: values.given ?? 0,
    empties_clock: values.empties ?? false,
    opponent_discs: values.discs ?? values.lost ?? 0,
    half_points: values.points ?? 0,
    places: kind === 'position' ? (values.places ?? 1) : 0,
    until_ms: values.until ?? null,
  };
}

/** What the penalty does, as its button says it: `Take 2:00 from Ove Berg`. */
export function penaltyName(kind: PenaltyKind, values: PenaltyValues, subject: OnEvent, offender: string | null, account = ''): string {
  const name = offender === SPECTATOR || offender === null ? accountNames.of(account) : nameIn(subject, offender);
  const other = nameIn(subject, opponentAt(subject, offender ?? '', values.board ?? values.game));
  const squares = squaresIn(variantOf(subject.tournament));
  const time = (ms: number | null | undefined): string => formatClock(ms ?? 0, false);
  switch (kind) {
    case 'time':
      if (!values.given) return t('penalty.do.time.take', { time: time(values.taken), name });
      if (!values.taken) return t('penalty.do.time.give', { given: time(values.given), other });
      return t('penalty.do.time.both', { time: time(values.taken), name, given: time(values.given), other });
    case 'final_score':
      return t('penalty.do.final_score', { score: formatScore(values.discs ?? 0, squares - (values.discs ?? 0)), other });
    case 'draw':
      return t('penalty.do.draw', { name, other });
    case 'loss_of_game': {
      const discs = values.lost ?? squares;
      return t('penalty.do.loss_of_game', { other, score: formatScore(discs, squares - discs) });
    }
    case 'points': {
      const halves = values.points ?? 0;
      return t('penalty.do.points', { points: formatHalves(halves), name, count: halves <= 2 ? 1 : halves / 2 });
    }
    case 'position':
      return values.game ? t('penalty.do.position.game', { name, other }) : t('penalty.do.position', { name, count: values.places ?? 1 });
    case 'room_expulsion':
      return values.until
        ? t('penalty.do.room_expulsion.until', { name, moment: formatMoment(values.until) })
        : t('penalty.do.room_expulsion', { name });
    case 'warning':
    case 'expulsion':
    case 'disqualification':
    case 'series_disqualification':
    case 'ban':
      return t(`penalty.do.${kind}`, { name });
  }
}

/** The paragraph of a penalty, which begins with that of the rules. */
export const paragraphField = <S extends OnEvent>(kind: (subject: S) => PenaltyKind): Field<string | null, S> =>
  startingWith(
    (subject) => paragraphOf(subject.tournament, `penalties.${kind(subject)}`),
    optional(text<S>({ label: 'act.paragraph', most: 32 })),
  );

export const forSpectators = (kind: PenaltyKind): boolean => FOR_SPECTATORS.includes(kind);
