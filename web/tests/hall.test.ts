import { describe, expect, it } from 'vitest';
import { tableActs, tableActTypes } from '../src/acts/round/table';
import type { Entrant, Tournament } from '../src/contract/types';
import { entryLines } from '../src/event/entry-facts';
import { isShownHere } from '../src/event/hall';
import { seriesName } from '../src/i18n/names';

const event = (over_the_board: boolean): Tournament => ({ rule_set_json: JSON.stringify({ over_the_board }) }) as Tournament;

describe('where games are played over the board', () => {
  it('nothing is offered that touches a clock or a move', () => {
    const offered = tableActTypes(event(true));
    expect(offered).toEqual(['expel', 'readmit', 'assign_table_judge', 'enter_transcript', 'annul']);
    expect(tableActTypes(event(false))).toEqual(Object.keys(tableActs));
  });

  it('a board can be looked at once its moves are entered, elsewhere always', () => {
    const shown = [undefined, { plies: [] }, { plies: ['f5'] }].map((table) => [
      isShownHere(event(true), table),
      isShownHere(event(false), table),
    ]);
    expect(shown).toEqual([
      [false, true],
      [false, true],
      [true, true],
    ]);
  });
});

it('a series is called by words, not by its key', () => {
  expect([seriesName('grand-prix-2027'), seriesName('x')]).toEqual(['Grand prix 2027', 'X']);
});

describe('the number of an entrant', () => {
  const lines = (parts: Partial<Entrant>) =>
    entryLines({ federation_number: 0, new_player: false, absent_rounds: [], ...parts } as unknown as Entrant, null, null);

  it('is called the federation’s only where it stands on the players list', () => {
    expect(lines({ federation_number: 220_902 })).toEqual([{ what: 'Federation number', said: '220902' }]);
    expect(lines({ federation_number: 229_000, new_player: true })).toEqual([
      { what: 'Number given here', said: '229000, as a new player; the rating committee may give another' },
    ]);
    expect(lines({})).toEqual([]);
  });
});
