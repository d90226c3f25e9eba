import type { Read } from '../kit/field';
import { count } from '../kit/fields';

const number = count<object>({ label: 'players.number', least: 1, most: 999_999 });

/** A federation number as it is typed. */
export const readNumber = (raw: string): Read<number> => number.read(raw, {}, {});
