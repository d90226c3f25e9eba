import { describe, expect, it } from 'vitest';
import { ruledSentence } from '../src/event/ruling';
import type { Fact } from '../src/live/frames';

const clocks = { black: { remaining_ms: 300_000 }, white: { remaining_ms: 777_000 } };
const ruled: Fact = { type: 'ruled' };

describe('what a ruling did at the table', () => {
  it.each<[string, Fact[], string]>([
    [
      'adjust_time',
      [ruled, { type: 'time_adjusted', color: 'white', ms: -120_000, clock: { remaining_ms: 777_000 } }],
      'The director took 2:00 from White: 12:57.',
    ],
    [
      'adjust_time',
      [ruled, { type: 'time_adjusted', color: 'black', ms: 90_000, clock: { remaining_ms: 300_000 } }],
      'The director gave 1:30 to Black: 5:00.',
    ],
    ['set_clocks', [ruled, { type: 'clocks_set', clocks }], 'The director set the clocks: Black 5:00, White 12:57.'],
    // Time that a ruling took comes back with the moves: the clocks are said.
    ['take_back', [ruled, { type: 'taken_back', ply: 2, clocks }], 'The director took back all after move 2: Black 5:00, White 12:57.'],
    ['reopen', [ruled, { type: 'reopened', clocks }], 'The director let the finished game go on: Black 5:00, White 12:57.'],
    [
      'replay_from',
      [ruled, { type: 'replay_set', restored: { ply: 12, clocks } }],
      'The director has it played again from move 12: Black 5:00, White 12:57.',
    ],
    ['expel', [ruled, { type: 'expelled', whom: { seat: 'black' } }], 'The director sent Black from the room.'],
    ['readmit', [ruled, { type: 'readmitted', whom: { seat: 'white' } }], 'The director let White in again.'],
    ['set_score', [ruled, { type: 'finished', black_discs: 26, white_discs: 38 }], 'The director’s decision ended the game: 26–38.'],
    ['pause', [ruled, { type: 'paused', until_ms: null, clocks }], 'The director stopped both clocks.'],
    ['adjust_time', [], 'The director gave or took time.'],
    ['an_act_of_later', [{ type: 'a_fact_of_later' }], 'The director: an act of later.'],
  ])('%s reads %#', (act, facts, sentence) => expect(ruledSentence({ act, upheld: false }, facts)).toBe(sentence));

  it.each([
    [false, 'The director let the disputed result stand.'],
    [true, 'An official ruled that the result is wrong.'],
  ])('a dispute whose player was right: %s', (upheld, sentence) =>
    expect(ruledSentence({ act: 'settle_dispute', upheld }, [])).toBe(sentence),
  );

  it.each([
    [-120_000, 'The director took 2:00 from White.'],
    [60_000, 'The director gave 1:00 to White.'],
  ])('time of %s ms where its facts are not told', (ms, sentence) =>
    expect(ruledSentence({ act: 'adjust_time', upheld: null, color: 'white', ms }, [])).toBe(sentence),
  );
});
