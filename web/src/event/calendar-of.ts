import { fullName } from '../i18n/names';
import { language } from '../i18n/language';
import { sentences, t } from '../i18n';
import { fileName, type CalendarEntry, type CalendarFile } from './calendar';
import type { LiveEvent } from './event.svelte';
import { isAhead, isCalledOff, type Slot } from './schedule';

export interface Planned {
  event: LiveEvent;
  slot: Slot;
  /** Of the own seat: with the opponent, and where it leads. */
  own: boolean;
}

/** What goes into a calendar: what has not begun and has a time. */
export const isForCalendar = (slot: Slot): boolean => isAhead(slot) && slot.state !== 'live' && slot.startMs !== null;

/** What an earlier file may have put into a calendar, and is to be struck out there. */
export const isToBeStruck = (slot: Slot): boolean => isCalledOff(slot) && slot.startMs !== null;

/** What a file says of. */
export const isInFile = (slot: Slot): boolean => isForCalendar(slot) || isToBeStruck(slot);

/** A part of a plan in a calendar. It never says a seat link: it leads to the table, or to the page of the event. */
export function entryOf({ event, slot, own }: Planned, origin: string): CalendarEntry {
  const { host } = new URL(origin);
  const of = event.tournament?.summary.name ?? '';
  const opponent = own ? event.entrant(slot.opponent) : null;
  const cancelled = isCalledOff(slot);
  const { board, color } = slot;
  const path =
    own && board?.game_id ? `/g/${encodeURIComponent(board.game_id)}` : `/t/${encodeURIComponent(event.id)}${own ? '/seat' : '/pairings'}`;
  return {
    uid: `${event.id}-${slot.key}@${host}`,
    startMs: slot.startMs ?? 0,
    endMs: slot.endMs ?? slot.startMs ?? 0,
    summary: opponent
      ? t('calendar.against', { play: slot.name, opponent: fullName(opponent), event: of })
      : t('calendar.play', { play: slot.name, event: of }),
    description: sentences([
      own && board && color ? t('calendar.place', { color: t(`color.${color}`), table: board.table }) : '',
      slot.time === 'planned' && !cancelled ? t('calendar.planned') : '',
      t(cancelled ? 'calendar.cancelled' : 'calendar.lasts'),
    ]),
    url: new URL(path, origin).href,
    sequence: event.tournament?.summary.seq ?? 0,
    cancelled,
  };
}

/** A file of several parts of plans, and what it is called. */
export function fileOf(parts: readonly Planned[], name: string, origin: string): { file: CalendarFile; name: string } {
  const entries = parts.filter(({ slot }) => isInFile(slot)).map((one) => entryOf(one, origin));
  return { file: { name, language, entries }, name: fileName(name) };
}
