import { expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import type { OnTable } from '../../src/acts/kit/subjects';
import type { ClockSheet as Sheet } from '../../src/contract/types';
import ClockSheet from '../../src/pages/desk/round/ClockSheet.svelte';

const ply = (number: number, square: string | null, beside: object = {}) => ({
  ply: number,
  color: number % 2 ? 'black' : 'white',
  square,
  seq: 12,
  charged_ms: 1_000,
  lag_credit_ms: 0,
  reading_credit_ms: 0,
  credit_left_ms: 0,
  remaining_ms: 60_000,
  onlooker: null,
  by_key: false,
  ...beside,
});
const table = { rulings: [], round: 1, table: 2, black_entrant_id: 'b', white_entrant_id: 'w' };
const subject = { table, event: { nameOf: (id: string) => id }, tournament: { summary: { name: 'Open' } } };

it('shows a move and the pass after it that one entry holds', async () => {
  const onlooker = { before_ms: 3_000, same_program: true };
  const plies = [ply(59, 'h1', { by_key: true }), ply(60, null, { onlooker })];
  const sheet = { plies, credits: [], black: null, white: null };
  await render(ClockSheet, { sheet: sheet as unknown as Sheet, subject: subject as unknown as OnTable });
  const rows = page.getByRole('table').last().getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent('h1');
  await expect.element(rows.nth(2)).toHaveTextContent(/pass/i);
  await expect.element(page.getByTestId('onlooker')).toHaveTextContent('60');
  await expect.element(page.getByTestId('by-key')).toHaveTextContent('Black: 1 of 1 moves came by an API key');
});
