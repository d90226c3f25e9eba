import type { BodyOf } from '../../contract/call';
import type { Board, Round } from '../../contract/types';
import { squaresIn, variantOf } from '../../event/variant';
import { t } from '../../i18n';
import { empty, taken, type Read } from '../kit/field';
import type { OnEvent } from '../kit/subjects';

/** Scores of boards that are not played to their end. */
export type Adjudicated = NonNullable<NonNullable<BodyOf<'end_early'>['unfinished']>['boards']>;

/** The round whose boards are not all played, or that nobody finished. */
export const unfinishedRound = ({ event }: OnEvent): Round | null => (event.round && !event.round.finished ? event.round : null);

/** Its boards without a result. */
export const openBoards = (subject: OnEvent): Board[] => unfinishedRound(subject)?.boards.filter((board) => board.result === null) ?? [];

/** Black's discs as they are typed; null where no score of that many squares has them. */
export function discsIn(typed: string, squares: number): number | null {
  const discs = Number(typed);
  return typed.trim() !== '' && Number.isInteger(discs) && discs >= 0 && discs <= squares ? discs : null;
}

/** Black's discs by table as the control holds them: `{"3":"36"}`; every open board needs a number that its squares allow. */
export function readScores(text: string, subject: OnEvent): Read<Adjudicated> {
  const typed = JSON.parse(text === '' ? '{}' : text) as Record<string, string>;
  const squares = squaresIn(variantOf(subject.tournament));
  const boards = openBoards(subject).map(({ table }) => ({ table, typed: typed[table]?.trim() ?? '' }));
  const scores: Adjudicated = [];
  for (const { table, typed: discs } of boards.filter((board) => board.typed !== '')) {
    const black = discsIn(discs, squares);
    if (black === null) return { ok: false, why: t('end.boards.bad', { table, squares }) };
    scores.push({ table, black_discs: black });
  }
  return scores.length === boards.length ? taken(scores) : empty;
}
