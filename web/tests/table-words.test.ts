import { describe, expect, it } from 'vitest';
import type { Table } from '../src/contract/types';
import { hasCome, isSealing, notHere, overtimeText, ruledText } from '../src/event/life';
import { cited, reasonText, ruleText } from '../src/event/result';

const table = (parts: Partial<Table>): Table => ({ phase: 'live', adjourns_at_ms: null, ...parts }) as Table;

describe('the text whose paragraphs are cited', () => {
  it.each([
    ['egp-2020', 'EGP'],
    ['woc-2024', 'WOC'],
    ['papp', ''],
    [undefined, ''],
  ])('of the rule set %j is %j', (ruleSet, text) => expect(ruleText(ruleSet)).toBe(text));
});

describe('a table that is adjourned', () => {
  it('asks for a sealed move from the announced instant on', () => {
    expect(isSealing(table({ adjourns_at_ms: 5_000 }), 4_999)).toBe(false);
    expect(isSealing(table({ adjourns_at_ms: 5_000 }), 5_000)).toBe(true);
    expect(isSealing(table({ adjourns_at_ms: 5_000, phase: 'paused' }), 6_000)).toBe(false);
  });
});

describe('what a clock shows beside its time', () => {
  const control = { kind: 'sudden_death', main_ms: 60_000, increment_ms: 0, delay_ms: 0, periods: 0, period_ms: 0, moves: 0, block_ms: 0 };
  const shown = (parts: object, overtime: object | null): string | null =>
    overtimeText({ black_time_control: { ...control, ...parts }, clocks: { black_overtime: overtime } } as Table, 'black');
  it.each([
    [{}, null, null],
    [{ kind: 'fischer', increment_ms: 10_000 }, null, '+0:10 a move'],
    [
      { kind: 'byoyomi', periods: 5, period_ms: 30_000 },
      { periods_left: 3, main_ms: 0, period_ms: 30_000, moves_left: 0 },
      '3 periods of 0:30',
    ],
    [
      { kind: 'canadian', moves: 20, block_ms: 300_000 },
      { periods_left: 0, main_ms: 0, period_ms: 9_000, moves_left: 1 },
      '1 move left in this block',
    ],
    [
      { kind: 'canadian', moves: 20, block_ms: 300_000 },
      { periods_left: 0, main_ms: 9_000, period_ms: 0, moves_left: 20 },
      'then 20 moves in 5:00',
    ],
  ])('%j with %j', (parts, overtime, text) => expect(shown(parts, overtime)).toBe(text));
});

describe('what an official did', () => {
  it.each([
    ['answer_call', 'The director answered the call.'],
    ['close_spectators_chat', 'The director holds the spectators’ chat back.'],
    ['an_act_of_later', 'The director: an act of later.'],
  ])('%s reads %s', (act, text) => expect(ruledText({ act, upheld: false })).toBe(text));
});

describe('a paragraph', () => {
  it.each([
    ['egp-2020', ' (EGP IV.8)'],
    ['woc-2024', ' (WOC IV.8)'],
    ['club', ''],
    [undefined, ''],
  ])('under %s is cited as "%s"', (ruleSet, text) => {
    expect(cited(ruleSet, 'IV.8')).toBe(text);
    expect(reasonText('resigned', ruleSet)).toBe(`By resignation${text}.`);
  });
});

describe('who is missed at a table', () => {
  const ply = { ply: 1, color: 'black', square: 'f5' } as Table['plies'][number];
  const at = (parts: object): Table => ({ black_arrived: false, white_arrived: false, plies: [], ...parts }) as unknown as Table;

  it('is never told to spectators, who are not told who came', () => {
    expect(notHere(at({}), null)).toEqual([]);
    expect(notHere(at({ plies: [ply] }), null)).toEqual([]);
  });

  it('is the opponent, and never oneself', () => {
    expect(notHere(at({}), 'black')).toEqual(['white']);
    expect(notHere(at({}), 'white')).toEqual(['black']);
    expect(notHere(at({ white_arrived: true }), 'black')).toEqual([]);
  });

  it('is nobody who has moved', () => {
    expect(notHere(at({ plies: [ply] }), 'white')).toEqual([]);
    expect(hasCome(at({ plies: [ply] }), 'black')).toBe(true);
    expect(hasCome(at({ plies: [ply] }), 'white')).toBe(false);
  });
});
