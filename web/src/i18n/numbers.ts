import { language } from './language';

/** Points or other half-units as the field writes them: `4½`, `0`, `½`. */
export function formatHalves(halves: number): string {
  const sign = halves < 0 ? '−' : '';
  const whole = Math.floor(Math.abs(halves) / 2);
  const half = Math.abs(halves) % 2 === 1;
  if (!half) return `${sign}${whole}`;
  return `${sign}${whole === 0 ? '' : whole}½`;
}

/** A score, the two counts joined by an en dash: `36–28`. */
export function formatScore(one: number, other: number): string {
  return `${one}–${other}`;
}

export function formatMinutes(ms: number): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(ms / 60_000);
}

/** A number with so many digits behind the sign: `12.50`. */
export function formatDecimal(value: number, digits: number): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }).format(
    value,
  );
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The size of a file: in bytes, and from a thousand on in kilobytes and megabytes. */
export function formatSize(bytes: number): string {
  const power = bytes < 1_000 ? 0 : bytes < 999_950 ? 1 : 2;
  const unit = ['byte', 'kilobyte', 'megabyte'][power] ?? 'byte';
  const unitDisplay = power === 0 ? 'long' : 'short';
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }).format(bytes / 1_000 ** power);
}

/** A day, `YYYY-MM-DD`, in words: in full, without its year, or without its weekday; the text itself when it is no date. */
export function formatDay(date: string, style: 'long' | 'short' | 'plain' = 'long'): string {
  const at = new Date(`${date}T12:00:00Z`);
  if (!DAY.test(date) || Number.isNaN(at.getTime())) return date;
  const options: Intl.DateTimeFormatOptions = {
    ...(style !== 'plain' && { weekday: style }),
    day: 'numeric',
    month: 'long',
    ...(style !== 'short' && { year: 'numeric' }),
    timeZone: 'UTC',
  };
  return new Intl.DateTimeFormat(locale(), options).format(at);
}

/** A month, `YYYY-MM`, in words; the text itself when it is no month. */
export function formatMonth(month: string): string {
  const at = new Date(`${month}-01T12:00:00Z`);
  if (Number.isNaN(at.getTime())) return month;
  return new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at);
}

export function formatTime(ms: number): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: 'medium', hourCycle: 'h23' }).format(ms);
}

/** A time of day without seconds, on the clocks here or in another zone. */
export function formatHour(ms: number, timeZone?: 'UTC'): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone }).format(ms);
}

/** A start: the time, and its day where that is another day than today's. */
export function formatStart(ms: number, nowMs: number): string {
  const day = (at: number): string => new Date(at).toDateString();
  return day(ms) === day(nowMs) ? formatTime(ms) : formatMoment(ms);
}

/** When something was over: the hour and minute, with its day where that is not today's. */
export function formatEnd(ms: number, nowMs: number): string {
  const [at, now] = [new Date(ms), new Date(nowMs)];
  const day: Intl.DateTimeFormatOptions =
    at.toDateString() === now.toDateString()
      ? {}
      : { day: 'numeric', month: 'short', ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }) };
  return new Intl.DateTimeFormat(locale(), { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(ms);
}

export function formatMoment(ms: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' }).format(ms);
}

/** A day and time of day as a control holds it (`2026-07-18T09:30`), in words; the text itself when it is none. */
export function formatLocal(text: string): string {
  const at = new Date(`${text}Z`);
  if (Number.isNaN(at.getTime())) return text;
  const options: Intl.DateTimeFormatOptions = {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  };
  return new Intl.DateTimeFormat(locale(), options).format(at);
}

// English dates are written day first, as in the rule texts.
function locale(): string {
  return language === 'en' ? 'en-GB' : language;
}
