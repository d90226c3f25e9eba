import '../../src/ui/styles/base.css';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import type { LiveEvent } from '../../src/event/event.svelte';
import PairingBoard from '../../src/pages/desk/pairing/PairingBoard.svelte';
import { PairingDraft, type Preview } from '../../src/pages/desk/pairing/draft.svelte';

const NAMES = ['Alder', 'Birch', 'Cedar', 'Dogwood'];

afterEach(() => {
  void cleanup();
  localStorage.clear();
});

const player = (entrant_id: string) => ({ entrant_id, half_points: 0, colours: [], float: null });
const board = (black: string, white: string) => ({
  players: [player(black), player(white)],
  cost: [],
  lots: ['pair'],
  meetings: 0,
  explanation: { best: null, others: [] },
});
const paired = (...pairs: [string, string][]): Preview =>
  ({
    round: {
      boards: pairs.map(([black, white]) => ({ black_entrant_id: black, white_entrant_id: white })),
      bye_entrant_ids: [],
    },
    boards: pairs.map(([black, white]) => board(black, white)),
  }) as unknown as Preview;

async function open(): Promise<PairingDraft> {
  const entrants = NAMES.map((id) => ({ id, withdrawn_from_round: 0, from_round: 1, absent_rounds: [], country: 'NOR', rating: 0 }));
  const tournament = { summary: { round: 1, seq: 7 }, entrants, check_ins: [], timetable: null, next: null };
  const event = {
    id: 't',
    tournament,
    standings: null,
    nameOf: (id: string) => id,
    entrant: (id: string) => entrants.find((one) => one.id === id),
  } as unknown as LiveEvent;
  const draft = new PairingDraft(event);
  draft.preview = paired(['Alder', 'Birch'], ['Cedar', 'Dogwood']);
  await render(PairingBoard, { event, draft, fixed: null, unconditional: null });
  return draft;
}
const seat = (name: string, place: string) => page.getByRole('button', { name: new RegExp(`^${name} NOR ${place}`) });

describe('the pairing board', () => {
  it('keeps all but the seats as it stands while somebody is carried, and offers nothing about pairs meanwhile', async () => {
    await open();
    await expect.element(page.getByRole('button', { name: 'Lock Alder – Birch' })).toBeEnabled();
    await seat('Alder', 'table 1, Black').click();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(seat('Alder', 'table 2, Black')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(page.getByRole('button', { name: 'Lock Alder – Birch' })).toBeDisabled();
    await expect.element(page.getByRole('button', { name: 'Why Alder – Birch' })).toBeEnabled();
  });

  it('puts back whoever is carried when the focus goes elsewhere', async () => {
    await open();
    await seat('Alder', 'table 1, Black').click();
    await userEvent.keyboard('{ArrowDown}');
    const elsewhere = document.body.appendChild(document.createElement('button'));
    elsewhere.focus();
    await expect.element(seat('Alder', 'table 1, Black')).toHaveAttribute('aria-pressed', 'false');
    elsewhere.remove();
  });

  it('carries nobody any more once the board that they were taken from is another', async () => {
    const draft = await open();
    await seat('Alder', 'table 1, Black').click();
    await expect.poll(() => draft.carried?.who).toBe('Alder');
    draft.preview = paired(['Dogwood', 'Birch'], ['Cedar', 'Alder']);
    await expect.element(seat('Dogwood', 'table 1, Black')).toHaveAttribute('aria-pressed', 'false');
    expect(draft.putDown()).toBe(false);
    expect(draft.plan.hand).toBeNull();
  });
});
