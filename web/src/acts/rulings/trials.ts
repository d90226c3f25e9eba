/**
 * How each of these acts is tried. Each scene is a Swiss event by mso-swiss of four seated players whose round 1 is open and
 * whose game at table 1 is played; `{black}` and `{white}` sit there, `player` is Black, `{board}` is that game as a form lists it,
 * which White won; `{other_black}` has Black at table 2, `{other_board}`, whose game is still played.
 * `ruled`: no more; `series`: the same as a leg of a series.
 * `warned`: Black has a warning; `appealed`: and appeals it; `heard`: a committee of the second official, who presides, hears it;
 * `proposed`: Black’s disqualification is proposed; the head arbiter is `arbiter`.
 * `protested`: Black protests; `reported`: somebody reported something at table 1, and Black has a warning.
 * `committee`: there is a committee of the second official alone, over which nobody presides; `presided`: Black appeals a
 * warning, and a committee over which the second official presides was appointed afterwards.
 * `opposed`: an event by egp-2020 whose director plays `player` in round 1, which is open.
 * `disputed`: the game at table 1 is over and Black disputes it.
 */
import type { components } from '../../contract/schema';
import type { Tournament } from '../../contract/types';
import type { Trial } from '../kit/trial';

type Rulings = components['schemas']['ListRulingsResponse'];

const RULINGS = '/tournaments/{tournament}/rulings';
const AT = { scene: 'ruled', by: 'director', page: '/t/{tournament}/desk/rulings', read: RULINGS } as const;
const WORDS = 'Two at the next table saw it.';

interface Penalty {
  /** Its name in the list. */
  title: string;
  fill?: Trial['fill'];
  press: string;
  /** What is asked before it. */
  answer?: string;
  scene?: string;
  /** Where the rules have it reviewed it is proposed first. */
  proposed?: true;
}

const WHEN = 'where the rules know it, by the offices that they give it to';
const penalty = (kind: string, { title, fill = {}, press, answer, scene = 'ruled', proposed }: Penalty): Trial => ({
  ...AT,
  scene,
  when: proposed ? `${WHEN}; another senior organiser reviews it` : WHEN,
  open: [proposed ? `Propose for review: ${title}` : title],
  fill: { 'Against whom': '{black}', ...fill, 'Reason, read by whom it is against': WORDS },
  press: proposed ? `Propose for review: ${press}` : press,
  ...(answer && { answer }),
  holds: ({ rulings }: Rulings) => rulings.some((one) => one.penalty.kind === kind),
  shows: WORDS,
});
/** What leaves the text is confirmed. */
const SURE = 'I know, and want it so';
const BOARD = { Game: '{board}' } as const;

const penalties: Record<string, Trial> = {
  'impose_penalty.warning': penalty('warning', { title: 'Formal warning', press: 'Warn {black}' }),
  'impose_penalty.time': penalty('time', {
    title: 'Time',
    fill: { 'Against whom': '{other_black}', Game: '{other_board}', 'Taken from the offender': '2:00' },
    press: 'Take 2:00 from {other_black}',
  }),
  'impose_penalty.final_score': penalty('final_score', {
    title: 'Another final score',
    fill: { ...BOARD, 'Discs of the opponent': '40' },
    press: 'Enter 40–24 for {white}',
  }),
  'impose_penalty.draw': penalty('draw', {
    title: 'Declared draw',
    fill: { 'Against whom': '{white}', ...BOARD },
    press: 'Declare {white} against {black} a draw',
  }),
  'impose_penalty.loss_of_game': penalty('loss_of_game', {
    title: 'Loss of the game',
    fill: BOARD,
    press: 'Award the game to {white}, 64–0',
  }),
  'impose_penalty.points': penalty('points', {
    title: 'Points',
    fill: { 'Points taken': '1' },
    press: 'Take 1 point from {black}',
    answer: SURE,
  }),
  'impose_penalty.position': penalty('position', {
    title: 'Position',
    fill: { 'Places lost in the ranking': '1' },
    press: 'Put {black} 1 place down',
    answer: SURE,
  }),
  'impose_penalty.room_expulsion': penalty('room_expulsion', { title: 'Out of the room', press: 'Send {black} from the room' }),
  'impose_penalty.expulsion': penalty('expulsion', {
    title: 'Expulsion from the tournament',
    press: 'Expel {black} from the tournament',
    answer: 'Expulsion from the tournament',
  }),
  'impose_penalty.disqualification': penalty('disqualification', {
    title: 'Disqualification',
    press: 'Disqualify {black}',
    answer: 'Propose it',
    proposed: true,
  }),
  'impose_penalty.series_disqualification': penalty('series_disqualification', {
    title: 'Disqualification from the series',
    press: 'Disqualify {black} from the series',
    answer: 'Propose it',
    scene: 'series',
    proposed: true,
  }),
  'impose_penalty.ban': penalty('ban', { title: 'Ban', press: 'Ban {black}', answer: 'Propose it', proposed: true }),
};

const reviewed =
  (status: string) =>
  ({ rulings }: Rulings) =>
    rulings.some((one) => one.status === status);
const reviews: Record<string, Trial> = {
  'review_penalty.confirm': {
    ...AT,
    scene: 'proposed',
    by: 'arbiter',
    when: 'while a penalty is proposed, by another senior organiser',
    press: 'Confirm for {black}: Disqualified',
    answer: 'Confirm the penalty',
    holds: reviewed('in_force'),
    shows: 'Confirm for {black}: Disqualified',
    hides: true,
  },
  'review_penalty.refuse': {
    ...AT,
    scene: 'proposed',
    by: 'arbiter',
    when: 'while a penalty is proposed, by another senior organiser',
    press: 'Refuse for {black}: Disqualified',
    answer: 'Refuse the penalty',
    holds: reviewed('refused'),
    shows: 'Refused in review',
  },
};

const SEAT = { ...AT, by: 'player', page: '/t/{tournament}/seat' } as const;
const decided =
  (upheld: boolean) =>
  ({ protests }: Rulings) =>
    protests[0]?.decided === true && protests[0].upheld === upheld;
const answered =
  (outcome: string) =>
  ({ reports }: components['schemas']['ListReportsResponse']) =>
    reports[0]?.outcome === outcome;
const REPORTED = { ...AT, scene: 'reported', read: '/tournaments/{tournament}/reports', when: 'while a report is not answered' } as const;

const proceedings: Record<string, Trial> = {
  file_protest: {
    ...SEAT,
    when: 'until the event is confirmed',
    open: ['Protest'],
    fill: { 'What is wrong': 'A spectator spoke to my opponent.' },
    press: 'Send to the officials',
    holds: ({ protests }: Rulings) => protests.length === 1,
    shows: 'Your protest is with the officials.',
  },
  'decide_protest.uphold': {
    ...AT,
    scene: 'protested',
    when: 'while a protest is open',
    open: ['The protest is right'],
    fill: { 'Reason, read by both parties': WORDS },
    press: 'Uphold the protest of {black}',
    holds: decided(true),
    shows: 'Upheld',
  },
  'decide_protest.dismiss': {
    ...AT,
    scene: 'protested',
    when: 'while a protest is open',
    open: ['The protest is wrong'],
    fill: { 'Reason, read by both parties': WORDS },
    press: 'Dismiss the protest of {black}',
    holds: decided(false),
    shows: 'Dismissed',
  },
  'answer_report.noted': {
    ...REPORTED,
    open: ['Note it'],
    fill: { 'Note, for the record': WORDS },
    press: 'Note it',
    holds: answered('noted'),
    shows: 'Note it',
    hides: true,
  },
  'answer_report.acted_upon': {
    ...REPORTED,
    open: ['It led to a ruling'],
    fill: { 'The ruling that it led to': '{black}: Formal warning' },
    press: 'It led to a ruling',
    holds: answered('acted_upon'),
    shows: 'Led to a ruling',
  },
  'answer_report.dismissed': {
    ...REPORTED,
    open: ['Dismiss it'],
    fill: { 'Reason, for the record': WORDS },
    press: 'Dismiss it',
    holds: answered('dismissed'),
    shows: 'Dismiss it',
    hides: true,
  },
  report_irregularity: {
    ...REPORTED,
    scene: 'ruled',
    by: 'guest',
    when: 'while a round runs',
    page: '/g/{other}',
    open: ['Report something to the officials'],
    fill: { 'What you saw': 'Somebody spoke to Black.' },
    press: 'Send to the officials',
    holds: ({ reports }: components['schemas']['ListReportsResponse']) => reports.length === 1,
    shows: 'What you saw',
    hides: true,
  },
  settle_dispute: {
    ...AT,
    scene: 'disputed',
    when: 'while a result is disputed',
    open: ['Let it stand'],
    fill: { 'Reason, shown to both players': WORDS },
    press: 'Let it stand',
    holds: ({ disputes }: Rulings) => disputes.length === 0,
    shows: 'Let it stand',
    hides: true,
  },
  give_consent: {
    ...SEAT,
    scene: 'opposed',
    when: 'while an official may need it',
    open: ['Consent to an official’s act'],
    fill: { 'Whose act': 'Head director: {director}', 'Which act': 'A new seat link', 'About whom': '{player}' },
    press: 'Consent',
    read: '/tournaments/{tournament}/interests',
    holds: ({ consents }: components['schemas']['GetInterestsResponse']) => consents.length === 1,
    shows: 'consented to, not yet used',
  },
};

const appealOf = ({ appeals }: Rulings) => appeals[0];
const HEARD = { ...AT, scene: 'heard', by: 'second' } as const;
const deciding = (title: string, press = title, fill: Trial['fill'] = {}): Trial => ({
  ...HEARD,
  when: 'while an appeal is open, by whoever presides',
  open: [title],
  fill: { ...fill, 'The decision, in writing': WORDS },
  press,
  answer: 'Decide it so',
  holds: (answer: Rulings) => appealOf(answer)?.decided === true,
  shows: WORDS,
});

const appeals: Record<string, Trial> = {
  file_appeal: {
    ...SEAT,
    scene: 'warned',
    when: 'where the rules have appeals, in their time',
    open: ['Appeal'],
    fill: { 'Why it is wrong': 'It was not me.' },
    press: 'File the appeal',
    holds: (answer: Rulings) => appealOf(answer) !== undefined,
    shows: 'Appealed: Open',
  },
  'appoint_committee.chosen': {
    ...AT,
    scene: 'appealed',
    by: 'arbiter',
    when: 'while an appeal is open, where the rules know a committee',
    open: ['Refer it to a committee of its own'],
    fill: { 'Officials as members': ['{official} (Assistant director)'], 'Who presides': '{official} (Assistant director)' },
    press: 'Refer it to a committee of 1',
    holds: (answer: Rulings) => appealOf(answer)?.member_account_ids.length === 1,
    shows: 'Committee: {official} (presides)',
  },
  'appoint_committee.standing': {
    ...AT,
    scene: 'presided',
    by: 'arbiter',
    when: 'while an appeal is open and a committee stands',
    press: 'Refer it to the committee of the event',
    holds: (answer: Rulings) => appealOf(answer)?.member_account_ids.length === 1,
    shows: 'Committee: {official} (presides)',
  },
  note_testimony: {
    ...HEARD,
    when: 'while an appeal is open, by its committee or an official',
    open: ['Note testimony'],
    fill: { 'By whom, and what': 'The board: nothing was said.' },
    press: 'Note testimony',
    holds: (answer: Rulings) => appealOf(answer)?.testimony.length === 1,
    shows: 'Testimony 1',
  },
  'decide_appeal.dismiss': deciding('Dismiss the appeal'),
  'decide_appeal.nothing': deciding('Uphold it, and change nothing'),
  'decide_appeal.annul': deciding('Uphold it: the ruling falls'),
  'decide_appeal.replace': deciding('Uphold it: another penalty', 'Uphold it: Send {black} from the room in its place', {
    'Which penalty takes its place': 'Out of the room',
  }),
  'decide_appeal.result': deciding('Uphold it: another score', 'Uphold it: the game counts 40–24', {
    Game: '{board}',
    'Black’s discs': '40',
  }),
};

const COMMITTEE = { ...AT, by: 'arbiter', read: '/tournaments/{tournament}' } as const;
const committees: Record<string, Trial> = {
  appoint_appeals_committee: {
    ...COMMITTEE,
    when: 'where the rules know a committee',
    open: ['Appoint a committee beforehand'],
    fill: { 'Officials as members': ['{official} (Assistant director)'] },
    press: 'Appoint a committee of 1',
    holds: ({ appeals_committee: committee }: Tournament) => committee?.member_account_ids.length === 1,
    shows: 'Dissolve the committee',
  },
  dissolve_appeals_committee: {
    ...COMMITTEE,
    scene: 'committee',
    when: 'while there is one',
    press: 'Dissolve the committee',
    answer: 'Dissolve the committee',
    holds: ({ appeals_committee: committee }: Tournament) => committee === null,
    shows: 'There is none.',
  },
  name_chair: {
    ...COMMITTEE,
    scene: 'committee',
    by: 'second',
    when: 'by its members, while nobody presides',
    open: ['Say who presides'],
    fill: { 'Who presides': '{official}' },
    press: 'Let {official} preside',
    holds: ({ appeals_committee: committee }: Tournament) => committee?.chair_account_id != null,
    shows: '{official} (presides)',
  },
};

/** How each of these acts is tried. */
export const rulingsTrials: Record<string, Trial> = { ...penalties, ...reviews, ...proceedings, ...appeals, ...committees };
