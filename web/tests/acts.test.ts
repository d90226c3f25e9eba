import { describe, expect, it } from 'vitest';
import type { Table } from '../src/contract/types';
import { ACTS, actOf, parseTime, type ActKind, type Amounts } from '../src/pages/desk/acts';
import { isSealing, overtimeText, ruledText } from '../src/event/life';
import { cited, reasonText, ruleText } from '../src/event/result';

const amounts: Amounts = {
  color: 'white',
  time: '',
  black: '',
  white: '',
  ply: null,
  minutes: null,
  square: '',
  moves: '',
  account: '',
  final: true,
};
const kind = (type: ActKind['type']): ActKind => ACTS.find((one) => one.type === type) as ActKind;
const table = (parts: Partial<Table>): Table =>
  ({
    phase: 'live',
    plies: [],
    called_by: null,
    defaulted: null,
    adjourns_at_ms: null,
    black_expelled: false,
    white_expelled: false,
    ...parts,
  }) as Table;

describe('a time as a director types it', () => {
  it.each([
    ['2:00', 120_000],
    ['+2', 120_000],
    ['−0:30', -30_000],
    ['-1:05', -65_000],
    ['25', 1_500_000],
    ['1:60', null],
    ['soon', null],
    ['', null],
  ])('reads %j as %j ms', (text, ms) => expect(parseTime(text)).toBe(ms));
});

describe('the text whose paragraphs are cited', () => {
  it.each([
    ['egp-2020', 'EGP'],
    ['woc-2024', 'WOC'],
    ['papp', ''],
    [undefined, ''],
  ])('of the rule set %j is %j', (ruleSet, text) => expect(ruleText(ruleSet)).toBe(text));
});

describe('an act is made only when nothing is missing', () => {
  it.each([
    ['adjust_time', { time: '' }, null],
    ['adjust_time', { time: '+1:30' }, { type: 'adjust_time', color: 'white', ms: 90_000 }],
    ['set_clocks', { black: '5:00' }, null],
    ['set_clocks', { black: '5:00', white: '4:30' }, { type: 'set_clocks', clocks: { black_ms: 300_000, white_ms: 270_000 } }],
    ['set_clocks', { black: '-5:00', white: '4:30' }, null],
    ['take_back', {}, null],
    ['take_back', { ply: 0 }, { type: 'take_back', to_ply: 0, clocks: null }],
    ['pause', {}, { type: 'pause', until_ms: null }],
    ['pause', { minutes: 3 }, { type: 'pause', until_ms: 181_000 }],
    ['announce_adjournment', {}, null],
    ['replay_from', { ply: 12 }, null],
    ['enter_transcript', { moves: ' f5d6 ' }, { type: 'enter_transcript', text: 'f5d6', final: true, clocks: null }],
    ['annul', {}, { type: 'annul' }],
  ] as const)('%s with %j', (type, given, made) => expect(actOf(kind(type), { ...amounts, ...given }, 1_000)).toEqual(made));
});

describe('an act that cannot be done says why', () => {
  it.each([
    ['resume', { phase: 'live' }, false],
    ['resume', { phase: 'paused' }, true],
    ['pause', { phase: 'paused' }, false],
    ['answer_call', { called_by: null }, false],
    ['answer_call', { called_by: 'black' }, true],
    ['undo_default', { defaulted: 'white' }, true],
    ['undo_default', { defaulted: 'white', phase: 'finished' }, false],
    ['reopen', { phase: 'live' }, false],
    ['reopen', { phase: 'finished' }, true],
    ['resume_adjourned', { phase: 'adjourned' }, true],
    ['open_spectators_chat', { spectators: { chat_shown: false } }, true],
    ['open_spectators_chat', { spectators: { chat_shown: true } }, false],
    ['open_spectators_chat', { phase: 'finished', spectators: { chat_shown: true } }, false],
    ['close_spectators_chat', { spectators: { chat_shown: true } }, true],
    ['close_spectators_chat', { spectators: { chat_shown: false } }, false],
  ] as const)('%s at a table of %j: %j', (type, parts, possible) =>
    expect(kind(type).blocked(table(parts as Partial<Table>)) === null).toBe(possible),
  );
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
  ])('%s reads %s', (act, text) => expect(ruledText(act)).toBe(text));
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
