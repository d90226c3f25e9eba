import type { Round } from '../contract/types';
import { asWords, facts, t, textOf } from '../i18n';

export type Cost = Round['cost'];

/** What a level of the pairing policy counts. A later server may have levels that nobody knows here. */
export const levelName = (level: string): string => textOf(`level.${level}`) ?? asWords(level);

/** A cost by its levels, without those that cost nothing; empty where none does. */
export const costText = (cost: Cost): string =>
  facts(
    cost.filter(({ value }) => value !== 0).map(({ name, value }) => t('level.value', { level: levelName(name), value: signed(value) })),
  );

/** A number with a real minus. */
export const signed = (value: number): string => (value < 0 ? `−${-value}` : String(value));

/** What one cost is above another, level by level; all levels of either, in the order of the first. */
export function beside(own: Cost, other: Cost): { name: string; own: number; other: number; more: number }[] {
  const names = [...own.map(({ name }) => name), ...other.map(({ name }) => name).filter((name) => !own.some((one) => one.name === name))];
  const of = (cost: Cost, name: string): number => cost.find((one) => one.name === name)?.value ?? 0;
  return names.map((name) => ({ name, own: of(own, name), other: of(other, name), more: of(own, name) - of(other, name) }));
}
