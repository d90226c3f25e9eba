import { describe, expect, it } from 'vitest';
import { at, sourceOf, withAt, type RuleDocument, type Value } from '../src/event/rules/document';
import { fieldOf, RULE_FIELDS } from '../src/event/rules/fields';
import { dropRow, endRow, formatText, matchOf, splitRow, type FormatRow } from '../src/event/rules/formats';
import { ruleTitle } from '../src/event/rules/titles';
import {
  departuresText,
  deviationText,
  differences,
  fieldTitle,
  optionText,
  orderName,
  orderValue,
  ruleLines,
  timeText,
} from '../src/event/rules/words';

const NO_FINALS = {
  playoffs: null,
  semi_finals: null,
  final_match: null,
  third_place: null,
  women: null,
  side_swiss: null,
  tie_playoffs: null,
};
const row = (from: number, to: number | null, rounds: number): FormatRow => ({
  from_entrants: from,
  to_entrants: to,
  stages: [{ kind: 'swiss', rounds, modified: false, continues: false }],
  finals: NO_FINALS,
  rule: 'house',
});
const DOCUMENT: RuleDocument = {
  name: 'egp-2020',
  unknown_here: { kept: [1, 2] },
  formats: [row(2, 8, 5), row(9, null, 7)] as unknown as Value,
  time_controls: { final: { kind: 'fischer', main_ms: 1_800_000, increment_ms: 5_000 } },
  pass_policy: 'explicit',
  ranking: { tie_breaks: ['points', { buchholz: { dropped_lowest: 2 } }, 'lots'] },
  penalties: { appeals: null },
  prizes: { prizes: [10_050, 5_000] },
  spectators: { kind: 'delayed', plies: 2, ms: 90_000 },
  sources: { time_controls: 'EGP IV.1', 'ranking.tie_breaks': 'EGP II.3' },
};
const said = (path: string, document = DOCUMENT): string | undefined =>
  ruleLines(document)
    .find((line) => line.path === path)
    ?.texts.join(' ');

describe('a rule-set document', () => {
  it('changes at one path alone, and keeps what nobody here knows', () => {
    const next = withAt(DOCUMENT, 'time_controls.final.main_ms', 60_000);
    expect(at(next, 'time_controls.final')).toEqual({ kind: 'fischer', main_ms: 60_000, increment_ms: 5_000 });
    expect({ ...next, time_controls: DOCUMENT['time_controls'] }).toEqual(DOCUMENT);
    expect(at(DOCUMENT, 'time_controls.final.main_ms')).toBe(1_800_000);
    expect(at(withAt({}, 'entry.fee', 'EUR 20'), 'entry.fee')).toBe('EUR 20');
  });

  it('has the paragraph of a field, or of what it is part of', () => {
    expect(sourceOf(DOCUMENT, 'time_controls.final')).toBe('EGP IV.1');
    expect(sourceOf(DOCUMENT, 'pass_policy')).toBe(null);
  });
});

describe('rules in words', () => {
  it.each([
    [1_500_000, '25 min'],
    [90_000, '1 min 30 s'],
    [1_500, '1.5 s'],
    [0, '0 s'],
  ])('write %d ms as %s', (ms, text) => expect(timeText(ms)).toBe(text));

  it.each([
    ['time_controls.final', 'With an increment, main time: 30 min, after each move: 5 s'],
    ['ranking.tie_breaks', 'Points, Buchholz without the two lowest, and Lots'],
    ['penalties.appeals', 'None: every decision is final'],
    ['prizes.prizes', '100.50; 50.00'],
    ['spectators', 'With a delay, moves behind: 2, time behind: 1 min 30 s'],
    ['formats', '2–8 players: Swiss, 5 rounds. 9 or more players: Swiss, 7 rounds.'],
  ])('say %s', (path, text) => expect(said(path)).toBe(text));

  it('name every field and every choice: no name of the document is shown', () => {
    for (const field of RULE_FIELDS) {
      expect(fieldTitle(field), field.path).not.toMatch(/_|\.|^[a-z]/);
      const { control } = field;
      const options = control.kind === 'union' ? Object.keys(control.options) : 'options' in control ? (control.options as string[]) : [];
      for (const option of options) expect(optionText(field, option), `${field.path} ${option}`).toMatch(/^[A-Z\d]/);
    }
  });

  it('take criteria with a number of their own there and back', () => {
    for (const value of ['points', { buchholz: { dropped_lowest: 2 } }, { later: { kind: 1 } }] as Value[]) {
      expect(orderValue(orderName(value))).toEqual(value);
    }
  });

  it('call built-in rule sets by their titles, and others by their names', () => {
    expect(ruleTitle('egp-2020')).toBe('European Grand Prix 2020');
    expect(ruleTitle('Fernwood rules')).toBe('Fernwood rules');
  });

  it('say what differs, and what has no words by its name', () => {
    const other = withAt(withAt(DOCUMENT, 'pass_policy', 'automatic'), 'season', { points: [3] });
    expect(differences(DOCUMENT, other)).toEqual([
      { path: 'pass_policy', title: 'Forced passes', before: 'Pressed by the player', after: 'Made by the server' },
      { path: 'season', title: 'Points of the season', before: '', after: '' },
    ]);
    expect(differences(DOCUMENT, withAt(DOCUMENT, 'name', 'Mine'))).toEqual([]);
    // Of the formats only the rows that are others.
    const formats = [row(2, 8, 5), row(9, null, 9)] as unknown as Value;
    expect(differences(DOCUMENT, withAt(DOCUMENT, 'formats', formats))).toMatchObject([
      { before: '9 or more players: Swiss, 7 rounds.', after: '9 or more players: Swiss, 9 rounds.' },
    ]);
  });
});

describe('a departure', () => {
  const told = (code: string, text: unknown, set: unknown): string =>
    deviationText({ code, what: 'W', parameters: { text: JSON.stringify(text), set: JSON.stringify(set) } });

  it('stands beside the field that it is about', () => {
    expect(fieldOf('time_controls.final')?.path).toBe('time_controls.final');
    expect(fieldOf('finals')?.path).toBe('formats');
    expect(fieldOf('pairing.model')?.path).toBe('pairing.model.levels');
    expect(fieldOf('scoring.brightwell_constant.constant')?.path).toBe('scoring.brightwell_constant');
    expect(fieldOf('confirmation')).toBe(null);
  });

  it('is said in the words of the field, of a whole by its parts', () => {
    expect(told('pass_policy', 'explicit', 'automatic')).toBe(
      'Forced passes: the text has Pressed by the player; set is Made by the server.',
    );
    expect(told('confirm_within_ms', 300_000, 60_000)).toBe('Time to dispute a result: the text has 5 min; set is 1 min.');
    expect(told('variant', { goal: 'most' }, { goal: 'fewest' })).toBe(
      'Game played: the text has Who wins: Most discs: Othello; set is Who wins: Fewest discs: Anti-Reversi.',
    );
  });

  it('is said without values where the server shortened them, and as the server says it where it has none', () => {
    expect(deviationText({ code: 'pass_policy', what: 'W', parameters: { text: '{"a":...', set: '"automatic"' } })).toBe(
      'Forced passes: another value than the text’s is set.',
    );
    expect(deviationText({ code: 'rounds', what: 'The text sets another.', parameters: { rounds: 5 } })).toBe('The text sets another.');
  });

  it('is said whole of a format and of a time, and repeated so by a refusal', () => {
    const rowOf = (rounds: number): string => JSON.stringify(row(9, null, rounds));
    const format = { entrants: 12, text: 'T', set: 'S', text_row: rowOf(7), set_row: rowOf(9) };
    const said = 'With 12 entrants the text has: Swiss, 7 rounds; set is: Swiss, 9 rounds.';
    expect(deviationText({ code: 'formats', what: 'With 12 it is so.', parameters: format })).toBe(said);
    const set = JSON.stringify({ kind: 'fischer', main_ms: 300_000, increment_ms: 5_000 });
    const time = { control: '5 minutes', set, least_ms: 1_200_000 };
    expect(deviationText({ code: 'time_controls.final', what: 'No less.', parameters: time })).toBe(
      'Time in the final: the text allows no less than 20 min a player; set is With an increment, main time: 5 min, after each move: 5 s.',
    );
    expect(deviationText({ code: 'time_controls.final', what: 'One stock.', parameters: { control: '5 minutes', set } })).toMatch(
      /: the text knows one stock of time alone; set is With an increment/,
    );
    expect(departuresText('Confirm it. With 12 it is so. No more.')).toBe(`Confirm it. ${said} No more.`);
  });

  it('is asked about in the same words, in units people read', () => {
    const sentence = 'Confirm it. The text sets confirm_within_ms to 300000; 60000 is set. It is so.';
    expect(departuresText(sentence)).toBe('Confirm it. Time to dispute a result: the text has 5 min; set is 1 min. It is so.');
  });
});

describe('the formats by number of players', () => {
  const rows = [row(2, 8, 5), row(9, 16, 7), row(17, null, 9)];
  const spans = (found: FormatRow[]): (number | null)[][] => found.map((one) => [one.from_entrants, one.to_entrants]);

  it('stay without a gap when one is split, ended elsewhere or dropped', () => {
    expect(spans(splitRow(rows, 1))).toEqual([
      [2, 8],
      [9, 12],
      [13, 16],
      [17, null],
    ]);
    expect(spans(splitRow(rows, 2)).slice(2)).toEqual([
      [17, 21],
      [22, null],
    ]);
    expect(spans(endRow(rows, 0, 10))).toEqual([
      [2, 10],
      [11, 16],
      [17, null],
    ]);
    expect(spans(dropRow(rows, 1))).toEqual([
      [2, 16],
      [17, null],
    ]);
    expect(spans(dropRow(rows, 0))).toEqual([
      [2, 16],
      [17, null],
    ]);
    expect(dropRow([row(2, null, 5)], 0)).toHaveLength(1);
  });

  it('keep how a match’s first game comes about, and choose it for a new one', () => {
    expect(matchOf(0, null)).toBe(null);
    expect(matchOf(1, null)?.first_game).toBe('colour_or_draw_win');
    expect(matchOf(3, { games: 1, first_game: 'lots' })).toEqual({ games: 3, first_game: 'lots' });
  });

  it('say one round in the singular', () => {
    expect(formatText(row(2, 3, 1))).toBe('Swiss, 1 round');
  });
});
