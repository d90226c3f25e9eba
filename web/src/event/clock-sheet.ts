import type { ClockSheet, Color, Ruling } from '../contract/types';

type SheetPly = ClockSheet['plies'][number];
type SheetCredit = ClockSheet['credits'][number];

/** A line of a clock sheet: a move, time that was given or taken, or what an official did besides. */
export type SheetLine =
  | { kind: 'ply'; seq: number; ply: SheetPly }
  | { kind: 'credit'; seq: number; credit: SheetCredit; ruling: Ruling | null }
  | { kind: 'ruling'; seq: number; ruling: Ruling };

/** The sheet in the order in which it came about: credits and rulings stand among the moves, each once. */
export function sheetLines(sheet: Pick<ClockSheet, 'plies' | 'credits'>, rulings: readonly Ruling[]): SheetLine[] {
  const bySeq = new Map(rulings.map((ruling) => [ruling.seq, ruling]));
  const told = new Set(sheet.credits.map((credit) => credit.seq));
  const lines: SheetLine[] = [
    ...sheet.plies.map((ply): SheetLine => ({ kind: 'ply', seq: ply.seq, ply })),
    ...sheet.credits.map((credit): SheetLine => ({ kind: 'credit', seq: credit.seq, credit, ruling: bySeq.get(credit.seq) ?? null })),
    ...rulings.filter(({ seq }) => !told.has(seq)).map((ruling): SheetLine => ({ kind: 'ruling', seq: ruling.seq, ruling })),
  ];
  return lines.toSorted((one, other) => one.seq - other.seq);
}

/** How many of a side's moves came by an API key, and how many it made. */
export function keyedMoves({ plies }: Pick<ClockSheet, 'plies'>, color: Color): { keyed: number; moves: number } {
  const own = plies.filter((ply) => ply.color === color);
  return { keyed: own.filter((ply) => ply.by_key).length, moves: own.length };
}
