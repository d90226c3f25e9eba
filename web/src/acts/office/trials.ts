import type { components } from '../../contract/schema';
import type { Tournament } from '../../contract/types';
import type { Trial } from '../kit/trial';

type Complaints = components['schemas']['ListComplaintsResponse'];
type Imports = components['schemas']['ListImportsResponse'];
type Federations = components['schemas']['ListFederationsResponse'];

const OFFICE = {
  by: 'officer',
  read: '/tournaments/{tournament}',
  page: '/rating-office?federation={federation}&event={tournament}',
} as const;
const FEDERATIONS = { read: '/federations', page: '/federations' } as const;
const of = ({ federations }: Federations, code: unknown) => federations.find((one) => one.code === code);

/**
 * How each of these acts is tried. `office`: a federation `{federation}` whose rating officer is `officer`; `office served`:
 * `{member}` is a rating officer of it too; `office directed`: it lets `{member}` direct; `office unapproved`: a confirmed club
 * event of its nation, signed for, whose director nobody approved; `office signed`: the same, with the director approved;
 * `office approved`: and the event; `over and seated`: a confirmed event in which `player` has a seat; `complained`: and has complained
 * of it, to the federation of `officer`; `office numbered`: an event of the nation, somebody in it is `{number}` and
 * nobody `{other_number}`; `office imported`: `{import}` is in the archive.
 */
export const officeTrials: Record<string, Trial> = {
  approve_event: {
    ...OFFICE,
    when: 'before the confirmation or after it, once a head director is approved and signed for what was not played here; by an officer without a part in the event',
    scene: 'office signed',
    open: ['Approve for ratings'],
    fill: { Reason: 'Announced to the federation.' },
    press: 'Approve for ratings',
    holds: ({ approval }: Tournament) => approval !== null,
    shows: 'Withdraw the approval',
  },
  withdraw_approval: {
    ...OFFICE,
    when: 'while it is approved',
    scene: 'office approved',
    open: ['Withdraw the approval'],
    fill: { Reason: 'Two of its games were never played.' },
    press: 'Withdraw the approval',
    holds: ({ approval }: Tournament) => approval === null,
    shows: 'Approve for ratings',
  },
  release_rating_file: {
    ...OFFICE,
    when: 'once the event is approved and confirmed and no check says stop; what changed of a released file by another officer',
    scene: 'office approved',
    open: ['Release the file'],
    fill: { 'Remark, published with the version': 'Looked through.' },
    press: 'Release the file',
    holds: ({ released }: Tournament) => released !== null,
    shows: 'released its file on',
  },
  return_rating_file: {
    ...OFFICE,
    when: 'while its file waits for an officer',
    scene: 'office approved',
    open: ['Return it to the director'],
    fill: { 'What the director is to put right': 'Table 1 of round 1 has another score on the sheet.' },
    press: 'Return it to the director',
    holds: ({ rating_state: state }: Tournament) => state === 'returned',
    shows: 'gave the file back on',
  },
  renumber_player: {
    by: 'officer',
    read: '/tournaments/{tournament}',
    page: '/rating-office/players',
    when: 'while the number stands in an event; in the events of the officer’s nations',
    scene: 'office numbered',
    fill: { 'Present number': '{number}', 'New number': '{other_number}', Reason: 'List of March.' },
    press: 'Number {number} becomes {other_number}',
    answer: 'Number {number} becomes {other_number}',
    // Nobody has played under them.
    refused: { status: 404, paths: ['/archive/players/{number}', '/archive/players/{other_number}'] },
    holds: ({ entrants }: Tournament, { other_number: to }) => entrants.some(({ federation_number: number }) => number === to),
    shows: 'Corrected',
  },
  undo_import: {
    by: 'officer',
    read: '/archive/imports',
    page: '/rating-office/imports',
    when: 'while it stands',
    scene: 'office imported',
    open: ['Take back {import}'],
    fill: { Reason: 'Imported twice over.' },
    press: 'Take back {import}',
    holds: ({ imports }: Imports, { import: name }) => imports.find((one) => one.name === name)?.undone_at_ms !== null,
    shows: 'Imported twice over.',
  },
  file_complaint: {
    by: 'player',
    page: '/t/{tournament}/documents',
    read: '/tournaments/{tournament}/complaints',
    when: 'after the end, by whoever took part',
    scene: 'over and seated',
    open: ['Complain of how the event was directed'],
    fill: { 'What the director did wrong': 'Round 2 began before the break was over.' },
    press: 'Complain of how the event was directed',
    holds: ({ complaints }: Complaints) => complaints.length === 1,
    shows: 'Not answered yet.',
  },
  answer_complaint: {
    ...OFFICE,
    read: '/tournaments/{tournament}/complaints',
    when: 'once, by an officer without a part in the event',
    scene: 'complained',
    open: ['Answer {player}'],
    fill: { 'What the federation says to it': 'The director was told.' },
    press: 'Answer {player}',
    holds: ({ complaints }: Complaints) => complaints[0]?.answer !== null,
    shows: 'Answer of',
  },
  register_federation: {
    ...FEDERATIONS,
    by: 'administrator',
    when: 'any time',
    scene: 'office',
    open: ['Make a federation known'],
    fill: { Code: 'vat', Name: 'Othello of the Vatican' },
    press: 'Make VAT known',
    holds: (known: Federations) => of(known, 'VAT')?.name === 'Othello of the Vatican',
    shows: 'Othello of the Vatican',
  },
  change_federation: {
    ...FEDERATIONS,
    by: 'administrator',
    when: 'any time',
    scene: 'office',
    open: ['Change {federation}'],
    fill: { Name: 'Othello between the Marshes' },
    press: 'Change {federation}',
    holds: (known: Federations, { federation }) => of(known, federation)?.name === 'Othello between the Marshes',
    shows: 'Othello between the Marshes',
  },
  appoint_rating_officer: {
    ...FEDERATIONS,
    by: 'administrator',
    when: 'any time',
    scene: 'office',
    open: ['Appoint a rating officer of {federation}'],
    fill: { Who: '{guest}' },
    press: 'Appoint {guest} for {federation}',
    holds: (known: Federations, { federation }) => of(known, federation)?.officers.length === 2,
    shows: 'Dismiss {guest}',
  },
  dismiss_rating_officer: {
    ...FEDERATIONS,
    by: 'administrator',
    when: 'any time; what they decided stands',
    scene: 'office served',
    press: 'Dismiss {member}',
    answer: 'Dismiss {member}',
    holds: (known: Federations, { federation }) => of(known, federation)?.officers.length === 1,
    shows: 'Dismiss {member}',
    hides: true,
  },
  'approve_director.found': {
    ...FEDERATIONS,
    by: 'officer',
    when: 'any time, another than oneself',
    scene: 'office',
    open: ['Approve a director for {federation}'],
    fill: { Who: '{guest}', 'Reason, shown to everybody': 'Has directed our championships.' },
    press: 'Approve {guest} as a director for {federation}',
    holds: (known: Federations, { federation }) => of(known, federation)?.directors.length === 1,
    shows: 'Withdraw {guest}',
  },
  'approve_director.of_event': {
    ...OFFICE,
    read: '/tournaments/{tournament}',
    when: 'while no head director of an event is approved',
    scene: 'office unapproved',
    open: ['Approve {director} as a director for {federation}'],
    fill: { 'Reason, shown to everybody': 'Has directed our championships.' },
    press: 'Approve {director} as a director for {federation}',
    // Approving the director approves no event.
    holds: ({ approval }: Tournament) => approval === null,
    shows: 'Approve {director} as a director for {federation}',
    hides: true,
  },
  withdraw_director: {
    ...FEDERATIONS,
    by: 'officer',
    when: 'any time; what was approved stands',
    scene: 'office directed',
    open: ['Withdraw {member}'],
    fill: { Reason: 'Directs no more.' },
    press: 'Withdraw {member}',
    holds: (known: Federations, { federation }) => of(known, federation)?.directors.length === 0,
    shows: 'Withdraw {member}',
    hides: true,
  },
};
