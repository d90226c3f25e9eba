import { describe, expect, it } from 'vitest';
import type { Table } from '../src/contract/types';
import { narrate, warningBetween } from '../src/pages/table/narrate';

const PAUSE = { cause: 'ruling', until_ms: null };
const before = { seq: 4, plies: [], board: '-', board_hidden: false, result: null, phase: 'live', pause: null, rulings: [] };
const after = (parts: object): Table => ({ ...before, seq: 5, ...parts }) as unknown as Table;
const ruling = (seq: number, act: string) => ({ seq, act, at_ms: 0, paragraph: null, reason: null });
const alarmed = (from: object, to: object): string =>
  narrate(from as unknown as Table, after(to), 'white', ({ act, seq }) => `Told of ${act} ${seq}.`).assertive;

describe('an official’s act at the table', () => {
  it('is told at once by what it did, the new ones alone', () => {
    const known = { ...before, rulings: [ruling(3, 'adjust_time')] };
    expect(alarmed(known, { rulings: [ruling(3, 'adjust_time'), ruling(5, 'set_clocks')] })).toBe('Told of set_clocks 5.');
    expect(alarmed(known, { rulings: known.rulings })).toBe('');
  });

  it('that stops the clocks or lets them go on is told once, by the clocks', () => {
    const paused = { ...before, phase: 'paused', pause: PAUSE, rulings: [ruling(4, 'pause')] };
    expect(alarmed(before, paused)).toBe('The director stopped both clocks.');
    expect(alarmed(paused, { rulings: [...paused.rulings, ruling(5, 'resume')] })).toBe('The clocks go on.');
  });
});

describe('what was played', () => {
  const START = `${'-'.repeat(27)}O*${'-'.repeat(6)}*O${'-'.repeat(27)}`;
  const ply = (number: number, color: string, square: string | null) => ({ ply: number, color, square });
  const plies = [ply(1, 'black', 'f5'), ply(2, 'white', 'f6'), ply(3, 'black', 'e6')];
  const said = (count: number): string => {
    const played = { plies: plies.slice(0, count), last_flips: ['e6'], to_move: 'white', black_discs: 4, white_discs: 3 };
    return narrate({ ...before, board: START } as unknown as Table, after(played), 'black', () => '').polite;
  };

  it('is told with what it flipped, as far as that is known', () => {
    expect(said(1)).toBe('Black f5, flips 1. Black 4, White 3.');
    expect(said(3)).toBe('Black f5, flips 1. White f6. Black e6, flips 1. Black 4, White 3.');
  });

  it('is told with its flips where a pass followed at once', () => {
    const played = { plies: [plies[0], ply(2, 'white', null)], last_flips: [], to_move: 'black', black_discs: 4, white_discs: 3 };
    const { polite } = narrate({ ...before, board: START } as unknown as Table, after(played), 'white', () => '');
    expect(polite).toBe('Black f5, flips 1. White passes. Black 4, White 3.');
  });
});

describe('a result', () => {
  const result = { black_discs: 13, white_discs: 51, winner: 'white', reason: 'played', both_absent: false };
  const confirmation = { state: 'pending', black_confirmed: false, white_confirmed: false, by_silence: false };
  const over = { phase: 'finished', result, confirmation };
  const told = (from: object, to: object, own: 'white' | null) =>
    narrate({ ...before, ...from } as unknown as Table, after(to), own, () => '');

  it('is told with what is asked of whoever played', () => {
    expect(told({}, over, 'white').assertive).toBe('You won 51–13. Confirm the result.');
    expect(told({}, over, null).assertive).toBe('White won 51–13.');
  });

  it('that both have signed is told to them once', () => {
    const signed = { ...over, confirmation: { ...confirmation, state: 'confirmed' } };
    expect(told(over, signed, 'white').polite).toBe('The result is confirmed and countersigned.');
    expect(told(signed, signed, 'white').polite).toBe('');
    expect(told(over, signed, null).polite).toBe('');
  });
});

describe('the warnings of a clock that runs down', () => {
  it.each([
    [60_050, 59_950, 60],
    [30_050, 29_950, 30],
    [10_050, 9_950, 10],
    [59_000, 31_000, null],
    [9_000, 8_000, null],
  ])('between %d and %d ms: %j', (from, to, seconds) => expect(warningBetween(from, to)).toBe(seconds));

  it('tell the last that was passed where time was taken', () => {
    expect(warningBetween(1_500_000, 9_000)).toBe(10);
    expect(warningBetween(1_500_000, 25_000)).toBe(30);
  });
});
