import type { Standings } from '../contract/types';
import { textOf } from '../i18n';
import { formatDecimal } from '../i18n/numbers';
import { toldWord } from '../i18n/server-words';

type Row = Standings['rows'][number];

/**
 * What parts the players of an event behind their points, in its order: the columns of its list. Lots have none: their
 * numbers say nothing, and what they decided is said in a sentence.
 */
export const criteriaOf = (standings: Pick<Standings, 'tie_breaks'>): string[] =>
  standings.tie_breaks.filter((one) => one !== 'points' && one !== 'lots');

/** The head of a criterion's column: its own name where the app has no word for it (`BQ`, `Buchholz -1`). */
export const criterionName = (criterion: string): string => textOf(`standings.criterion.${criterion.replaceAll('-', '_')}`) ?? criterion;

/** A criterion within a sentence. */
export const criterionWord = (criterion: string): string => toldWord(`criterion.${criterion}`, criterion);

/** A value of a criterion, a number as the language writes it. */
export const valueText = (value: string): string =>
  /^-?\d+\.\d+$/.test(value) ? formatDecimal(Number(value), value.length - value.indexOf('.') - 1) : value;

/** What a criterion says of a row; empty where it says nothing. */
export const valueOf = (row: Pick<Row, 'values'>, criterion: string): string =>
  valueText(row.values.find((one) => one.criterion === criterion)?.value ?? '');
