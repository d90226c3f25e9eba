import { describe, expect, it } from 'vitest';
import { noticeOf, pageFor } from '../src/worker/notice';

const AT = Date.UTC(2026, 6, 4, 12, 0);
const paired = {
  kind: 'paired',
  language: 'en',
  tournament: 't 1',
  name: 'Open of Elsinore',
  round: 3,
  table: 4,
  colour: 'black',
  opponent: 'Haruto Shirakumo',
  starts_at_ms: AT,
};
const time = (lang: string): string => new Intl.DateTimeFormat(lang, { hour: '2-digit', minute: '2-digit' }).format(AT);

describe('a message of the server’s', () => {
  it('says whom to play, and leads to the own seat', () => {
    expect(noticeOf(paired, AT)).toEqual({
      title: 'Open of Elsinore',
      body: `Round 3 starts at ${time('en')}: you have Black against Haruto Shirakumo, table 4.`,
      lang: 'en',
      tag: 't 1 3',
      path: '/t/t%201/seat',
    });
  });

  it('is told in the device’s language', () => {
    expect(noticeOf({ ...paired, kind: 'start', language: 'fr', colour: 'white' }, AT).body).toBe(
      `Votre partie commence à ${time('fr')}\u00a0: ronde 3, table 4, Blanc contre Haruto Shirakumo.`,
    );
    expect(noticeOf({ ...paired, kind: 'bye', language: 'ja' }, AT).body).toBe('第3ラウンドは不戦勝（バイ）です。');
    expect(noticeOf({ ...paired, language: 'xx' }, AT).lang).toBe('en');
  });

  it('keeps two boards of one account apart', () => {
    expect(noticeOf({ ...paired, place: 1 }, AT).tag).toBe('t 1 3 1');
  });

  it('names the day of a start that is on another one', () => {
    expect(noticeOf(paired, AT - 3 * 86_400_000).body).toContain('Jul 4');
    expect(noticeOf(paired, AT).body).not.toContain('Jul');
  });

  it('says what was announced, and which table calls', () => {
    const announced = { kind: 'announcement', tournament: 't1', name: 'Open', number: 5, text: 'Lunch is at 13:00.', language: 'en' };
    expect(noticeOf(announced, AT)).toEqual({ title: 'Open', body: 'Lunch is at 13:00.', lang: 'en', tag: 't1 a5', path: '/t/t1' });
    const called = { kind: 'call', tournament: 't1', name: 'Open', round: 3, table: 4, language: 'en' };
    const body = 'Round 3: table 4 calls for the director.';
    expect(noticeOf(called, AT)).toEqual({ title: 'Open', body, lang: 'en', tag: 't1 3 c4', path: '/t/t1/desk' });
  });

  it('that cannot be read is news all the same', () => {
    const strange = [null, undefined, 'text', 7, [], {}, { kind: 'toString' }, { kind: 'later', language: 'constructor', round: {} }];
    for (const message of strange) {
      const { title, body, path } = noticeOf(message, AT);
      expect([title, body, path]).toEqual(['Outflank', 'There is something new in this event.', '/']);
    }
    expect(noticeOf({ kind: 'announcement', tournament: '//elsewhere.example', text: '' }, AT).path).toBe('/t/%2F%2Felsewhere.example');
    expect(noticeOf({ ...paired, starts_at_ms: 1e300 }, AT).body).not.toContain('{');
  });
});

describe('a notification that is touched', () => {
  const page = (path: string): { url: string } => ({ url: `https://play.example${path}` });

  it('brings the page that it leads to, or another of the same event', () => {
    const pages = [page('/'), page('/t/t10/seat'), page('/t/t1'), page('/t/t1/seat?a=b')];
    expect(pageFor('/t/t1/seat', pages)).toBe(pages[3]);
    expect(pageFor('/t/t1/desk', pages)).toBe(pages[2]);
    expect(pageFor('/t/t2/seat', pages)).toBeUndefined();
    expect(pageFor('/', pages)).toBe(pages[0]);
  });
});
