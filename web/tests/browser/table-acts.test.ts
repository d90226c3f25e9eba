import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import type { Table } from '../../src/contract/types';
import type { LiveTable } from '../../src/live/table.svelte';
import Acts from '../../src/pages/table/Acts.svelte';

const playing = { phase: 'live', to_move: 'black', legal_squares: ['f5'], black_calls_left: 3, called_by: null, defaulted: null };
const deskOf = (parts: object = {}) => ({
  table: { ...playing, ...parts } as unknown as Table,
  sent: null,
  calling: false,
  resign: vi.fn(),
  callDirector: vi.fn(),
});
const given = (desk: object) => ({ desk: desk as unknown as LiveTable, own: 'black' as const, ruleSet: undefined });
const resign = () => page.getByRole('button', { name: 'Resign', exact: true });
const agree = () => page.getByRole('button', { name: /^Resign \d/ });

it('a double click presses once: what comes under the pointer is not meant', async () => {
  const desk = deskOf();
  await render(Acts, given(desk));
  await resign().dblClick();
  await expect.element(agree()).toBeVisible();
  expect(desk.resign).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Keep playing' }).click();
  await page.getByRole('button', { name: 'Director' }).click();
  await page.getByRole('button', { name: 'Call the director' }).dblClick();
  await expect.element(resign()).toBeVisible();
  expect(desk.callDirector).toHaveBeenCalledOnce();
});

it('a question that is left gives the focus back to what asked it', async () => {
  await render(Acts, given(deskOf()));
  for (const opener of [resign(), page.getByRole('button', { name: 'Director' })]) {
    await opener.click();
    await page.getByRole('button', { name: 'Keep playing' }).click();
    await expect.element(opener).toHaveFocus();
  }
});

it('a key that is held presses once: its repetition agrees to nothing', async () => {
  await render(Acts, given(deskOf()));
  await resign().click();
  await expect.element(agree()).toBeVisible();
  const isLetThrough = (key: string, repeat: boolean): boolean =>
    agree()
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true }));
  expect(['Enter', ' '].map((key) => [isLetThrough(key, false), isLetThrough(key, true)])).toEqual([
    [true, false],
    [true, false],
  ]);
});

it('a question goes when the clocks stand, and does not come back by itself', async () => {
  const { rerender } = await render(Acts, given(deskOf()));
  await resign().click();
  await expect.element(agree()).toBeVisible();
  await rerender(given(deskOf({ phase: 'paused', called_by: 'white' })));
  await expect.element(resign()).toBeDisabled();
  await rerender(given(deskOf()));
  await expect.element(resign()).toBeEnabled();
  await expect.element(agree()).not.toBeInTheDocument();
});

it('a pass is offered where players make it, and wherever one is waited for', async () => {
  const pass = page.getByRole('button', { name: 'Pass' });
  const { rerender } = await render(Acts, given(deskOf()));
  await expect.element(pass).toBeDisabled();
  await rerender({ ...given(deskOf()), automatic: true });
  await expect.element(pass).not.toBeInTheDocument();
  await rerender({ ...given(deskOf({ must_pass: true })), automatic: true });
  await expect.element(pass).toBeEnabled();
});
