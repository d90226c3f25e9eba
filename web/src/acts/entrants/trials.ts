/**
 * How each of these acts is tried. What the scenes hold; each tells `tournament`, and `entrant`, the first entrant’s whole name:
 * `registration`: an event by egp-2020 with 6 entrants and no round. Facts: guest and guest_account, the name and the account of
 * somebody who has to do with nothing; official, the name of an assistant director.
 * `between`: the same with round 1 finished and round 2 not published.
 * `checking in`: the same as registration with the check-in of round 1 open and nobody here.
 * `absent`, `accommodated`: the first entrant is absent in round 2, or has been granted 5 more minutes.
 * `charged`: a club’s event of two, whose rules have a fee.
 * `claiming`: a club’s event whose first entrant has entered by themselves with a number of the players list.
 * `listed`: registration, which an administrator directs too; two players lists were imported, `{earlier}` and `{list}`, which counts.
 * `judged`: registration with the guest as table judge.
 * `refusable`, `refused`: an event of two by aga-swiss; the first entrant refuses programs; `program`: the first entrant is one.
 * `invited`: registration, and the guest is invited.
 * `nations`: a World Championship that Norway holds, which has one player; France has entered without players, and so has
 * Austria, which is no member and not decided on.
 */
import type { components } from '../../contract/schema';
import type { Tournament } from '../../contract/types';
import type { Facts, Trial } from '../kit/trial';
import { admissionTrials } from './admission-trials';

type Schemas = components['schemas'];

const DESK = '/t/{tournament}/desk/entrants';
const AT = { scene: 'registration', by: 'director', page: DESK, read: '/tournaments/{tournament}' } as const;
const MORE = 'More about {entrant}: presence, declarations, needs';
const FACTS = { ...AT, read: '/tournaments/{tournament}/entry-facts' } as const;
const GRANTED = { ...AT, read: '/tournaments/{tournament}/accommodations' } as const;
const PRESENCE = { ...AT, page: `${DESK}?part=check-in` } as const;

const first = ({ entrants }: Tournament) => entrants[0];
const factOf = ({ entries }: Schemas['ListEntryFactsResponse'], fact: 'agreement' | 'fee') =>
  entries.some((one) => one[fact] !== null && one[fact] !== undefined);
const granted = ({ accommodations }: Schemas['ListAccommodationsResponse']) => accommodations.some((one) => one.extra_ms === 300_000);

const people: Record<string, Trial> = {
  take_back_players_list: {
    ...AT,
    by: 'administrator',
    read: '/players-lists',
    when: 'while an earlier one is kept that was not taken back',
    scene: 'listed',
    press: 'Take back players list {list}',
    answer: 'Take back players list {list}',
    holds: ({ lists }: Schemas['GetPlayersListsResponse'], { earlier }) => lists.find((one) => one.current)?.number === earlier,
    shows: 'List {earlier} counts',
  },
  register_entrant: {
    ...AT,
    when: 'until the last moment at which the rules take late entries',
    fill: { 'Given names': 'Ingeborg', Surname: 'Tveit', Country: 'Norway' },
    press: 'Enter the player',
    holds: ({ entrants }: Tournament) => entrants.some((one) => one.surname === 'Tveit'),
    shows: 'Ingeborg Tveit',
  },
  correct_entrant: {
    ...AT,
    when: 'at any time',
    open: ['Correct what the list says of {entrant}'],
    fill: { Surname: 'Sandvik', Why: 'The form said Sandvik.' },
    press: 'Put right',
    holds: (event: Tournament) => first(event)?.surname === 'Sandvik',
    shows: 'Sandvik',
  },
  'confirm_listed_player.number': {
    ...AT,
    scene: 'claiming',
    when: 'while an entrant claims a number',
    open: [MORE, 'Settle the number of the players list'],
    fill: { 'Federation number': '220902' },
    press: '{entrant} is number 220902',
    holds: (event: Tournament) => first(event)?.federation_number === 220_902 && first(event)?.claimed === false,
    shows: 'Claimed by {entrant}',
    hides: true,
  },
  'confirm_listed_player.none': {
    ...AT,
    scene: 'claiming',
    when: 'while an entrant claims a number',
    open: [MORE, '{entrant} is not in the players list'],
    press: '{entrant} is not in the players list',
    answer: 'Not in the list',
    holds: (event: Tournament) => first(event)?.new_player === true,
    shows: 'Claimed by {entrant}',
    hides: true,
  },
  remove_entrant: {
    ...AT,
    when: 'before round 1 is published',
    press: 'Remove {entrant}',
    answer: 'Remove {entrant}',
    holds: ({ entrants }: Tournament) => entrants.length === 5,
    shows: '5 entrants',
  },
  withdraw_entrant: {
    ...AT,
    scene: 'between',
    when: 'once round 1 is published; there is no re-entry',
    press: 'Withdraw {entrant}',
    answer: 'Withdraw {entrant} for good',
    holds: (event: Tournament) => (first(event)?.withdrawn_from_round ?? 0) > 0,
    shows: 'Withdrew before round 2',
  },
  enter_tournament: {
    ...AT,
    by: 'guest',
    page: '/t/{tournament}/entry',
    when: 'while the event takes entries',
    fill: { 'Country you play for': 'Norway' },
    press: 'Enter as {guest}',
    holds: ({ entrants }: Tournament) => entrants.length === 7,
    shows: 'You are entered',
  },
};

const presence: Record<string, Trial> = {
  open_check_in: {
    ...PRESENCE,
    when: 'before a round is published',
    press: 'Open check-in for round 1',
    holds: ({ check_ins: all }: Tournament) => all.some((one) => one.open),
    shows: 'It is open. Here: 0 of 6.',
  },
  close_check_in: {
    ...PRESENCE,
    scene: 'checking in',
    when: 'while a check-in is open',
    press: 'Close check-in for round 1',
    answer: 'Close check-in for round 1',
    holds: ({ check_ins: all }: Tournament) => all.length === 1 && all.every((one) => !one.open),
    shows: 'It is closed. Here: 0 of 6.',
  },
  'check_in.noted': {
    ...PRESENCE,
    scene: 'checking in',
    when: 'while a check-in is open',
    press: 'Check in {entrant}',
    holds: ({ check_ins: all }: Tournament) => all[0]?.entrant_ids.length === 1,
    shows: 'It is open. Here: 1 of 6.',
  },
  'announce_absence.noted': {
    ...AT,
    when: 'for rounds that are not paired yet',
    open: [MORE, 'Absent: when {entrant} does not play'],
    fill: { 'Which rounds': '2' },
    press: '{entrant} misses round 2',
    holds: (event: Tournament) => first(event)?.absent_rounds[0] === 2,
    shows: 'Absent in rounds',
  },
  'end_absence.noted': {
    ...AT,
    scene: 'absent',
    when: 'while an absence is announced',
    open: [MORE, 'Take back the absence of {entrant}'],
    press: 'Take back the absence of {entrant}',
    holds: (event: Tournament) => first(event)?.absent_rounds.length === 0,
    shows: 'Absent in rounds',
    hides: true,
  },
};

const needs: Record<string, Trial> = {
  'grant_accommodation.grant': {
    ...GRANTED,
    when: 'until an entrant withdraws; it departs from the text',
    open: [MORE, 'Meet a special need of {entrant}'],
    fill: { 'More minutes in every game': '5' },
    press: 'Give {entrant} 5 more minutes in every game',
    holds: granted,
    shows: 'Granted',
  },
  'grant_accommodation.take_back': {
    ...GRANTED,
    scene: 'accommodated',
    when: 'while something is granted',
    open: [MORE, 'Take back what {entrant} was granted'],
    press: 'Take back what {entrant} was granted',
    holds: (answer: Schemas['ListAccommodationsResponse']) => !granted(answer),
    shows: '5 more minutes in every game',
    hides: true,
  },
  'declare_entry.noted': {
    ...FACTS,
    scene: 'nations',
    when: 'where the rules ask for it',
    open: [MORE, 'Declare for {entrant} what the rules ask'],
    fill: { 'Plays for the nation as': 'a resident', 'Resident from': '2020-02-01' },
    press: 'Declare it for {entrant}',
    holds: ({ entries }: Schemas['ListEntryFactsResponse']) => entries[0]?.representation?.citizen === false,
    shows: '1 February 2020 – now',
  },
  note_fee: {
    ...FACTS,
    scene: 'charged',
    when: 'where the rules have a fee',
    open: [MORE, 'Note that the fee of {entrant} is paid'],
    press: 'Note that the fee of {entrant} is paid',
    holds: (answer: Schemas['ListEntryFactsResponse']) => factOf(answer, 'fee'),
    shows: 'Note that the fee of {entrant} is not paid',
  },
  note_federation_agreement: {
    ...FACTS,
    when: 'at any time',
    open: [MORE, 'Note what the federation says of {entrant}'],
    fill: { 'The federation': 'agrees', 'Who said so for it': 'Its secretary, by letter' },
    press: 'The federation agrees to {entrant}',
    holds: (answer: Schemas['ListEntryFactsResponse']) => factOf(answer, 'agreement'),
    shows: 'agrees, says Its secretary, by letter',
  },
};

type Entries = Schemas['ListEntryFactsResponse'];
const factsOf = ({ entries }: Entries, { entrant_id: id }: Facts) => entries.find((one) => one.entrant_id === id);
const noted: Record<string, Trial> = {
  issue_seat_code: {
    ...FACTS,
    when: 'until an entrant withdraws',
    press: 'Make a seat link for {entrant}',
    holds: (answer: Entries, facts) => typeof factsOf(answer, facts)?.seat_code_until_ms === 'number',
    shows: 'Make a new seat link',
  },
  'refuse_computers.noted': {
    ...FACTS,
    scene: 'refusable',
    when: 'where the rules let one refuse them',
    open: [MORE, 'Keep computers away from {entrant}'],
    fill: { 'Rather a computer than a bye': true },
    press: 'Keep computers away from {entrant}',
    holds: (answer: Entries, facts) => {
      const own = factsOf(answer, facts);
      return own?.refuses_computers === true && own.rather_than_bye;
    },
    shows: 'a game against one in place of a bye alone',
  },
  'accept_computers.noted': {
    ...FACTS,
    scene: 'refused',
    when: 'while somebody refuses them',
    open: [MORE, 'Let {entrant} play computers again'],
    press: 'Let {entrant} play computers again',
    holds: (answer: Entries, facts) => factsOf(answer, facts)?.refuses_computers === false,
    shows: 'no game against one',
    hides: true,
  },
  'set_computer_parameters.noted': {
    ...FACTS,
    scene: 'program',
    when: 'between rounds, for a program',
    open: [MORE, 'Note the parameters of {entrant}'],
    fill: { 'Parameters, as the operator writes them': 'depth 12' },
    press: 'Note the parameters of {entrant}',
    holds: (answer: Entries, facts) => factsOf(answer, facts)?.computer_parameters === 'depth 12',
    shows: 'depth 12',
  },
};

/** How each of these acts is tried. */
export const entrantsTrials: Record<string, Trial> = { ...people, ...presence, ...needs, ...noted, ...admissionTrials };
