import type { Color, Table } from '../contract/types';
import { formatDecimal } from '../i18n/numbers';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const TENTHS_BELOW = 10 * SECOND;

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * What is left on a clock: `m:ss`, `h:mm:ss` from an hour on, and `m:ss.t` under ten
 * seconds where tenths are asked for. Rounded down: a clock never shows more than there is.
 */
export function formatClock(leftMs: number, tenths: boolean): string {
  const left = Math.max(0, Math.floor(leftMs));
  const seconds = Math.floor(left / SECOND) % 60;
  const minutes = Math.floor(left / MINUTE) % 60;
  const hours = Math.floor(left / HOUR);
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds)}`;
  const short = `${minutes}:${two(seconds)}`;
  return tenths && left < TENTHS_BELOW ? `${short}.${Math.floor((left % SECOND) / 100)}` : short;
}

/** Time used for a move, rounded to the nearest second. */
export function formatUsed(ms: number): string {
  return formatClock(Math.round(ms / SECOND) * SECOND, false);
}

/** Time given back for a line or for reading, in seconds to the hundredth: `0.34`, and nothing where there is none. */
export function formatCredit(ms: number): string {
  return ms === 0 ? '–' : formatDecimal(Math.round(ms / 10) / 100, 2);
}

/** A span that grows, such as time offline: `mm:ss`. */
export function formatSpan(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND));
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/** Time until something, rounded up: it reads 0:00 only once it is there. */
export function formatCountdown(ms: number): string {
  return formatClock(Math.ceil(Math.max(0, ms) / SECOND) * SECOND, false);
}

/** What a side has left at `nowMs`, from the server's last statement of it. */
export function leftAt(
  clocks: { black_ms: number; white_ms: number; running: 'black' | 'white' | null; as_of_ms: number },
  color: 'black' | 'white',
  nowMs: number,
): number {
  const stated = color === 'black' ? clocks.black_ms : clocks.white_ms;
  if (clocks.running !== color) return stated;
  return Math.max(0, stated - Math.max(0, nowMs - clocks.as_of_ms));
}

/** `m:ss` or whole minutes in ms, with an optional sign; null when it is neither. */
export function parseClock(text: string): number | null {
  const parts = /^([-−+]?)(\d{1,3})(?::([0-5]\d))?$/.exec(text.trim());
  if (!parts) return null;
  const ms = (Number(parts[2]) * 60 + Number(parts[3] ?? 0)) * SECOND;
  return parts[1] === '-' || parts[1] === '−' ? -ms : ms;
}

type Timed = Pick<Table, 'phase' | 'plies' | 'clocks' | 'defaulted'>;

/** Nothing of it runs any more. */
export const hasEnded = ({ phase }: Pick<Table, 'phase'>): boolean => phase === 'finished' || phase === 'annulled';

/** Whether a side's flag fell in a game. */
export const flagFell = ({ defaulted, plies }: Pick<Table, 'defaulted' | 'plies'>, color: Color): boolean =>
  defaulted === color || plies.some((one) => one.color === color && one.flag_fell);

/** Whether a side's clock has nothing to tell of a game that is over: it was not played by this clock, or holds nothing without a fallen flag. */
export const isTimeless = (table: Timed, color: Color): boolean =>
  hasEnded(table) &&
  !flagFell(table, color) &&
  (leftAt(table.clocks, color, 0) <= 0 || table.plies.every((one) => one.charged_ms === 0 && !one.flag_fell));
