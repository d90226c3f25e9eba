import type { components } from '../../contract/schema';
import type { Tournament } from '../../contract/types';
import type { Trial } from '../kit/trial';

type Schemas = components['schemas'];

const DESK = '/t/{tournament}/desk/entrants';
const AT = { scene: 'registration', by: 'director', page: DESK, read: '/tournaments/{tournament}' } as const;
const NATIONS = { ...AT, scene: 'nations', page: `${DESK}?part=admission` } as const;
const OFFICES = { ...AT, page: '/t/{tournament}/desk/officials' } as const;

const nation = ({ nations }: Tournament, country: string) => nations.find((one) => one.country === country);
const INVITED = { ...AT, page: `${DESK}?part=admission`, read: '/tournaments/{tournament}/invitations' } as const;
type Invited = Schemas['ListInvitationsResponse'];
const invitations: Record<string, Trial> = {
  invite_entrant: {
    ...INVITED,
    when: 'until the event is confirmed',
    fill: { 'Whose account': '{guest}' },
    press: 'Invite {guest}',
    holds: ({ invitations: all }: Invited, { guest_account: id }) => all.some((one) => one.account_id === id && !one.entered),
    shows: 'not entered yet',
  },
  revoke_invitation: {
    ...INVITED,
    scene: 'invited',
    when: 'while an account is invited',
    press: 'Take the invitation back: {guest}',
    holds: ({ invitations: all }: Invited) => all.length === 0,
    shows: 'Nobody is invited yet.',
  },
};

const nations: Record<string, Trial> = {
  enter_nation: {
    ...NATIONS,
    when: 'where the rules have nations',
    fill: { Country: 'Greece' },
    press: 'Enter Greece',
    holds: (event: Tournament) => nation(event, 'GRC') !== undefined,
    shows: 'Remove Greece',
  },
  decide_nation: {
    ...NATIONS,
    when: 'for a nation that is no member',
    open: ['Council’s decision about Austria'],
    fill: { 'The council': 'admitted it', 'Decided on': new Date().toISOString().slice(0, 10) },
    press: 'The council admitted Austria',
    holds: (event: Tournament) => nation(event, 'AUT')?.admitted === true,
    shows: 'no member, admitted on',
  },
  permit_late_change: {
    ...NATIONS,
    when: 'where the rules have nations',
    open: ['Permit a late change of France'],
    fill: { Reason: 'The visa came late.' },
    press: 'Permit a late change of France',
    holds: ({ late_changes_permitted: all }: Tournament) => all.includes('FRA'),
    shows: '“The visa came late.”',
  },
  remove_nation: {
    ...NATIONS,
    when: 'while a nation has no players in the event',
    press: 'Remove France',
    answer: 'Remove France',
    holds: (event: Tournament) => nation(event, 'FRA') === undefined,
    shows: 'Remove France',
    hides: true,
  },
};

const offices: Record<string, Trial> = {
  'appoint_official.office': {
    ...OFFICES,
    when: 'at any time',
    fill: { 'Whose account': '{guest}', Office: 'Assistant director' },
    press: 'Appoint {guest}: Assistant director',
    holds: ({ officials }: Tournament) => officials.length === 3,
    shows: 'Dismiss {guest}',
  },
  'appoint_official.powers': {
    ...OFFICES,
    when: 'while somebody has an office',
    open: ['Other powers for {official}'],
    fill: { Powers: ['Check-in and absences'] },
    press: 'Appoint {official} anew: Assistant director',
    holds: ({ officials }: Tournament) => officials.some((one) => one.chosen && one.powers.includes('check_in')),
    shows: 'Powers: Check-in and absences.',
  },
  assign_tables: {
    ...OFFICES,
    scene: 'judged',
    when: 'while somebody is a table judge or a monitor',
    open: ['Assign tables to {guest}'],
    fill: { 'Which tables': '1' },
    press: 'Bind {guest} to tables 1',
    holds: ({ officials }: Tournament) => officials.some((one) => one.tables.length > 0),
    shows: 'Table 1',
  },
  dismiss_official: {
    ...OFFICES,
    when: 'while another head director remains',
    press: 'Dismiss {official}',
    answer: 'Dismiss {official}',
    holds: ({ officials }: Tournament) => officials.length === 1,
    shows: 'Dismiss {official}',
    hides: true,
  },
};

/** How the acts about nations, invitations and officials are tried, in the scenes of the entrants. */
export const admissionTrials: Record<string, Trial> = { ...invitations, ...nations, ...offices };
