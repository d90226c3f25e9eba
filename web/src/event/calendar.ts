/**
 * Calendar files (RFC 5545). Of the libraries that write them those that are kept weigh several times this module, and
 * `ics` brings a validator and folds by characters: here a line is folded by its bytes, as calendars read it.
 */
export interface CalendarEntry {
  /** The same for the same thing in every file: a later file replaces what an earlier one put into the calendar. */
  uid: string;
  startMs: number;
  endMs: number;
  summary: string;
  description: string;
  url: string;
  /** Grows with every change of what it is about. */
  sequence: number;
  /** It is not to be any more: a calendar that has it strikes it out. */
  cancelled: boolean;
}

export interface CalendarFile {
  /** What the calendar is called. */
  name: string;
  /** The language of its texts, as a tag. */
  language: string;
  entries: readonly CalendarEntry[];
}

/** So long before a start the calendar reminds of it, in minutes. */
export const REMINDER_MIN = 10;

const LINE_BYTES = 75;
/** A text is cut there, in characters: names may be of any length. */
const LONGEST = 400;
/** An integer of the format. */
const LARGEST = 2 ** 31 - 1;

/** The text of a file with these entries, made at a moment of the server’s clock. */
export function calendarText({ name, language, entries }: CalendarFile, nowMs: number): string {
  const stamp = utc(nowMs);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Outflank//Timetable//EN',
    'CALSCALE:GREGORIAN',
    `NAME;LANGUAGE=${language}:${textValue(name)}`,
    `X-WR-CALNAME:${textValue(name)}`,
    ...entries.flatMap((entry) => [
      'BEGIN:VEVENT',
      `UID:${textValue(entry.uid)}`,
      `DTSTAMP:${stamp}`,
      `LAST-MODIFIED:${stamp}`,
      `SEQUENCE:${Math.min(LARGEST, Math.max(0, Math.trunc(entry.sequence)))}`,
      `DTSTART:${utc(entry.startMs)}`,
      `DTEND:${utc(entry.endMs)}`,
      `SUMMARY;LANGUAGE=${language}:${textValue(entry.summary)}`,
      `DESCRIPTION;LANGUAGE=${language}:${textValue(entry.description)}`,
      `URL:${new URL(entry.url).href}`,
      `STATUS:${entry.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
      ...(entry.cancelled ? [] : reminderOf(entry)),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const reminderOf = (entry: CalendarEntry): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `TRIGGER:-PT${REMINDER_MIN}M`,
  `DESCRIPTION:${textValue(entry.summary)}`,
  'END:VALARM',
];

/** `20260718T093000Z` */
const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** A text as a value: one line, of a length that calendars take, and nothing that turns what stands after it. */
export function textValue(text: string): string {
  const plain = text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?!\n)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ');
  const characters = [...plain];
  const short = characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : plain;
  return short.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
}

/** A line in pieces of at most 75 bytes of UTF-8, each after the first behind a blank; no character is cut. */
export function folded(line: string): string {
  let out = '';
  let used = 0;
  for (const character of line) {
    const bytes = bytesOf(character.codePointAt(0) ?? 0);
    if (used + bytes > LINE_BYTES) {
      out += '\r\n ';
      used = 1;
    }
    out += character;
    used += bytes;
  }
  return out;
}

function bytesOf(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** The name of a file: letters, digits and hyphens of any writing, without what devices forbid. */
export function fileName(name: string): string {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return `${[...words.join('-')].slice(0, 60).join('') || 'outflank'}.ics`;
}
