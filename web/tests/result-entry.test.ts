import { describe, expect, it } from 'vitest';
import { parseResultEntry, type ResultEntry } from '../src/pages/desk/round/result-entry';

const BOARDS = [
  { table: 4, black: 'Eirik Støvmann', white: 'Tobias Quillfeldt' },
  { table: 7, black: 'Élodie Roncevoix', white: 'Tora Berg' },
  { table: 12, black: 'Bergljot Åkesson', white: 'Sanne Dijkveld' },
];
const read = (text: string, chosen: number | null = null): ResultEntry => parseResultEntry(text, { squares: 64, boards: BOARDS, chosen });
const entry = (table: number, blackDiscs: number): ResultEntry => ({ kind: 'entry', table, blackDiscs, whiteDiscs: 64 - blackDiscs });

describe('the result field', () => {
  it.each([
    ['4 26', 4, 26],
    ['  4   26 ', 4, 26],
    ['4,26', 4, 26],
    ['4: 26', 4, 26],
    ['12 64', 12, 64],
    ['12 0', 12, 0],
    ['4 26-38', 4, 26],
    ['4 26–38', 4, 26],
    ['4 26 38', 4, 26],
  ])('reads %j as a table and Black’s discs', (text, table, blackDiscs) => expect(read(text)).toEqual(entry(table, blackDiscs)));

  it.each([
    ['quill 35', 4, 29],
    ['QUILLFELDT 35', 4, 29],
    ['stov 35', 4, 35],
    ['støv 35', 4, 35],
    ['elodie 40', 7, 40],
    ['roncevoix, 40', 7, 40],
    ['tora berg 40', 7, 24],
    ['dijk 0', 12, 64],
    ['åkesson 33', 12, 33],
    ['akes 33', 12, 33],
    // Nobody's name begins with it, one has it inside.
    ['feldt 30', 4, 34],
  ])('reads %j as a player and that player’s discs', (text, table, blackDiscs) => expect(read(text)).toEqual(entry(table, blackDiscs)));

  it('asks for more of a name that two players have', () => {
    expect(read('berg 35')).toEqual({ kind: 'several', names: ['Tora Berg', 'Bergljot Åkesson'] });
    expect(read('nobody 35')).toEqual({ kind: 'nobody', name: 'nobody' });
  });

  it.each([
    ['+6', 4, 35],
    ['-6', 4, 29],
    ['−6', 4, 29],
    ['+ 64', 4, 64],
    ['=', 4, 32],
    ['7 +2', 7, 33],
    ['7 =', 7, 32],
    ['7-2', 7, 31],
  ])('reads %j as a margin at the chosen table 4, or at its own', (text, table, blackDiscs) =>
    expect(read(text, 4)).toEqual(entry(table, blackDiscs)),
  );

  it('takes no margin without a table, and none that no score has', () => {
    expect(read('+6').kind).toBe('none_chosen');
    expect(read('=').kind).toBe('none_chosen');
    expect(read('+5', 4).kind).toBe('bad_margin');
    expect(read('+66', 4).kind).toBe('bad_margin');
    expect(read('+6', 9)).toEqual({ kind: 'no_table', table: 9 });
  });

  it.each(['4', '4 ', 'x', '0 26', '4 26.5', '4 26 38 1', 'berg'])('waits for more than %j', (text) => {
    expect(read(text).kind).toBe('incomplete');
  });

  it.each(['4 65', '4 999', '4 26-39', '4 26 37', 'quill 65'])('refuses the discs of %j', (text) => {
    expect(read(text).kind).toBe('bad_discs');
  });

  it('knows the tables of the round', () => expect(read('5 26')).toEqual({ kind: 'no_table', table: 5 }));

  it('says nothing to nothing', () => expect(read('   ').kind).toBe('empty'));

  it('counts the squares of a smaller board', () => {
    expect(parseResultEntry('=', { squares: 36, boards: BOARDS, chosen: 4 })).toEqual({
      kind: 'entry',
      table: 4,
      blackDiscs: 18,
      whiteDiscs: 18,
    });
  });
});
