import type { Trial } from './kit/trial';
import { setupTrials } from './setup/trials';
import { entrantsTrials } from './entrants/trials';
import { pairingTrials } from './pairing/trials';
import { roundTrials } from './round/trials';
import { rulingsTrials } from './rulings/trials';
import { finalsTrials } from './finals/trials';
import { seatTrials } from './seat/trials';

/** How each act is tried once through its page, by its name: the operation, and the kind behind a dot where it has kinds. */
export const TRIALS: Readonly<Record<string, Trial>> = {
  ...setupTrials,
  ...entrantsTrials,
  ...pairingTrials,
  ...roundTrials,
  ...rulingsTrials,
  ...finalsTrials,
  ...seatTrials,
};

/** Acts that are not tried so, when they can be done, and why not: nothing reads what they did, or it takes too long. */
export const UNTRIED: Readonly<Record<string, { when: string; why: string }>> = {
  'officiate.resume_adjourned': { when: 'while a game is adjourned', why: 'An adjournment is announced ten minutes ahead.' },
  'officiate.decide_sealed': {
    when: 'while a game is adjourned whose sealed move is not legal',
    why: 'An adjournment is announced ten minutes ahead.',
  },
  'officiate_round.resume_adjourned': {
    when: 'while a game of the round is adjourned',
    why: 'An adjournment is announced ten minutes ahead.',
  },
};
