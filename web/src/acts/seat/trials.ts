/**
 * How the acts of the own seat are tried. `player` has the seat of `{entrant}`, the first one. What the scenes hold:
 * `seated`: an event of four by egp-2020, all seats taken, no round.
 * `seated checking in`: the same with the check-in of round 1 open; `seated here`: and the player has checked in.
 * `seated absent`: the player misses round 2.
 * `seated between`: round 1 finished by results from the desk; `{board}`: the player’s board in it, as lists of games name it.
 * `seated nations`: a World Championship with one player, who is a citizen.
 * `seated choosing`: the final is announced, and the player chooses the colour; `seated choosing a draw`: the match for third
 * place, where the win of a draw can be chosen, against `{opponent}`.
 */
import type { components } from '../../contract/schema';
import type { Tournament } from '../../contract/types';
import type { Trial } from '../kit/trial';

type Schemas = components['schemas'];

const SEAT = { by: 'player', page: '/t/{tournament}/seat', read: '/tournaments/{tournament}' } as const;

const own = ({ entrants }: Tournament, { entrant_id: id }: Readonly<Record<string, string | number>>) =>
  entrants.find((one) => one.id === id);
const chosen =
  (choice: string) =>
  ({ announced }: Tournament): boolean =>
    announced?.games.some((game) => game.choices.some((one) => one.choice === choice)) === true;

/** How each of these acts is tried. */
export const seatTrials: Record<string, Trial> = {
  'check_in.own': {
    ...SEAT,
    scene: 'seated checking in',
    when: 'while a check-in is open',
    press: 'Check in for round 1',
    holds: ({ check_ins: all }: Tournament) => all[0]?.entrant_ids.length === 1,
    shows: 'You are checked in for round 1.',
  },
  'announce_absence.own_check_in': {
    ...SEAT,
    scene: 'seated here',
    when: 'while a check-in is open, by who has checked in',
    press: 'I cannot play round 1 after all',
    holds: (event: Tournament, facts) => own(event, facts)?.absent_rounds[0] === 1,
    shows: 'You miss round 1.',
  },
  'announce_absence.own': {
    ...SEAT,
    scene: 'seated',
    when: 'for rounds that are not published yet',
    open: ['Miss rounds'],
    fill: { 'Which rounds': ['Round 2'] },
    press: 'Miss round 2',
    holds: (event: Tournament, facts) => own(event, facts)?.absent_rounds[0] === 2,
    shows: 'Absent in rounds',
  },
  'end_absence.own': {
    ...SEAT,
    scene: 'seated absent',
    when: 'while an absence is announced',
    open: ['Play round 2 after all'],
    press: 'Play round 2 after all',
    holds: (event: Tournament, facts) => own(event, facts)?.absent_rounds.length === 0,
    shows: 'Absent in rounds',
    hides: true,
  },
  'declare_entry.own': {
    ...SEAT,
    scene: 'seated nations',
    when: 'where the rules ask for it',
    read: '/tournaments/{tournament}/entry-facts',
    open: ['Declare what the rules ask'],
    fill: { 'Plays for the nation as': 'a resident', 'Resident from': '2020-02-01' },
    press: 'Declare it',
    holds: ({ entries }: Schemas['ListEntryFactsResponse']) => entries[0]?.representation?.citizen === false,
    shows: 'a resident: 2020-02-01',
  },
  'choose_colour.black': {
    ...SEAT,
    scene: 'seated choosing',
    when: 'between the announcement of a game of finals and its start',
    press: 'Black',
    holds: chosen('black'),
    shows: 'You play the Final, game 1.',
  },
  'choose_colour.white': {
    ...SEAT,
    scene: 'seated choosing',
    when: 'between the announcement of a game of finals and its start',
    press: 'White',
    holds: chosen('white'),
    shows: 'You play the Final, game 1.',
  },
  'choose_colour.opponent': {
    ...SEAT,
    scene: 'seated choosing a draw',
    when: 'where the win of a draw can be chosen',
    press: 'Let {opponent} choose',
    holds: chosen('opponent_picks_colour'),
    shows: '{opponent} chooses the colours.',
  },
  pairing_dispute_result: {
    ...SEAT,
    scene: 'seated between',
    when: 'once a game of theirs has a result, until the event is confirmed',
    read: '/tournaments/{tournament}/rulings',
    open: ['Dispute the result'],
    fill: { 'About which game': '{board}', 'What is not right': 'We counted 42.' },
    press: 'Tell the officials that it is not right',
    holds: ({ disputes }: Schemas['ListRulingsResponse']) => disputes.length === 1,
    shows: 'disputed',
  },
};
