import { describe, expect, it } from 'vitest';
import { Form } from '../src/acts/kit/form.svelte';
import type { Raw } from '../src/acts/kit/field';
import type { OnBoard, OnRound, OnTable } from '../src/acts/kit/subjects';
import { enterResult, recordNoShow } from '../src/acts/round/result';
import { roundOfficiateActs } from '../src/acts/round/whole-round';
import { tableActs } from '../src/acts/round/table';
import { parseClock } from '../src/clock/clock';
import type { Table, TableAct } from '../src/contract/types';

const PLAYERS: Record<string, string> = { b: 'Ove Berg', w: 'Tove Dahl' };
const nameOf = (id: string): string => PLAYERS[id] ?? '…';
const at = (parts: Partial<Table>): OnTable =>
  ({
    event: { id: 't', nameOf, interests: null },
    tournament: { summary: { rule_set: 'egp-2020' }, officials: [] },
    board: { table: 3, black_entrant_id: 'b', white_entrant_id: 'w' },
    table: {
      game_id: 'g',
      table: 3,
      phase: 'live',
      plies: [],
      clocks: { black_ms: 60_000, white_ms: 50_000 },
      called_by: null,
      defaulted: null,
      adjourns_at_ms: null,
      black_expelled: false,
      white_expelled: false,
      ...parts,
    },
  }) as unknown as OnTable;

function filled(type: TableAct['type'], raw: Record<string, Raw>): Form<OnTable> {
  const form = new Form(tableActs[type], () => at({}));
  Object.assign(form.raw, { reason: 'because', ...raw });
  return form;
}

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
  ])('reads %j as %j ms', (text, ms) => expect(parseClock(text)).toBe(ms));
});

describe('an act is made of its form when it is sent', () => {
  it.each([
    ['adjust_time', { side: 'white', time: '+1:30' }, { type: 'adjust_time', color: 'white', ms: 90_000 }],
    ['set_clocks', { black: '5:00', white: '4:30' }, { type: 'set_clocks', clocks: { black_ms: 300_000, white_ms: 270_000 } }],
    ['take_back', { ply: '0' }, { type: 'take_back', to_ply: 0, clocks: null }],
    // A clock that is left empty stays as it is; the other is set.
    ['take_back', { ply: '2', white: '4:00' }, { type: 'take_back', to_ply: 2, clocks: { black_ms: 60_000, white_ms: 240_000 } }],
    ['pause', {}, { type: 'pause', until_ms: null }],
    ['pause', { span: '3' }, { type: 'pause', until_ms: 181_000 }],
    ['enter_transcript', { moves: ' f5d6 ' }, { type: 'enter_transcript', text: 'f5d6', final: true, clocks: null }],
    ['decide_sealed', { square: 'C4', flip: 'd4' }, { type: 'decide_sealed', square: 'c4', flip: 'd4' }],
    ['annul', {}, { type: 'annul' }],
  ] as const)('%s with %j', (type, raw, act) => {
    const form = filled(type, raw);
    expect(form.missing).toEqual([]);
    expect(tableActs[type].body(form.known, at({}), 1_000)).toMatchObject({ act, reason: 'because' });
  });

  it('says which field is missing or unreadable, and what would be right', () => {
    const form = filled('take_back', { ply: '2', black: 'soon' });
    expect(form.missing).toEqual(['Black’s clock']);
    expect(form.fields.find(({ name }) => name === 'black')?.why).toBe('A time such as 2:00, or whole minutes.');
    expect(filled('adjust_time', { time: '0:00' }).missing).toEqual(['Time, − takes']);
    expect(filled('pause', { reason: '  ' }).missing).toEqual(['Reason, shown to both players']);
  });

  it('names its effect once every field is there', () => {
    expect(filled('adjust_time', { time: '-2:00' }).name).toBe('Take 2:00 from Ove Berg');
    expect(filled('adjust_time', { time: '1:30', side: 'white' }).name).toBe('Give 1:30 to Tove Dahl');
    expect(filled('adjust_time', {}).name).toBe('Give or take time');
  });

  it('begins with the paragraph that usually stands behind it', () => {
    expect(new Form(tableActs.adjust_time, () => at({})).raw['paragraph']).toBe('EGP V.2');
  });
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
    expect(tableActs[type].blocked(at(parts as Partial<Table>)) === null).toBe(possible),
  );
});

describe('a result by an official’s hand', () => {
  const board = (result: object | null, plies = 0, phase = 'confirmed', rounds: object[] = []): OnBoard =>
    ({
      ...at({ plies: Array.from({ length: plies }) as Table['plies'] }),
      tournament: { summary: { rule_set: 'egp-2020', phase, rounds: 11 }, officials: [], variant: null, rounds },
      round: { number: 2 },
      board: { table: 3, black_entrant_id: 'b', white_entrant_id: 'w', result },
    }) as unknown as OnBoard;
  const played = { black_discs: 26, white_discs: 38, winner: 'white', kind: 'played' };
  const enter = (subject: OnBoard, raw: Record<string, Raw>): Form<OnBoard> => {
    const form = new Form(enterResult, () => subject);
    Object.assign(form.raw, { reason: 'because', ...raw });
    return form;
  };

  it.each<[Record<string, Raw>, string, object]>([
    [{ discs: '26' }, 'Enter 26–38', { kind: 'played', black_discs: 26 }],
    [{ kind: 'adjudicated', discs: '40' }, 'Enter 40–24', { kind: 'adjudicated', black_discs: 40 }],
    [{ kind: 'resigned', lost_by: 'white' }, 'Enter “Tove Dahl resigned”', { kind: 'resigned', lost_by: 'white' }],
    [{ kind: 'forfeit', lost_by: 'both' }, 'Enter “both forfeit”', { kind: 'forfeit', lost_by: 'both' }],
    [{ kind: 'no_show', lost_by: 'black' }, 'Enter “Ove Berg did not come”', { kind: 'no_show', lost_by: 'black' }],
    [{ kind: 'walkover', lost_by: 'black' }, 'Enter “Ove Berg is out: walkover”', { kind: 'walkover', lost_by: 'black' }],
  ])('%j is called %j', (raw, name, body) => {
    const subject = board(null);
    const form = enter(subject, raw);
    expect([form.missing, form.unfit, form.name]).toEqual([[], null, name]);
    expect(enterResult.body(form.known, subject, 0)).toEqual({ ...body, reason: 'because' });
  });

  it('corrects only what is not on record', () => {
    expect(enter(board(played), {}).unfit).toBe('That is on record already: nothing to correct.');
    expect(enter(board(played), { discs: '27' })).toMatchObject({ unfit: null, name: 'Correct to 27–37' });
    expect(enter(board(played), { kind: 'adjudicated' }).unfit).toBeNull();
    const double = { black_discs: 0, white_discs: 0, winner: 'none', kind: 'double_forfeit' };
    expect(enter(board(double), {}).unfit).toBe('That is on record already: nothing to correct.');
  });

  it('is entered no more once the event is confirmed', () => {
    expect(enterResult.blocked(board(played))).toBe('The event is confirmed: its ranking is amended');
    expect(enterResult.blocked(board(played, 0, 'round_open'))).toBeNull();
  });

  it('asks before it ends a game in which moves were made', () => {
    const values = { kind: 'entered', discs: 26, lost_by: undefined, reason: 'because' };
    expect(enterResult.ask(values, board(null))).toBeNull();
    expect(enterResult.ask(values, board(null, 12))?.text).toContain('12 moves are made');
    expect(enterResult.ask(values, board(played, 12))).toBeNull();
  });

  it('says what a correction does to finals that are published', () => {
    const values = { kind: 'played', discs: 27, lost_by: undefined, reason: 'because' };
    const finals = (starts_at_ms: number, result: object | null) => [{ number: 12, starts_at_ms, boards: [{ result }] }];
    const asked = (rounds: object[]) => enterResult.ask(values, board(played, 0, 'round_open', rounds))?.text;
    expect(asked([])).toBeUndefined();
    expect(asked(finals(Date.now() + 600_000, null))).toContain('The finals have not begun.');
    expect(asked(finals(Date.now() + 600_000, played))).toContain('The finals have begun');
    expect(asked(finals(0, null))).toContain('The finals have begun');
    expect(enterResult.ask(values, board(null, 0, 'round_open', finals(0, null)))).toBeNull();
  });

  it('takes a no-show only before a move was made', () => {
    expect(recordNoShow.blocked(board(null))).toBeNull();
    expect(recordNoShow.blocked(board(null, 1))).toBe('Moves were made');
    expect(recordNoShow.blocked(board(played))).toBe('A result is on record');
  });
});

describe('an act at several tables', () => {
  it('is named after the side, not after one of the players', () => {
    const form = new Form(tableActs.adjust_time, () => ({ ...at({}), several: 3 }));
    Object.assign(form.raw, { reason: 'because', time: '-2:00' });
    expect(form.name).toBe('Take 2:00 from Black');
  });

  it('goes to a whole round with one body', () => {
    const subject = {
      event: { id: 't' },
      tournament: { summary: { rule_set: 'egp-2020' } },
      round: { number: 2, boards: [] },
    } as unknown as OnRound;
    const form = new Form(roundOfficiateActs.pause, () => subject);
    form.raw['reason'] = 'A fire drill';
    expect(roundOfficiateActs.pause.body(form.known, subject, 0)).toEqual({
      act: { type: 'pause', until_ms: null },
      paragraph: 'EGP IV.7',
      reason: 'A fire drill',
    });
    expect(roundOfficiateActs.pause.path(subject, {})).toEqual({ tournament_id: 't', round: 2 });
  });
});
