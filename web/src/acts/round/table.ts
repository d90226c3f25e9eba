import { formatClock, hasEnded } from '../../clock/clock';
import type { Color, TableAct } from '../../contract/types';
import { isOverTheBoard } from '../../event/hall';
import { nameOf as officialName, roleOf } from '../../event/officials';
import { say, t, type PlainKey } from '../../i18n';
import type { Act } from '../kit/act';
import { optional } from '../kit/field';
import { choice, clockTime, count, lines, minutes, oneOf, square, tick } from '../kit/fields';
import type { OnTable } from '../kit/subjects';
import { atTable } from './at-table';

/** A start lies ahead when the table hears of it, however long that takes. */
const LEAD_MS = 5_000;
const SIDES = { black: 'color.black', white: 'color.white' } as const;
const side = choice<Color, OnTable>({ label: 'table_act.side', options: SIDES });
const blackClock = clockTime<OnTable>({ label: 'table_act.black_clock' });
const whiteClock = clockTime<OnTable>({ label: 'table_act.white_clock' });
const ply = count<OnTable>({ label: 'table_act.ply', least: 0, most: 128 });

interface Clocks {
  black: number;
  white: number;
}
interface ClocksIfGiven {
  black: number | null;
  white: number | null;
}
const clocksOf = ({ black, white }: Clocks): { black_ms: number; white_ms: number } => ({ black_ms: black, white_ms: white });
/** Both clocks or neither: one alone stays as it is. */
const clocksIfGiven = ({ black, white }: ClocksIfGiven, { table }: OnTable): { black_ms: number; white_ms: number } | null =>
  black === null && white === null ? null : { black_ms: black ?? table.clocks.black_ms, white_ms: white ?? table.clocks.white_ms };

const clock = (ms: number): string => formatClock(Math.abs(ms), false);
const nameOf = ({ event, board, several }: OnTable, color: Color): string => {
  if (several) return t(`color.${color}`);
  return event.nameOf(color === 'black' ? board.black_entrant_id : board.white_entrant_id, t(`color.${color}`));
};

const unless = (holds: boolean, why: PlainKey): string | null => (holds ? null : say(why));
const whileOpen = ({ table }: OnTable): string | null => unless(!hasEnded(table), 'table_act.blocked.over');
const inPlay = ({ table }: OnTable): string | null =>
  hasEnded(table)
    ? say('table_act.blocked.over')
    : unless(table.phase === 'live' || table.phase === 'paused', 'table_act.blocked.not_started');

/** Every act of an official at a table, in the order in which they are offered. */
export const tableActs = {
  answer_call: atTable('answer_call', {
    title: 'table_act.answer_call',
    paragraph: 'IV.2',
    blocked: ({ table }) => unless(table.called_by !== null, 'table_act.blocked.no_call'),
    act: () => ({ type: 'answer_call' }),
  }),
  pause: atTable('pause', {
    title: 'table_act.pause',
    paragraph: 'IV.7',
    fields: { span: optional(minutes({ label: 'table_act.pause.minutes', most: 1440 })) },
    name: ({ span }) => (span === null ? t('table_act.pause') : t('table_act.pause.for', { count: span / 60_000 })),
    blocked: (subject) => (subject.table.phase === 'paused' ? say('table_act.blocked.paused') : whileOpen(subject)),
    act: ({ span }, nowMs) => ({ type: 'pause', until_ms: span === null ? null : nowMs + span }),
  }),
  resume: atTable('resume', {
    title: 'table_act.resume',
    paragraph: 'IV.7',
    blocked: ({ table }) => unless(table.phase === 'paused', 'table_act.blocked.not_paused'),
    act: () => ({ type: 'resume' }),
  }),
  adjust_time: atTable('adjust_time', {
    title: 'table_act.adjust_time',
    paragraph: 'V.2',
    fields: { side, time: clockTime({ label: 'table_act.time', signed: true }) },
    name: ({ side, time }, subject) =>
      t(time < 0 ? 'table_act.adjust_time.take' : 'table_act.adjust_time.give', { time: clock(time), name: nameOf(subject, side) }),
    blocked: whileOpen,
    act: ({ side, time }) => ({ type: 'adjust_time', color: side, ms: time }),
  }),
  set_clocks: atTable('set_clocks', {
    title: 'table_act.set_clocks',
    paragraph: 'IV.7',
    fields: { black: blackClock, white: whiteClock },
    name: ({ black, white }) => t('table_act.set_clocks.do', { black: clock(black), white: clock(white) }),
    blocked: whileOpen,
    act: (values) => ({ type: 'set_clocks', clocks: clocksOf(values) }),
  }),
  take_back: atTable('take_back', {
    title: 'table_act.take_back',
    paragraph: 'IV.5',
    // Time that a ruling took since that move comes back with it, unless a clock is set.
    fields: {
      ply,
      black: optional(clockTime({ label: 'table_act.black_clock', hint: 'table_act.take_back.clock' })),
      white: optional(clockTime({ label: 'table_act.white_clock', hint: 'table_act.take_back.clock' })),
    },
    name: ({ ply }) => t('table_act.take_back.do', { ply }),
    blocked: ({ table }) => unless(table.plies.length > 0, 'table_act.blocked.no_ply'),
    act: (values, _, subject) => ({ type: 'take_back', to_ply: values.ply, clocks: clocksIfGiven(values, subject) }),
  }),
  undo_default: atTable('undo_default', {
    title: 'table_act.undo_default',
    paragraph: 'IV.7',
    fields: { black: optional(blackClock), white: optional(whiteClock) },
    blocked: ({ table }) => unless(table.defaulted !== null && !hasEnded(table), 'table_act.blocked.no_flag'),
    act: (values, _, subject) => ({ type: 'undo_default', clocks: clocksIfGiven(values, subject) }),
  }),
  announce_adjournment: atTable('announce_adjournment', {
    title: 'table_act.announce_adjournment',
    fields: { span: minutes({ label: 'table_act.in_minutes', most: 1440 }) },
    name: ({ span }) => t('table_act.announce_adjournment.do', { count: span / 60_000 }),
    blocked: inPlay,
    act: ({ span }, nowMs) => ({ type: 'announce_adjournment', at_ms: nowMs + span }),
  }),
  cancel_adjournment: atTable('cancel_adjournment', {
    title: 'table_act.cancel_adjournment',
    blocked: ({ table }) => unless(table.adjourns_at_ms !== null && !hasEnded(table), 'table_act.blocked.no_adjournment'),
    act: () => ({ type: 'cancel_adjournment' }),
  }),
  resume_adjourned: atTable('resume_adjourned', {
    title: 'table_act.resume_adjourned',
    blocked: ({ table }) => unless(table.phase === 'adjourned', 'table_act.blocked.not_adjourned'),
    act: () => ({ type: 'resume_adjourned' }),
  }),
  decide_sealed: atTable('decide_sealed', {
    title: 'table_act.decide_sealed',
    fields: {
      square: optional(square({ label: 'table_act.square' })),
      flip: optional(square({ label: 'table_act.flip' })),
    },
    name: ({ square }) => (square === null ? t('table_act.decide_sealed.free') : t('table_act.decide_sealed.do', { square })),
    blocked: ({ table }) => unless(table.phase === 'adjourned', 'table_act.blocked.not_adjourned'),
    act: ({ square, flip }) => ({ type: 'decide_sealed', square, flip }),
  }),
  expel: atTable('expel', {
    title: 'table_act.expel',
    paragraph: 'V.2',
    fields: { side },
    name: ({ side }, subject) => t('table_act.expel.do', { name: nameOf(subject, side) }),
    blocked: whileOpen,
    act: ({ side }) => ({ type: 'expel', seat: side }),
    danger: true,
  }),
  readmit: atTable('readmit', {
    title: 'table_act.readmit',
    paragraph: 'V.2',
    fields: { side },
    name: ({ side }, subject) => t('table_act.readmit.do', { name: nameOf(subject, side) }),
    blocked: ({ table }) => unless(table.black_expelled || table.white_expelled, 'table_act.blocked.nobody_expelled'),
    act: ({ side }) => ({ type: 'readmit', seat: side }),
  }),
  assign_table_judge: atTable('assign_table_judge', {
    title: 'table_act.assign_table_judge',
    fields: {
      account: oneOf({
        label: 'table_act.judge',
        options: ({ tournament }) =>
          tournament.officials.map((one) => ({ value: one.account_id, text: `${roleOf(one)}: ${officialName(tournament, one)}` })),
      }),
    },
    blocked: whileOpen,
    act: ({ account }) => ({ type: 'assign_table_judge', account_id: account }),
  }),
  enter_transcript: atTable('enter_transcript', {
    title: 'table_act.enter_transcript',
    paragraph: 'IV.8',
    fields: {
      moves: lines({ label: 'table_act.moves', most: 400, placeholder: 'f5d6c3d3c4' }),
      final: tick({ label: 'table_act.final', initial: true }),
      black: optional(blackClock),
      white: optional(whiteClock),
    },
    blocked: ({ table }) => unless(table.phase !== 'annulled', 'table_act.blocked.over'),
    act: (values, _, subject) => ({
      type: 'enter_transcript',
      text: values.moves,
      final: values.final,
      clocks: clocksIfGiven(values, subject),
    }),
  }),
  reopen: atTable('reopen', {
    title: 'table_act.reopen',
    paragraph: 'V.2',
    fields: { black: optional(blackClock), white: optional(whiteClock) },
    blocked: ({ table }) => unless(hasEnded(table), 'table_act.blocked.not_over'),
    act: (values, _, subject) => ({ type: 'reopen', clocks: clocksIfGiven(values, subject) }),
  }),
  replay_from: atTable('replay_from', {
    title: 'table_act.replay_from',
    paragraph: 'IV.7',
    fields: { ply, black: blackClock, white: whiteClock },
    name: ({ ply }) => t('table_act.replay_from.do', { ply }),
    blocked: () => null,
    act: (values, nowMs) => ({ type: 'replay_from', ply: values.ply, clocks: clocksOf(values), starts_at_ms: nowMs + LEAD_MS }),
  }),
  open_spectators_chat: atTable('open_spectators_chat', {
    title: 'table_act.open_spectators_chat',
    blocked: (subject) => whileOpen(subject) ?? unless(!subject.table.spectators?.chat_shown, 'table_act.blocked.chat_shown'),
    act: () => ({ type: 'open_spectators_chat' }),
  }),
  close_spectators_chat: atTable('close_spectators_chat', {
    title: 'table_act.close_spectators_chat',
    blocked: (subject) => whileOpen(subject) ?? unless(subject.table.spectators?.chat_shown === true, 'table_act.blocked.chat_held'),
    act: () => ({ type: 'close_spectators_chat' }),
  }),
  annul: atTable('annul', {
    title: 'table_act.annul',
    paragraph: 'V.2',
    blocked: ({ table }) => unless(table.phase !== 'annulled', 'table_act.blocked.over'),
    ask: (_, { table }) => ({
      title: t('table_act.annul.ask', { table: table.table }),
      text: t('table_act.annul.text'),
      agree: t('table_act.annul'),
    }),
    act: () => ({ type: 'annul' }),
    danger: true,
  }),
} satisfies Record<TableAct['type'], Act<OnTable>>;

type TableActType = keyof typeof tableActs;

/** What is left of them where games are played over the board: no clock runs here, and nobody moves. */
const OVER_THE_BOARD: readonly TableActType[] = ['expel', 'readmit', 'assign_table_judge', 'enter_transcript', 'annul'];

/** The acts that make sense at an event's tables. */
export const tableActTypes = (tournament: OnTable['tournament']): TableActType[] =>
  (Object.keys(tableActs) as TableActType[]).filter((type) => !isOverTheBoard(tournament) || OVER_THE_BOARD.includes(type));
