import { describe, expect, it } from 'vitest';
import { calendarText, fileName, folded, REMINDER_MIN, textValue, type CalendarEntry } from '../src/event/calendar';

const NOON = Date.UTC(2026, 6, 18, 12);
const bytes = (text: string): number => new TextEncoder().encode(text).length;
const entry = (values: Partial<CalendarEntry> = {}): CalendarEntry => ({
  uid: 't1-3@outflank.example',
  startMs: NOON,
  endMs: NOON + 50 * 60_000,
  summary: 'Round 3 against Ann Alder, Upper Marsh Open',
  description: 'You are Black at table 2.',
  url: 'https://outflank.example/g/g1',
  sequence: 41,
  cancelled: false,
  ...values,
});
const textOf = (entries: CalendarEntry[], name = 'Upper Marsh Open, my games'): string =>
  calendarText({ name, language: 'en', entries }, NOON - 3_600_000);
/** The lines that a calendar reads: unfolded, without the line ends. */
const linesOf = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n');
/** The text that a value stands for. */
const unescaped = (value: string): string =>
  value.replaceAll(/\\([\\;,nN])/g, (_, one: string) => (one.toLowerCase() === 'n' ? '\n' : one));
const valueOf = (text: string, property: string): string => {
  const line = linesOf(text).find((one) => one.split(/[;:]/)[0] === property) ?? '';
  return unescaped(line.slice(line.indexOf(':') + 1));
};
const HOSTILE = [
  'Ann\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:forged',
  'Ann\nATTENDEE:mailto:x@example.org',
  'a;b,c\\d\\n"e":f',
  '\u202eevil\u2066 name\u2069\u200f',
  '\u0000\u0007\u001b[31m\u0085\u2028\u2029',
  '名'.repeat(10_000),
  '👩‍👩‍👧'.repeat(300),
  '\ud800 alone \udc00',
  ' '.repeat(200),
  '',
];

describe('a calendar file', () => {
  it('has each entry with its time in UTC, its reminder and where it leads', () => {
    const text = textOf([entry()]);
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(linesOf(text)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Outflank//Timetable//EN',
      'CALSCALE:GREGORIAN',
      String.raw`NAME;LANGUAGE=en:Upper Marsh Open\, my games`,
      String.raw`X-WR-CALNAME:Upper Marsh Open\, my games`,
      'BEGIN:VEVENT',
      'UID:t1-3@outflank.example',
      'DTSTAMP:20260718T110000Z',
      'LAST-MODIFIED:20260718T110000Z',
      'SEQUENCE:41',
      'DTSTART:20260718T120000Z',
      'DTEND:20260718T125000Z',
      String.raw`SUMMARY;LANGUAGE=en:Round 3 against Ann Alder\, Upper Marsh Open`,
      'DESCRIPTION;LANGUAGE=en:You are Black at table 2.',
      'URL:https://outflank.example/g/g1',
      'STATUS:CONFIRMED',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `TRIGGER:-PT${REMINDER_MIN}M`,
      String.raw`DESCRIPTION:Round 3 against Ann Alder\, Upper Marsh Open`,
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('says a change of the same thing under the same id with a higher sequence', () => {
    const [before, after] = [textOf([entry()]), textOf([entry({ startMs: NOON + 600_000, sequence: 42 })])];
    expect(valueOf(after, 'UID')).toBe(valueOf(before, 'UID'));
    expect(Number(valueOf(after, 'SEQUENCE'))).toBeGreaterThan(Number(valueOf(before, 'SEQUENCE')));
  });

  it('strikes out what is cancelled, and reminds of it no more', () => {
    const text = textOf([entry({ cancelled: true })]);
    expect(valueOf(text, 'STATUS')).toBe('CANCELLED');
    expect(valueOf(text, 'UID')).toBe('t1-3@outflank.example');
    expect(text).not.toContain('VALARM');
  });

  it('keeps its sequence within an integer of the format', () => {
    expect(valueOf(textOf([entry({ sequence: 1e15 })]), 'SEQUENCE')).toBe('2147483647');
  });

  it.each(HOSTILE)('is whole whatever a name holds: %j', (name) => {
    const text = textOf([entry({ summary: name, description: name }), entry({ uid: 'other' })], name);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of text.split('\r\n')) expect(bytes(line), line).toBeLessThanOrEqual(75);
    const lines = linesOf(text);
    const names = lines.filter(Boolean).map((line) => line.split(/[;:]/)[0]);
    expect(names.filter((one) => one === 'BEGIN')).toHaveLength(5);
    expect(names.filter((one) => one === 'END')).toHaveLength(5);
    expect(names).not.toContain('ATTENDEE');
    expect(names.filter((one) => one === 'SUMMARY')).toHaveLength(2);
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    // No line of the file cuts a character: each is whole by itself.
    for (const line of text.split('\r\n')) expect(/^[\udc00-\udfff]/.test(line.slice(1)) && !name.startsWith('\ud800')).toBe(false);
  });

  it('says what it was given, below the length that it takes', () => {
    const words = 'a;b,c\\d "e":f\nsecond line; ½ – 石';
    expect(valueOf(textOf([entry({ summary: words })]), 'SUMMARY')).toBe(words);
  });

  it('cuts a text of ten thousand characters and says that it does', () => {
    const told = valueOf(textOf([entry({ summary: '名'.repeat(10_000) })]), 'SUMMARY');
    expect([...told]).toHaveLength(400);
    expect(told.endsWith('…')).toBe(true);
  });

  it('takes no line end into an address', () => {
    const text = textOf([entry({ url: 'https://outflank.example/g/a\r\nATTENDEE:b' })]);
    expect(linesOf(text).filter((one) => one.startsWith('ATTENDEE'))).toEqual([]);
  });
});

describe('a folded line', () => {
  it.each(['x', 'é', '石', '🟢'])('has 75 bytes at most and loses nothing: %s', (character) => {
    for (let length = 0; length < 200; length += 1) {
      const line = character.repeat(length);
      const lines = folded(line).split('\r\n');
      for (const [place, one] of lines.entries()) {
        expect(bytes(one)).toBeLessThanOrEqual(75);
        if (place > 0) expect(one.startsWith(' ')).toBe(true);
      }
      expect(lines.map((one, place) => (place > 0 ? one.slice(1) : one)).join('')).toBe(line);
    }
  });

  it('is folded no earlier than it has to be', () => {
    expect(folded('x'.repeat(75))).toBe('x'.repeat(75));
    expect(folded('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x`);
  });
});

describe('a value', () => {
  it('is one line', () => {
    expect(textValue('a\r\nb\rc\nd')).toBe(String.raw`a\nb\nc\nd`);
  });
});

describe('the name of a file', () => {
  it('is of letters and digits of any writing', () => {
    expect(fileName('Upper Marsh Open, my games')).toBe('upper-marsh-open-my-games.ics');
    expect(fileName('東京大会 自分の対局')).toBe('東京大会-自分の対局.ics');
    expect(fileName('../../etc/passwd\n')).toBe('etc-passwd.ics');
    expect(fileName('\u202e???')).toBe('outflank.ics');
    expect(fileName('x'.repeat(500)).length).toBe(64);
  });
});
