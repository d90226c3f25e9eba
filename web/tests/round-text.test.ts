import { expect, it } from 'vitest';
import { roundText } from '../src/event/round-text';

it('a round is one of so many, but for those of the finals and of an event that is not known yet', () => {
  expect([roundText(3, 11), roundText(11, 11), roundText(12, 11), roundText(3)]).toEqual([
    'Round 3 of 11',
    'Round 11 of 11',
    'Round 12',
    'Round 3',
  ]);
});
