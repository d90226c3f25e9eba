/**
 * How each act of a round is tried. What the scenes hold:
 * `running`: round 1 of four seated players is open, both games are live; table 1 has made 6 moves, table 2 none. Facts:
 * tournament, game (of table 1), other (of table 2), black and white (whole names at table 1), account and official (an
 * assistant director’s account and name).
 * `running paused`, `running called`, `running flagged`, `running expelled`, `running chatting`: the same, where table 1’s
 * clocks stand by the director, Black has called, Black’s flag has fallen and play goes on, Black was sent from the room, a
 * spectator has written one message.
 * `running adjourning`: an adjournment of table 1 is announced for later.
 * `running chat shown`, `running all paused`, `running all adjourning`, `running all chat shown`: as named, at table 1 or at both.
 * `running disputed`: the game of table 1 is over and Black disputes it; the next pairing does not wait.
 * `running held`: the same, and the next pairing waits.
 * `over`: both games of round 1 are over, nobody disputes.
 * `running adjourned`, `running all adjourned`: time has passed, an adjournment has come to both games, and whoever was on the move
 * has sealed one: at table 1, at both. `running sealed wrongly`: what was sealed at table 1 is opened, and is no legal move.
 * `nobody here`: time has passed in round 1 of a club’s event; nobody has come, and the clocks of table 1 stand.
 * `running silenced`: `running chatting`, and the spectator, `{spectator}`, is silenced. `running shut`: spectators may not write at table 1.
 * `hall`: an event of a club whose four entrants have no seats; round 1 is open.
 */
import type { Table, Tournament } from '../../contract/types';
import type { Trial } from '../kit/trial';
import { chatTrials } from './chat-trials';

const DESK = '/t/{tournament}/desk/round';
const AT = { scene: 'running', by: 'director', page: DESK, read: '/games/{game}' } as const;
const PANEL = ['Table 1', 'Acts'] as const;
const REASON = { 'Reason, shown to both players': 'The clock was wrong.' };
/** Whoever is at the table reads the ruling and its reason there. */
const AT_TABLE = { on: '/g/{game}', shows: 'The clock was wrong.' } as const;
const EVENT = { by: 'director', page: DESK, read: '/tournaments/{tournament}' } as const;
const ruled =
  (act: string) =>
  (table: Table): boolean =>
    table.rulings.some((one) => one.act === act);
const firstBoard = ({ rounds }: Tournament) => rounds[0]?.boards.find((one) => one.table === 1);

const officiate: Record<string, Trial> = {
  'officiate.answer_call': {
    ...AT,
    scene: 'running called',
    when: 'while a player’s call is open',
    open: [...PANEL, 'Answer the call: clocks go on'],
    fill: REASON,
    press: 'Answer the call: clocks go on',
    holds: (table: Table) => table.called_by === null,
    ...AT_TABLE,
  },
  'officiate.pause': {
    ...AT,
    when: 'while the clocks of a game run',
    open: [...PANEL, 'Stop both clocks'],
    fill: REASON,
    press: 'Stop both clocks',
    holds: (table: Table) => table.phase === 'paused',
    shows: 'Clocks stand',
  },
  'officiate.resume': {
    ...AT,
    scene: 'running paused',
    when: 'while the clocks of a game stand',
    open: [...PANEL, 'Let the clocks go on'],
    fill: REASON,
    press: 'Let the clocks go on',
    holds: (table: Table) => table.phase === 'live',
    ...AT_TABLE,
  },
  'officiate.adjust_time': {
    ...AT,
    when: 'until a game is over',
    open: [...PANEL, 'Give or take time'],
    fill: { ...REASON, Whose: 'White', 'Time, − takes': '-2:00' },
    press: 'Take 2:00 from {white}',
    holds: ruled('adjust_time'),
    ...AT_TABLE,
  },
  'officiate.set_clocks': {
    ...AT,
    when: 'until a game is over',
    open: [...PANEL, 'Set both clocks'],
    fill: { ...REASON, 'Black’s clock': '5:00', 'White’s clock': '4:30' },
    press: 'Set the clocks to 5:00 for Black and 4:30 for White',
    holds: ruled('set_clocks'),
    ...AT_TABLE,
  },
  'officiate.take_back': {
    ...AT,
    when: 'once a move was made',
    open: [...PANEL, 'Take moves back'],
    fill: { ...REASON, 'Last move that stands': '2' },
    press: 'Take back all after move 2',
    holds: (table: Table) => table.plies.length === 2,
    ...AT_TABLE,
  },
  'officiate.undo_default': {
    ...AT,
    scene: 'running flagged',
    when: 'while a game goes on after a flag fell',
    open: [...PANEL, 'Undo the flag: the clock was faulty'],
    fill: { ...REASON, 'Black’s clock': '5:00', 'White’s clock': '5:00' },
    press: 'Undo the flag: the clock was faulty',
    holds: (table: Table) => table.defaulted === null,
    ...AT_TABLE,
  },
  'officiate.announce_adjournment': {
    ...AT,
    when: 'while a game is played or its clocks stand',
    open: [...PANEL, 'Announce an adjournment'],
    fill: { ...REASON, 'In how many minutes': '30' },
    press: 'Adjourn in 30 minutes',
    holds: (table: Table) => table.adjourns_at_ms !== null,
    ...AT_TABLE,
  },
  'officiate.cancel_adjournment': {
    ...AT,
    scene: 'running adjourning',
    when: 'while an adjournment is announced',
    open: [...PANEL, 'Call the adjournment off'],
    fill: REASON,
    press: 'Call the adjournment off',
    holds: (table: Table) => table.adjourns_at_ms === null,
    ...AT_TABLE,
  },
  'officiate.resume_adjourned': {
    ...AT,
    scene: 'running adjourned',
    when: 'while a game is adjourned',
    open: [...PANEL, 'Take up the adjourned game'],
    fill: REASON,
    press: 'Take up the adjourned game',
    holds: (table: Table) => table.phase === 'live' && table.plies.length === 7,
    ...AT_TABLE,
  },
  'officiate.decide_sealed': {
    ...AT,
    scene: 'running sealed wrongly',
    when: 'while a game is adjourned whose sealed move is not legal',
    open: [...PANEL, 'Decide an illegal sealed move'],
    fill: REASON,
    press: 'Free the turn: no sealed move',
    holds: (table: Table) => table.phase === 'live' && table.plies.length === 6,
    ...AT_TABLE,
  },
  'officiate.expel': {
    ...AT,
    when: 'until a game is over',
    open: [...PANEL, 'Send a player from the room'],
    fill: { ...REASON, Whose: 'Black' },
    press: 'Send {black} from the room',
    holds: (table: Table) => table.black_expelled,
    ...AT_TABLE,
  },
  'officiate.readmit': {
    ...AT,
    scene: 'running expelled',
    when: 'while somebody is sent from the room',
    open: [...PANEL, 'Let a player in again'],
    fill: { ...REASON, Whose: 'Black' },
    press: 'Let {black} in again',
    holds: (table: Table) => !table.black_expelled,
    ...AT_TABLE,
  },
  'officiate.assign_table_judge': {
    ...AT,
    when: 'until a game is over',
    open: [...PANEL, 'Assign a table judge'],
    fill: { ...REASON, Official: 'Assistant director: {official}' },
    press: 'Assign a table judge',
    holds: (table: Table) => table.has_table_judge,
    ...AT_TABLE,
  },
  'officiate.enter_transcript': {
    ...AT,
    when: 'unless a game is void',
    open: [...PANEL, 'Enter a game from the board'],
    fill: { ...REASON, 'Moves without passes': 'f5d6c3d3c4', 'The game ended there': false },
    press: 'Enter a game from the board',
    holds: (table: Table) => table.plies.length === 5,
    ...AT_TABLE,
  },
  'officiate.reopen': {
    ...AT,
    scene: 'over',
    when: 'once a game is over',
    open: [...PANEL, 'Let the finished game go on'],
    fill: REASON,
    press: 'Let the finished game go on',
    holds: (table: Table) => table.phase !== 'finished',
    ...AT_TABLE,
  },
  'officiate.replay_from': {
    ...AT,
    when: 'at any time',
    open: [...PANEL, 'Play again from a move'],
    fill: { ...REASON, 'Last move that stands': '2', 'Black’s clock': '10:00', 'White’s clock': '10:00' },
    press: 'Play again from move 2',
    holds: (table: Table) => table.plies.length === 2,
    ...AT_TABLE,
  },
  'officiate.open_spectators_chat': {
    ...AT,
    when: 'while a game is on and its spectators’ chat is held back',
    open: [...PANEL, 'Show spectators’ chat now'],
    fill: REASON,
    press: 'Show spectators’ chat now',
    holds: (table: Table) => table.spectators?.chat_shown === true,
    ...AT_TABLE,
  },
  'officiate.close_spectators_chat': {
    ...AT,
    scene: 'running chat shown',
    when: 'while a game is on and its spectators’ chat is shown',
    open: [...PANEL, 'Hold spectators’ chat back'],
    fill: REASON,
    press: 'Hold spectators’ chat back',
    holds: (table: Table) => table.spectators?.chat_shown === false,
    ...AT_TABLE,
  },
  'officiate.annul': {
    ...AT,
    when: 'unless a game is void already',
    open: [...PANEL, 'Declare the game void'],
    fill: REASON,
    press: 'Declare the game void',
    answer: 'Declare the game void',
    holds: (table: Table) => table.phase === 'annulled',
    ...AT_TABLE,
  },
};

const WHOLE = { ...AT, read: '/games/{other}' } as const;
const MORE = 'More for the whole round';
const whole: Record<string, Trial> = {
  'officiate_round.pause': {
    ...WHOLE,
    when: 'while a game of the round is open',
    open: ['Stop all clocks'],
    fill: REASON,
    press: 'Stop all clocks',
    holds: (table: Table) => table.phase === 'paused',
    shows: 'Done at 2 tables.',
  },
  'officiate_round.resume': {
    ...WHOLE,
    scene: 'running all paused',
    when: 'while a game of the round is open',
    open: ['Let all clocks go on'],
    fill: REASON,
    press: 'Let all clocks go on',
    holds: (table: Table) => table.phase === 'live',
    shows: 'Done at 2 tables.',
  },
  'officiate_round.announce_adjournment': {
    ...WHOLE,
    when: 'while a game of the round is open',
    open: [MORE, 'Announce an adjournment of the round'],
    fill: { ...REASON, 'In how many minutes': '30' },
    press: 'Adjourn the round in 30 minutes',
    holds: (table: Table) => table.adjourns_at_ms !== null,
    shows: 'Done at 2 tables.',
  },
  'officiate_round.cancel_adjournment': {
    ...WHOLE,
    scene: 'running all adjourning',
    when: 'while a game of the round is open',
    open: [MORE, 'Call the adjournment of the round off'],
    fill: REASON,
    press: 'Call the adjournment of the round off',
    holds: (table: Table) => table.adjourns_at_ms === null,
    shows: 'Done at 2 tables.',
  },
  'officiate_round.resume_adjourned': {
    ...WHOLE,
    scene: 'running all adjourned',
    when: 'while a game of the round is adjourned',
    open: [MORE, 'Take up the adjourned round'],
    fill: REASON,
    press: 'Take up the adjourned round',
    holds: (table: Table) => table.phase === 'live',
    shows: 'Done at 2 tables.',
  },
  'officiate_round.open_spectators_chat': {
    ...WHOLE,
    when: 'while a game of the round is open',
    open: [MORE, 'Show spectators’ chat'],
    fill: REASON,
    press: 'Show spectators’ chat',
    holds: (table: Table) => table.spectators?.chat_shown === true,
    shows: 'Done at 2 tables.',
  },
  'officiate_round.close_spectators_chat': {
    ...WHOLE,
    scene: 'running all chat shown',
    when: 'while a game of the round is open',
    open: [MORE, 'Hold spectators’ chat back'],
    fill: REASON,
    press: 'Hold spectators’ chat back',
    holds: (table: Table) => table.spectators?.chat_shown === false,
    shows: 'Done at 2 tables.',
  },
};

const results: Record<string, Trial> = {
  enter_result: {
    ...EVENT,
    scene: 'hall',
    when: 'from the publication of a round until the event is confirmed',
    open: ['Table 1', 'Result'],
    fill: { 'Black’s discs': '26', Reason: 'From the score sheet.' },
    press: 'Enter 26–38',
    holds: (event: Tournament) => firstBoard(event)?.result?.black_discs === 26,
    on: '/t/{tournament}/pairings?round=1',
    shows: '26–38',
  },
  record_no_show: {
    ...EVENT,
    scene: 'nobody here',
    when: 'after the limit of the rules, at a board without a move or a result',
    open: ['Table 1', 'Result', 'Record who did not come'],
    fill: { 'Who did not come': 'Black, {black}' },
    press: 'Record that {black} did not come',
    holds: (event: Tournament) => firstBoard(event)?.result?.kind === 'no_show',
    on: '/t/{tournament}/pairings?round=1',
    shows: '0–64',
  },
  finish_round: {
    ...EVENT,
    scene: 'over',
    when: 'once every board has its result',
    press: 'Finish round 1',
    holds: (event: Tournament) => event.rounds[0]?.finished === true,
    shows: 'Publish round 2',
  },
  'hold_pairing.hold': {
    ...EVENT,
    scene: 'running disputed',
    when: 'while a result is disputed',
    open: ['Table 1'],
    press: 'Let the pairing of round 2 wait for this dispute',
    read: '/tournaments/{tournament}/rulings',
    holds: ({ disputes }: { disputes: { holds_pairing: boolean }[] }) => disputes[0]?.holds_pairing === true,
    shows: 'The pairing of round 2 waits for it.',
  },
  'hold_pairing.release': {
    ...EVENT,
    scene: 'running held',
    when: 'while the next pairing waits for a dispute',
    open: ['Table 1'],
    press: 'Pair round 2 without waiting for this dispute',
    read: '/tournaments/{tournament}/rulings',
    holds: ({ disputes }: { disputes: { holds_pairing: boolean }[] }) => disputes[0]?.holds_pairing === false,
    shows: 'Let the pairing of round 2 wait for this dispute',
  },
};

/** How each act of a round is tried. */
export const roundTrials: Record<string, Trial> = { ...officiate, ...whole, ...results, ...chatTrials };
