import { facts, sentences, t } from '../../i18n';
import type { Value } from './document';

export type Stage =
  | { kind: 'round_robin'; cycles: number }
  | { kind: 'round_robin_or_swiss'; rounds: number }
  | { kind: 'swiss'; rounds: number; modified: boolean; continues: boolean };
export interface Match {
  games: number;
  first_game: string;
}
export interface Finals {
  playoffs: Match | null;
  semi_finals: Match | null;
  final_match: Match | null;
  third_place: Match | null;
  women: { playoffs: Match | null; final_match: Match } | null;
  side_swiss: { rounds: number } | null;
  tie_playoffs: Match | null;
}
/** The format for some numbers of entrants, as the document has it. */
export interface FormatRow {
  from_entrants: number;
  to_entrants: number | null;
  stages: Stage[];
  finals: Finals;
  rule: string;
}

export const rowsOf = (value: Value | undefined): FormatRow[] => (Array.isArray(value) ? (value as unknown as FormatRow[]) : []);
export const valueOf = (rows: FormatRow[]): Value => rows as unknown as Value;

/** The matches that may follow a qualification, in their order. */
export const MATCHES = ['playoffs', 'semi_finals', 'final_match', 'third_place', 'tie_playoffs'] as const;

/** A match of so many games: none is null. One game alone may be chosen for its colour or the win of a draw (WOC IV.9). */
export const matchOf = (games: number, before: Match | null): Match | null =>
  games === 0 ? null : { games, first_game: before?.first_game ?? (games === 1 ? 'colour_or_draw_win' : 'colour') };

/** The same rows with one split in two behind a number of entrants. */
export function splitRow(rows: FormatRow[], place: number): FormatRow[] {
  return rows.flatMap((row, index) => {
    if (index !== place) return [row];
    const last = row.to_entrants ?? row.from_entrants + 8;
    const middle = Math.max(row.from_entrants, Math.floor((row.from_entrants + last) / 2));
    if (row.to_entrants === row.from_entrants) return [row];
    return [
      { ...row, to_entrants: middle },
      { ...structuredClone(row), from_entrants: middle + 1 },
    ];
  });
}

/** The same rows without one: the one before it, or the first left, takes its entrants. */
export function dropRow(rows: FormatRow[], place: number): FormatRow[] {
  const gone = rows[place];
  if (!gone || rows.length === 1) return rows;
  return rows.flatMap((row, index) => {
    if (index === place) return [];
    if (index === place - 1) return [{ ...row, to_entrants: gone.to_entrants }];
    return place === 0 && index === 1 ? [{ ...row, from_entrants: gone.from_entrants }] : [row];
  });
}

/** The same rows with a row’s most entrants changed: the next one begins behind it. */
export function endRow(rows: FormatRow[], place: number, last: number): FormatRow[] {
  return rows.map((row, index) => {
    if (index === place) return { ...row, to_entrants: last };
    return index === place + 1 ? { ...row, from_entrants: last + 1 } : row;
  });
}

export function entrantsText({ from_entrants: from, to_entrants: to }: Pick<FormatRow, 'from_entrants' | 'to_entrants'>): string {
  if (to === null) return t('rules.format.from', { from });
  return to === from ? String(from) : t('rules.format.from_to', { from, to });
}

function stageText(stage: Stage): string {
  if (stage.kind === 'round_robin')
    return stage.cycles === 1 ? t('rules.format.round_robin.once') : t('rules.format.round_robin.cycles', { cycles: stage.cycles });
  if (stage.kind === 'round_robin_or_swiss') return t('rules.format.round_robin_or_swiss', { count: stage.rounds });
  if (stage.continues) return t('rules.format.swiss.continues', { count: stage.rounds });
  return t(stage.modified ? 'rules.format.swiss.modified' : 'rules.format.swiss', { count: stage.rounds });
}

/** Rows in words, a sentence each. */
export const rowTexts = (rows: readonly FormatRow[]): string[] =>
  rows.map((row) =>
    row.to_entrants === null
      ? t('rules.format.row.from', { from: row.from_entrants, plan: formatText(row) })
      : t('rules.format.row', { entrants: entrantsText(row), plan: formatText(row) }),
  );
/** Several rows in words. */
export const rowsText = (rows: readonly FormatRow[]): string => sentences(rowTexts(rows));

/** The rows that another list of them does not have. */
export const rowsBeside = (rows: readonly FormatRow[], others: readonly FormatRow[]): FormatRow[] => {
  const known = new Set(others.map((row) => JSON.stringify(row)));
  return rows.filter((row) => !known.has(JSON.stringify(row)));
};

/** Of three games the third is played only where two decided nothing. */
const matchText = (name: (typeof MATCHES)[number], count: number): string =>
  name === 'semi_finals' && count === 3 ? t('rules.format.semi_finals.best_of', { count }) : t(`rules.format.${name}`, { count });

/** A row’s stages in words. */
export const stagesText = (row: FormatRow): string => facts(row.stages.map(stageText));

/** What follows a row’s stages, in words; empty where nothing does. */
export function finalsText({ finals }: FormatRow): string {
  const matches = MATCHES.flatMap((name) => {
    const match = finals[name];
    return match ? [matchText(name, match.games)] : [];
  });
  if (finals.women) matches.push(t('rules.format.women', { count: finals.women.final_match.games }));
  if (finals.side_swiss) matches.push(t('rules.format.side_swiss', { count: finals.side_swiss.rounds }));
  return facts(matches);
}

/** A row’s stages and finals in words. */
export const formatText = (row: FormatRow): string => facts([stagesText(row), finalsText(row)]);
