import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import type { Table } from '../../src/contract/types';
import Premoves from './Premoves.svelte';

const START = `${'-'.repeat(27)}O*${'-'.repeat(6)}*O${'-'.repeat(27)}`;
/** After d3, where white is to move; and after what white answers. */
const AFTER_D3 = `${'-'.repeat(19)}*${'-'.repeat(7)}**${'-'.repeat(6)}*O${'-'.repeat(27)}`;
const tableOf = (parts: Partial<Table>): Table =>
  ({
    phase: 'live',
    ply: 2,
    to_move: 'white',
    board: AFTER_D3,
    board_hidden: false,
    result: null,
    adjourns_at_ms: null,
    legal_squares: [],
    flippable_squares: [],
    ...parts,
  }) as unknown as Table;
const THEIRS = tableOf({});
/** Black's turn again. */
const turn = (legal: string[], parts: Partial<Table> = {}): Table =>
  tableOf({ ply: 3, to_move: 'black', board: START, legal_squares: legal, ...parts });

const given = (table: Table, allowed = true) => ({ table, allowed, play: played });
let played = vi.fn<(square: string) => void>();
const square = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}\\b`) });
const mark = () => page.getByTestId('kept-square');

async function begin() {
  played = vi.fn<(square: string) => void>();
  return render(Premoves, given(THEIRS));
}

it('a square is kept while the opponent thinks, framed and said, and sent once when the turn has come', async () => {
  const { rerender } = await begin();
  await expect.element(mark()).not.toBeInTheDocument();
  await square('e3').click();
  await expect.element(page.getByRole('button', { name: 'e3 kept for your next move, press again to let it go' })).toBeVisible();
  await expect.element(mark()).toBeInTheDocument();
  await rerender(given(tableOf({ black_ms: 1 } as object)));
  expect(played, 'the turn has not come').not.toHaveBeenCalled();
  await rerender(given(turn(['c4', 'e3'])));
  await expect.element(mark()).not.toBeInTheDocument();
  expect(played.mock.calls).toEqual([['e3']]);
  await rerender(given(turn(['c4', 'e3'])));
  expect(played).toHaveBeenCalledOnce();
});

it('another square takes its place', async () => {
  const { rerender } = await begin();
  await square('e3').click();
  await square('c4').click();
  await rerender(given(turn(['c4', 'e3'])));
  expect(played.mock.calls).toEqual([['c4']]);
});

it('the keyboard keeps a square with Enter, and Esc lets it go', async () => {
  const { rerender } = await begin();
  (square('e3').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(mark()).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(mark()).not.toBeInTheDocument();
  await rerender(given(turn(['e3'])));
  expect(played).not.toHaveBeenCalled();
});

it.each([
  ['the square again', () => square('e3').click()],
  ['the other button of the mouse', () => square('a1').click({ button: 'right' })],
])('%s lets it go', async (_, letGo) => {
  const { rerender } = await begin();
  await square('e3').click();
  await expect.element(mark()).toBeInTheDocument();
  await letGo();
  await expect.element(mark()).not.toBeInTheDocument();
  await rerender(given(turn(['e3'])));
  expect(played).not.toHaveBeenCalled();
});

it.each([
  ['is not legal', turn(['c4'])],
  ['needs a disc to be named', turn(['e3'], { flippable_squares: ['d4'] })],
  ['is for a turn that another device made', tableOf({ ply: 4 })],
  ['would be sealed', turn(['e3'], { adjourns_at_ms: 5 })],
])('a move that %s is dropped, and that is said', async (_, table) => {
  const { rerender } = await begin();
  await square('e3').click();
  await rerender(given(table));
  await expect.element(page.getByTestId('fallen')).toHaveTextContent('e3');
  await expect.element(mark()).not.toBeInTheDocument();
  await rerender(given(turn(['e3'], { ply: 5 })));
  await expect.element(page.getByTestId('fallen')).toHaveTextContent(/^$/);
  expect(played).not.toHaveBeenCalled();
});

it.each([
  ['the clocks stand', tableOf({ phase: 'paused' }), true],
  ['a call hides the board', turn(['e3'], { board_hidden: true, board: '' }), true],
  ['the game is over', tableOf({ phase: 'finished' }), true],
  ['each move is to be confirmed', THEIRS, false],
])('nothing is kept any more where %s', async (_, table, allowed) => {
  const { rerender } = await begin();
  await square('e3').click();
  await rerender(given(table, allowed));
  await rerender(given(turn(['e3'])));
  expect(played).not.toHaveBeenCalled();
  await expect.element(page.getByTestId('fallen')).toHaveTextContent(/^$/);
});

it('where the event does not allow it no square is offered', async () => {
  played = vi.fn<(square: string) => void>();
  await render(Premoves, given(THEIRS, false));
  await expect.element(square('e3')).toHaveAttribute('aria-disabled', 'true');
  await square('e3').click({ force: true });
  await expect.element(mark()).not.toBeInTheDocument();
});
