import { describe, expect, it } from 'vitest';
import { parseResultEntry } from '../src/pages/desk/round/result-entry';

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
  ])('reads %j', (text, table, blackDiscs) => {
    expect(parseResultEntry(text, 64)).toEqual({ kind: 'entry', table, blackDiscs, whiteDiscs: 64 - blackDiscs });
  });

  it.each(['4', '4 ', 'x 26', '4 -1', '0 26', '4 26.5', 'table 4', '4 26 38 1'])('waits for more than %j', (text) => {
    expect(parseResultEntry(text, 64).kind).toBe('incomplete');
  });

  it.each(['4 65', '4 999', '4 26-39', '4 26 37'])('refuses the discs of %j', (text) => {
    expect(parseResultEntry(text, 64).kind).toBe('bad_discs');
  });

  it('says nothing to nothing', () => {
    expect(parseResultEntry('   ', 64).kind).toBe('empty');
  });
});
