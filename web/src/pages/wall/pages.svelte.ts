import { MediaQuery } from 'svelte/reactivity';

/** Boards beside each other on the widest screens, and rows of them. */
const COLUMNS = 4;
const ROWS = 2;

const wide = new MediaQuery('(min-width: 1200px)');
const tablet = new MediaQuery('(min-width: 768px)');
const still = new MediaQuery('(prefers-reduced-motion: reduce)');

/** Whether pages may turn by themselves here. */
export const mayTurn = (): boolean => !still.current;

/** How many boards stand beside each other, in how many rows, and how many are shown at once: all of them where one scrolls. */
export function roomFor(boards: number, screen: boolean): { columns: number; rows: number; atOnce: number } {
  const most = wide.current ? COLUMNS : tablet.current ? 2 : 1;
  // Few boards on a large screen are large.
  const columns = Math.max(1, Math.min(most, boards));
  const rows = boards <= columns ? 1 : ROWS;
  return { columns, rows, atOnce: wide.current || screen ? columns * rows : Math.max(1, boards) };
}
