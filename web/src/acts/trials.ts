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

/** An act that is not tried so: when it can be done, and why it is not tried. */
interface Untried {
  when: string;
  why: string;
}

const TEN_MINUTES = 'An adjournment is announced ten minutes ahead.';
const UNREAD = 'No trial reads back what it did.';

/** Acts of the kit that are not tried through their pages. */
export const UNTRIED: Readonly<Record<string, Untried>> = {
  'officiate.resume_adjourned': { when: 'while a game is adjourned', why: TEN_MINUTES },
  'officiate.decide_sealed': { when: 'while a game is adjourned whose sealed move is not legal', why: TEN_MINUTES },
  'officiate_round.resume_adjourned': { when: 'while a game of the round is adjourned', why: TEN_MINUTES },
  record_no_show: {
    when: 'after the limit of the rules, at a board without a move or a result',
    why: 'The limit for coming passes first, and where nobody has come by then the table says so itself.',
  },
  'moderate_chat.mute': { when: 'once somebody has written', why: UNREAD },
  'moderate_chat.unmute': { when: 'once somebody is silenced', why: UNREAD },
  'moderate_chat.admit': { when: 'at any table', why: UNREAD },
  'moderate_chat.shut': { when: 'at any table', why: UNREAD },
  issue_seat_code: { when: 'until an entrant withdraws', why: UNREAD },
  'set_computer_parameters.noted': { when: 'between rounds, for a program', why: UNREAD },
  'set_computer_parameters.own': { when: 'between rounds, by who has the seat of a program', why: UNREAD },
  'refuse_computers.noted': { when: 'where the rules let one refuse them', why: UNREAD },
  'refuse_computers.own': { when: 'where the rules let one refuse them', why: UNREAD },
  'accept_computers.noted': { when: 'while somebody refuses them', why: UNREAD },
  'accept_computers.own': { when: 'while one refuses them', why: UNREAD },
  'agree_to_playoff.noted': { when: 'where the rules let two play for the better place', why: UNREAD },
  'agree_to_playoff.own': { when: 'where the rules let two play for the better place', why: UNREAD },
  commit_nonce: { when: 'until the next draw', why: UNREAD },
  'give_nonce.kept': { when: 'until the next draw, on the device that keeps the number', why: UNREAD },
  'give_nonce.typed': { when: 'until the next draw, from another device', why: UNREAD },
  permit_late_change: { when: 'where the rules have nations', why: UNREAD },
  issue_api_key: { when: 'at any time, by whoever has a password', why: UNREAD },
  revoke_api_key: { when: 'while a key is good', why: UNREAD },
  create_program: { when: 'at any time, by whoever has a password', why: UNREAD },
  invite_entrant: { when: 'until the event is confirmed', why: UNREAD },
  revoke_invitation: { when: 'while an account is invited', why: UNREAD },
};
