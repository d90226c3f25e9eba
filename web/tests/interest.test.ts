import { describe, expect, it } from 'vitest';
import type { Interests } from '../src/contract/types';
import { barred, consentable } from '../src/event/interest';

const told = (shared: string[]): Interests => ({
  entrant_ids: ['own'],
  opponent_entrant_ids: ['met'],
  shared_entrant_ids: shared,
  acts: [
    { act: 'pause', own_game: 'refused', opponent: 'refused', rival: 'logged', in_office: true },
    { act: 'seat', own_game: 'logged', opponent: 'consent', rival: 'logged', in_office: true },
  ],
  consents: [],
});

describe('what keeps an official from an act', () => {
  it.each([
    ['pause', 'own', [], 'Your own game: another official does this'],
    ['pause', 'own', ['own', 'met'], 'A game of whoever appointed you, or of a seat you gave up: another official does this'],
    ['pause', 'met', [], 'You play them in this round: another official does this'],
    ['seat', 'met', [], 'You play them in this round: another official, or consent'],
    [
      'seat',
      'met',
      ['own', 'met'],
      'Whoever appointed you plays them in this round, or a seat you gave up does: another official, or consent',
    ],
    ['seat', 'own', [], null],
    ['pause', 'other', [], null],
  ])('%s about %s, shared %j', (act, entrant, shared, said) => {
    expect(barred(told(shared), act, [entrant], 'me')).toBe(said);
  });

  it('asks for consent only where it is wanted', () => {
    expect(consentable(told([]))).toEqual(['seat']);
  });
});
