/**
 * How the acts of moderation are tried. In each scene `player` and `{other}` have played a casual game, `{game}`, at whose table
 * `{other}` wrote `{words}`; `moderator` is one. `moderation reported`: `player` reported `{other}` for it, as `{report}`;
 * `moderation muted`, `moderation barred`: then `moderator` did that; `moderation blocked`: `player` blocked `{other}`.
 */
import type { components } from '../../contract/schema';
import type { Facts, Trial } from '../kit/trial';

type Schemas = components['schemas'];
type Account = Schemas['ModeratedAccount'];
type Blocks = Schemas['ListBlocksResponse'];
type Chat = Schemas['ReadModeratedChatResponse'];
type Moderators = Schemas['ModeratorsResponse'];
type Report = Schemas['GetPlayerReportResponse'];
type Reports = Schemas['ListPlayerReportsResponse'];

const WHY = 'The words speak for themselves';
const REPORT = {
  by: 'moderator',
  page: '/moderation?report={report}',
  scene: 'moderation reported',
  read: '/moderation/reports/{report}',
} as const;
const ACCOUNT = { ...REPORT, read: '/moderation/accounts/{other_account}' } as const;
const MODERATORS = { by: 'administrator', page: '/federations', read: '/moderators' } as const;
const BLOCKS = { by: 'player', read: '/blocks' } as const;

const serves = ({ moderators }: Moderators, who: unknown): boolean => moderators.some(({ account }) => account.account_id === who);
const isBlocked = ({ blocks }: Blocks, { other_account: other }: Facts): boolean =>
  blocks.some(({ account }) => account.account_id === other);

/** How each of these acts is tried. */
export const moderationTrials: Record<string, Trial> = {
  report_player: {
    by: 'player',
    page: '/g/{game}',
    when: 'within 14 days of the game, once for each player of it',
    scene: 'moderation',
    open: ['Report or block {other}'],
    fill: { 'What of': 'Something else', 'What happened': 'He left three games' },
    press: 'Report {other}',
    read: '/moderation/reports?account_id={other_account}',
    reader: 'moderator',
    holds: ({ reports }: Reports, { game }) => reports.some((one) => one.game_id === game && one.kind === 'other'),
    shows: 'Your report is on record.',
  },
  block_player: {
    ...BLOCKS,
    page: '/play/games/{other_account}',
    when: 'any time, 500 accounts at most',
    scene: 'moderation',
    press: 'Block {other}',
    answer: 'Block {other}',
    holds: isBlocked,
    shows: 'You have blocked {other}.',
  },
  unblock_player: {
    ...BLOCKS,
    page: '/account',
    when: 'while the account is blocked',
    scene: 'moderation blocked',
    press: 'Unblock {other}',
    holds: (answer: Blocks, facts) => !isBlocked(answer, facts),
    shows: 'Unblock {other}',
    hides: true,
  },
  'answer_player_report.dismissed': {
    ...REPORT,
    when: 'while the report is open; by a moderator whom it does not concern',
    open: ['Dismiss the report'],
    fill: { Reason: WHY },
    press: 'Dismiss the report',
    holds: ({ report }: Report) => report.answer === 'dismissed',
    shows: 'Dismissed by {moderator}',
  },
  'answer_player_report.upheld': {
    ...REPORT,
    when: 'while the report is open; by a moderator whom it does not concern',
    open: ['Uphold the report'],
    fill: { Reason: WHY },
    press: 'Uphold the report',
    holds: ({ report }: Report) => report.answer === 'upheld',
    shows: 'Upheld by {moderator}',
  },
  mute_player: {
    ...ACCOUNT,
    when: 'any time; in place of a mute that stands',
    open: ['Mute {other}'],
    fill: { 'How long': '7 days', 'Reason, which the account reads': WHY },
    press: 'Mute {other}',
    answer: 'Mute {other}',
    holds: ({ mute }: Account) => mute?.reason === WHY && mute.until_ms !== null,
    shows: 'Muted until',
  },
  unmute_player: {
    ...ACCOUNT,
    scene: 'moderation muted',
    when: 'while a mute stands',
    open: ['Let {other} write again'],
    fill: { Reason: WHY },
    press: 'Let {other} write again',
    holds: ({ mute }: Account) => mute === null,
    shows: 'May write at casual tables',
  },
  bar_player: {
    ...ACCOUNT,
    when: 'any time; in place of a bar that stands',
    open: ['Bar {other}'],
    fill: { 'How long': 'Until taken back', 'Reason, which the account reads': WHY },
    press: 'Bar {other}',
    answer: 'Bar {other}',
    holds: ({ bar }: Account) => bar?.reason === WHY && bar.until_ms === null,
    shows: 'Barred until a moderator takes it back',
  },
  readmit_player: {
    ...ACCOUNT,
    scene: 'moderation barred',
    when: 'while a bar stands',
    open: ['Readmit {other}'],
    fill: { Reason: WHY },
    press: 'Readmit {other}',
    holds: ({ bar }: Account) => bar === null,
    shows: 'May play casual games',
  },
  remove_casual_message: {
    ...REPORT,
    when: 'while the message stands; by a moderator whom it does not concern',
    open: ['Take away'],
    fill: { Reason: WHY },
    press: 'Take away',
    read: '/moderation/games/{game}/chat',
    holds: ({ messages }: Chat) => messages.some(({ removed }) => removed),
    shows: 'Taken away by a moderator.',
  },
  name_moderator: {
    ...MODERATORS,
    when: 'any time, 100 at most',
    scene: 'moderation',
    open: ['Name a moderator'],
    fill: { Who: '{guest}' },
    press: 'Name {guest} as a moderator',
    holds: (answer: Moderators, { guest_account }) => serves(answer, guest_account),
    shows: 'Dismiss {guest}',
  },
  dismiss_moderator: {
    ...MODERATORS,
    when: 'any time; what they decided stands',
    scene: 'moderation served',
    press: 'Dismiss {guest}',
    answer: 'Dismiss {guest}',
    holds: (answer: Moderators, { guest_account }) => !serves(answer, guest_account),
    shows: 'Dismiss {guest}',
    hides: true,
  },
};
