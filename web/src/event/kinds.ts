import type { Board, Cell } from '../contract/types';
import { asWords, t, textOf, things } from '../i18n';

type Result = NonNullable<Board['result']>;

/** How a result came about, in a word or two; empty where it was simply played. */
export function kindWord(kind: string | null): string {
  if (kind === null || kind === 'played') return '';
  return textOf(`kind.${kind}`) ?? asWords(kind);
}

/** What stands beside a score: how it came about, unless `entered` is said there already, and whether it replaced another. */
export function resultNote(result: Result, isSaidEntered = false): string {
  return things([isSaidEntered && result.kind === 'entered' ? '' : kindWord(result.kind), result.corrected ? t('kind.corrected') : '']);
}

/** The letters for results that were not won or lost on the board, in the order of their legend. */
export const MARKS = { adjudicated: 'a', forfeit: 'f', double_forfeit: 'ff', no_show: 'n', walkover: 'w' } as const;

/** The letter of a cell in the crosstable; empty for a game. */
export function markOf(kind: Cell['result_kind']): string {
  return kind !== null && kind in MARKS ? MARKS[kind as keyof typeof MARKS] : '';
}

/** What the letters in these cells mean. */
export function marksLegend(kinds: (string | null)[]): string[] {
  return (Object.keys(MARKS) as (keyof typeof MARKS)[])
    .filter((kind) => kinds.includes(kind))
    .map((kind) => `${MARKS[kind]} ${kindWord(kind)}`);
}
