import type { Color, Table, TableAct } from '../../contract/types';
import { t } from '../../i18n';

/** What an act needs besides its reason. */
export type Need = 'none' | 'color_time' | 'clocks' | 'ply' | 'clocks_optional' | 'minutes' | 'color' | 'square' | 'moves' | 'account';

export interface ActKind {
  type: TableAct['type'];
  need: Need;
  /** The paragraph that usually stands behind it, without its text's name. */
  paragraph: string;
  /** Why it cannot be done at this table now; null when it can. */
  blocked(table: Table): string | null;
}

/** What the director typed in. */
export interface Amounts {
  color: Color;
  time: string;
  black: string;
  white: string;
  ply: number | null;
  minutes: number | null;
  square: string;
  moves: string;
  account: string;
  final: boolean;
}

const over = (table: Table): boolean => table.phase === 'finished' || table.phase === 'annulled';
const open = (table: Table): string | null => (over(table) ? t('desk.act.blocked.over') : null);
const inPlay = (table: Table): string | null =>
  table.phase === 'live' || table.phase === 'paused' ? null : t(over(table) ? 'desk.act.blocked.over' : 'desk.act.blocked.not_started');
const onlyIf = (holds: boolean, why: Parameters<typeof t>[0]): string | null => (holds ? null : (t as (key: string) => string)(why));

/** Every act of an official at a table, in the order they are offered. */
export const ACTS: ActKind[] = [
  {
    type: 'answer_call',
    need: 'none',
    paragraph: 'IV.2',
    blocked: (table) => onlyIf(table.called_by !== null, 'desk.act.blocked.no_call'),
  },
  {
    type: 'pause',
    need: 'minutes',
    paragraph: 'IV.7',
    blocked: (table) => (table.phase === 'paused' ? t('desk.act.blocked.paused') : open(table)),
  },
  { type: 'resume', need: 'none', paragraph: 'IV.7', blocked: (table) => onlyIf(table.phase === 'paused', 'desk.act.blocked.not_paused') },
  { type: 'adjust_time', need: 'color_time', paragraph: 'V.2', blocked: open },
  { type: 'set_clocks', need: 'clocks', paragraph: 'IV.7', blocked: open },
  {
    type: 'take_back',
    need: 'ply',
    paragraph: 'IV.5',
    blocked: (table) => (table.plies.length === 0 ? t('desk.act.blocked.no_ply') : null),
  },
  {
    type: 'undo_default',
    need: 'clocks_optional',
    paragraph: 'IV.7',
    blocked: (table) => onlyIf(table.defaulted !== null && !over(table), 'desk.act.blocked.no_flag'),
  },
  { type: 'announce_adjournment', need: 'minutes', paragraph: '', blocked: inPlay },
  {
    type: 'resume_adjourned',
    need: 'none',
    paragraph: '',
    blocked: (table) => onlyIf(table.phase === 'adjourned', 'desk.act.blocked.not_adjourned'),
  },
  {
    type: 'decide_sealed',
    need: 'square',
    paragraph: '',
    blocked: (table) => onlyIf(table.phase === 'adjourned', 'desk.act.blocked.not_adjourned'),
  },
  { type: 'expel', need: 'color', paragraph: 'V.2', blocked: open },
  {
    type: 'readmit',
    need: 'color',
    paragraph: 'V.2',
    blocked: (table) => onlyIf(table.black_expelled || table.white_expelled, 'desk.act.blocked.nobody_expelled'),
  },
  { type: 'assign_table_judge', need: 'account', paragraph: '', blocked: open },
  {
    type: 'enter_transcript',
    need: 'moves',
    paragraph: 'IV.8',
    blocked: (table) => onlyIf(table.phase !== 'annulled', 'desk.act.blocked.over'),
  },
  { type: 'reopen', need: 'clocks_optional', paragraph: 'V.2', blocked: (table) => onlyIf(over(table), 'desk.act.blocked.not_over') },
  { type: 'replay_from', need: 'ply', paragraph: 'IV.7', blocked: () => null },
  {
    type: 'open_spectators_chat',
    need: 'none',
    paragraph: '',
    blocked: (table) => open(table) ?? onlyIf(!table.spectators?.chat_shown, 'desk.act.blocked.chat_shown'),
  },
  {
    type: 'close_spectators_chat',
    need: 'none',
    paragraph: '',
    blocked: (table) => open(table) ?? onlyIf(table.spectators?.chat_shown === true, 'desk.act.blocked.chat_held'),
  },
  { type: 'annul', need: 'none', paragraph: 'V.2', blocked: (table) => onlyIf(table.phase !== 'annulled', 'desk.act.blocked.over') },
];

/** `m:ss` or whole minutes in ms, with an optional sign; null when it is neither. */
export function parseTime(text: string): number | null {
  const parts = /^([-−+]?)(\d{1,3})(?::([0-5]\d))?$/.exec(text.trim());
  if (!parts) return null;
  const ms = (Number(parts[2]) * 60 + Number(parts[3] ?? 0)) * 1000;
  return parts[1] === '-' || parts[1] === '−' ? -ms : ms;
}

function clocks(amounts: Amounts): { black_ms: number; white_ms: number } | null {
  const [black, white] = [parseTime(amounts.black), parseTime(amounts.white)];
  return black === null || white === null || black < 0 || white < 0 ? null : { black_ms: black, white_ms: white };
}

/** The act as the server takes it; null while something is missing. */
export function actOf(kind: ActKind, amounts: Amounts, nowMs: number): TableAct | null {
  const times = clocks(amounts);
  switch (kind.type) {
    case 'pause':
      return { type: 'pause', until_ms: amounts.minutes ? nowMs + amounts.minutes * 60_000 : null };
    case 'adjust_time': {
      const ms = parseTime(amounts.time);
      return ms ? { type: 'adjust_time', color: amounts.color, ms } : null;
    }
    case 'set_clocks':
      return times && { type: 'set_clocks', clocks: times };
    case 'take_back':
      return amounts.ply === null ? null : { type: 'take_back', to_ply: amounts.ply, clocks: times };
    case 'announce_adjournment':
      return amounts.minutes ? { type: 'announce_adjournment', at_ms: nowMs + amounts.minutes * 60_000 } : null;
    case 'decide_sealed':
      return { type: 'decide_sealed', square: amounts.square.trim() || null };
    case 'expel':
      return { type: 'expel', seat: amounts.color };
    case 'readmit':
      return { type: 'readmit', seat: amounts.color };
    case 'assign_table_judge':
      return amounts.account.trim() ? { type: 'assign_table_judge', account_id: amounts.account.trim() } : null;
    case 'enter_transcript':
      return amounts.moves.trim() ? { type: 'enter_transcript', text: amounts.moves.trim(), final: amounts.final, clocks: times } : null;
    case 'reopen':
      return { type: 'reopen', clocks: times };
    case 'replay_from':
      return amounts.ply === null || !times ? null : { type: 'replay_from', ply: amounts.ply, clocks: times, starts_at_ms: nowMs };
    case 'undo_default':
      return { type: 'undo_default', clocks: times };
    case 'resume':
    case 'resume_adjourned':
    case 'cancel_adjournment':
    case 'annul':
    case 'answer_call':
    case 'open_spectators_chat':
    case 'close_spectators_chat':
      return { type: kind.type };
  }
}
