/**
 * How the acts of the own seat are tried. `player` has the seat of `{entrant}`, the first one. What the scenes hold:
 * `seated`: an event of four by egp-2020, all seats taken, no round.
 * `seated checking in`: the same with the check-in of round 1 open; `seated here`: and the player has checked in.
 * `seated absent`: the player misses round 2.
 * `seated between`: round 1 finished by results from the desk; `{board}`: the player’s board in it, as lists of games name it.
 * `seated nations`: a World Championship with one player, who is a citizen.
 * `seated bound`: the player is bound to the number `{nonce}` for the next draw, which another device keeps.
 * `seated refusable`, `seated refused`, `seated level`: an event of two by aga-swiss; the player refuses programs; every game was
 * a draw, so that `{entrant}` and `{opponent}` are level. `seated program`: the player has the seat of a program there.
 * `seated choosing`: the final is announced, and the player chooses the colour; `seated choosing a draw`: the match for third
 * place, where the win of a draw can be chosen, against `{opponent}`.
 * `keeper`: somebody alone, whose password is `{password}`; `keyed`: and who has an API key, `Old results wall`.
 */
import type { components } from '../../contract/schema';
import type { Tournament } from '../../contract/types';
import type { Facts, Trial } from '../kit/trial';

type Schemas = components['schemas'];

const SEAT = { by: 'player', page: '/t/{tournament}/seat', read: '/tournaments/{tournament}' } as const;

const own = ({ entrants }: Tournament, { entrant_id: id }: Facts) => entrants.find((one) => one.id === id);
const chosen =
  (choice: string) =>
  ({ announced }: Tournament): boolean =>
    announced?.games.some((game) => game.choices.some((one) => one.choice === choice)) === true;

const FACTS = { ...SEAT, read: '/tournaments/{tournament}/entry-facts' } as const;
type Entries = Schemas['ListEntryFactsResponse'];
const ownFacts = ({ entries }: Entries, { entrant_id: id }: Facts) => entries.find((one) => one.entrant_id === id);

const NUMBER = 'Your number in the draw';
const BIND = 'Bind yourself to a number for draw 1';
const SHOW = 'Show your number for draw 1';
const SHOWN = 'Your number is in: it goes into draw 1.';

/** A player's own number for the next draw. */
const nonces: Record<string, Trial> = {
  commit_nonce: {
    ...FACTS,
    scene: 'seated',
    when: 'until the next draw',
    open: [NUMBER],
    press: BIND,
    holds: (answer: Entries, facts) => ownFacts(answer, facts)?.nonce_committed === true,
    shows: 'You are bound to a number for draw 1. This device keeps it:',
  },
  'give_nonce.kept': {
    ...FACTS,
    scene: 'seated',
    when: 'until the next draw, on the device that keeps the number',
    open: [NUMBER],
    prepare: { fill: {}, press: BIND },
    press: SHOW,
    holds: (answer: Entries, facts) => ownFacts(answer, facts)?.nonce_given === true,
    shows: SHOWN,
  },
  'give_nonce.typed': {
    ...FACTS,
    scene: 'seated bound',
    when: 'until the next draw, from another device',
    open: [NUMBER, 'Show the number from another device'],
    fill: { 'The number': '{nonce}' },
    press: 'Show the number from another device',
    holds: (answer: Entries, facts) => ownFacts(answer, facts)?.nonce_given === true,
    shows: SHOWN,
  },
};

/** What else the rules of an event let a player say. */
const chosenByRules: Record<string, Trial> = {
  'refuse_computers.own': {
    ...FACTS,
    scene: 'seated refusable',
    when: 'where the rules let one refuse them',
    open: ['Do not play computers'],
    fill: { 'Rather a computer than a bye': true },
    press: 'Play no computers but in place of a bye',
    holds: (answer: Entries, facts) => {
      const own = ownFacts(answer, facts);
      return own?.refuses_computers === true && own.rather_than_bye;
    },
    shows: 'a game against one in place of a bye alone',
  },
  'accept_computers.own': {
    ...FACTS,
    scene: 'seated refused',
    when: 'while one refuses them',
    open: ['Play computers again'],
    press: 'Play computers again',
    holds: (answer: Entries, facts) => ownFacts(answer, facts)?.refuses_computers === false,
    shows: 'no game against one',
    hides: true,
  },
  'agree_to_playoff.own': {
    ...FACTS,
    scene: 'seated level',
    when: 'where the rules let two play for the better place',
    open: ['Agree to play for the better place'],
    fill: { Against: '{opponent}' },
    press: 'Agree to play {opponent} for the better place',
    holds: (answer: Entries, facts) => ownFacts(answer, facts)?.agreed_playoff_with.length === 1,
    shows: 'you agree to {opponent}',
  },
  'set_computer_parameters.own': {
    ...FACTS,
    scene: 'seated program',
    when: 'between rounds, by who has the seat of a program',
    open: ['Note the parameters of the program'],
    fill: { 'Parameters, as the operator writes them': 'depth 12' },
    press: 'Note the parameters of the program',
    holds: (answer: Entries, facts) => ownFacts(answer, facts)?.computer_parameters === 'depth 12',
    shows: 'depth 12',
  },
};

type Keys = Schemas['ListApiKeysResponse'];
const ACCOUNT = { by: 'director', page: '/account' } as const;

/** What an account has of its own. */
const account: Record<string, Trial> = {
  issue_api_key: {
    ...ACCOUNT,
    scene: 'keeper',
    when: 'at any time, by whoever has a password',
    open: ['Make a key'],
    fill: { 'What it is for': 'Results wall', 'Your password': '{password}' },
    press: 'Make the key Results wall',
    read: '/account/api-keys',
    holds: ({ api_keys: all }: Keys) => all.some((one) => one.name === 'Results wall' && one.revoked_at_ms === null),
    shows: 'The key Results wall, shown this once:',
  },
  revoke_api_key: {
    ...ACCOUNT,
    scene: 'keyed',
    when: 'while a key is good',
    press: 'Revoke Old results wall',
    answer: 'Revoke it',
    read: '/account/api-keys',
    holds: ({ api_keys: all }: Keys) => all.every((one) => one.revoked_at_ms !== null),
    shows: '1 key was revoked.',
  },
  create_program: {
    ...ACCOUNT,
    scene: 'keeper',
    when: 'at any time, by whoever has a password',
    open: ['Make an account for a program'],
    fill: { 'Name of the program': 'Marsh Engine' },
    press: 'Make the account Marsh Engine',
    read: '/account/programs',
    holds: ({ programs }: Schemas['ListProgramsResponse']) => programs.some((one) => one.display_name === 'Marsh Engine'),
    shows: 'There is no program.',
    hides: true,
  },
  rename_account: {
    ...ACCOUNT,
    scene: 'keeper',
    when: 'at any time, by whoever has a password; five times a day',
    open: ['Change your name'],
    fill: { 'New name': 'Marsh Warden' },
    press: 'Change the name to Marsh Warden',
    read: '/account',
    holds: ({ display_name: name }: Schemas['Account']) => name === 'Marsh Warden',
    shows: 'You are signed in as Marsh Warden.',
  },
};

const seat: Record<string, Trial> = {
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
    shows: '1 February 2020 – now',
  },
  'choose_colour.black': {
    ...SEAT,
    scene: 'seated choosing',
    when: 'between the announcement of a game of finals and its start',
    press: 'Black',
    holds: chosen('black'),
    shows: 'Your next game: Final, game 1.',
  },
  'choose_colour.white': {
    ...SEAT,
    scene: 'seated choosing',
    when: 'between the announcement of a game of finals and its start',
    press: 'White',
    holds: chosen('white'),
    shows: 'Your next game: Final, game 1.',
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

/** How each of these acts is tried. */
export const seatTrials: Record<string, Trial> = { ...seat, ...nonces, ...chosenByRules, ...account };
