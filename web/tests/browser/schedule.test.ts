import '../../src/ui/styles/base.css';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { commands, page } from 'vitest/browser';
import type { Tournament } from '../../src/contract/types';
import type { LiveEvent } from '../../src/event/event.svelte';
import { loadTexts, speak } from '../../src/i18n';
import type { Language } from '../../src/i18n/language';
import Schedule from '../../src/pages/frame/Schedule.svelte';
import { title } from '../../src/ui/title.svelte';
import { violations } from './served';

const HOUR = 3_600_000;
const START = Math.ceil(Date.now() / HOUR) * HOUR + 48 * HOUR;
const NAME = 'Upper; Marsh,\nOpen';
const entrant = (id: string, surname: string) => ({
  id,
  surname,
  given_names: 'Ann',
  country: 'NOR',
  federation_number: 0,
  withdrawn_from_round: 0,
  absent_rounds: [],
  from_round: 0,
});
const tournament = {
  summary: { id: 't', name: NAME, phase: 'running', round: 1, rounds: 3, seq: 12, rule_set: 'egp-2020' },
  entrants: [entrant('me', 'Alder'), entrant('you', 'Birk')],
  rounds: [
    {
      number: 1,
      stage: 'qualification',
      starts_at_ms: START,
      finished: false,
      bye_entrant_ids: [],
      boards: [
        {
          table: 2,
          black_entrant_id: 'you',
          white_entrant_id: 'me',
          game_id: 'g2',
          result: null,
          game: 0,
          purpose: 'qualification',
          main_time_ms: 1_500_000,
          game_reopened: false,
          disputed: false,
        },
      ],
    },
  ],
  timetable: {
    utc_offset_minutes: 345,
    breaks: [],
    sessions: [
      {
        day: 1,
        plays: [
          { round: 1, stage: null, game: null, starts_at_ms: START },
          { round: 2, stage: null, game: null, starts_at_ms: null },
          { round: 3, stage: null, game: null, starts_at_ms: START + 26 * HOUR },
        ],
      },
    ],
  },
  timetable_set: true,
  announced: null,
  main_time_ms: 1_500_000,
  rule_set_json: '{}',
} as unknown as Tournament;
const event = {
  id: 't',
  tournament,
  entrant: (id: string | null) => tournament.entrants.find((one) => one.id === id) ?? null,
  nameOf: (id: string | null) => (id === 'you' ? 'Ann Birk' : 'Ann Alder'),
} as unknown as LiveEvent;

let saved: { name: string; text: Promise<string> }[];

beforeEach(() => {
  saved = [];
  let last: Blob;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob as Blob;
    return 'blob:none';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: last.text() });
  });
  document.title = 'A schedule';
  document.documentElement.lang = 'en';
});
afterEach(() => {
  void cleanup();
  vi.restoreAllMocks();
});

const shown = (of: string | null = 'me') => render(Schedule, { props: { event, tournament, entrant: of } });

describe('a schedule', () => {
  it.each(['light', 'dark'] as const)('has nothing that axe objects to in %s', async (scheme) => {
    await commands.colors(scheme);
    await shown();
    await expect.element(page.getByText('White against Ann Birk')).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it.each([320, 390])('has nothing that sticks out at a width of %i px', async (width) => {
    await page.viewport(width, 800);
    await shown();
    await expect.element(page.getByText('White against Ann Birk')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  it('names the zone, the time at the event, and what has no time', async () => {
    await shown();
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    await expect.element(page.getByTestId('schedule')).toHaveTextContent(`Times in your time zone, ${zone} (UTC`);
    await expect.element(page.getByTestId('schedule')).toHaveTextContent('The event’s own time, UTC+05:45, stands beside.');
    await expect.element(page.getByTestId('slot').nth(0)).toHaveTextContent('at the event');
    await expect.element(page.getByTestId('slot').nth(1)).toHaveTextContent('follows round 1');
    await expect.element(page.getByTestId('schedule')).toHaveTextContent('1 part has no time yet and is not in the file.');
  });

  it('saves the whole, a day and a round', async () => {
    await shown();
    await page.getByRole('button', { name: 'Put it in my calendar' }).click();
    await page.getByRole('button', { name: 'This day in my calendar' }).first().click();
    await page.getByRole('button', { name: 'Round 3 in my calendar' }).click();
    const texts = await Promise.all(saved.map(({ text }) => text));
    const ids = texts.map((text) => [...text.matchAll(/UID:(t-\d)@/g)].map(([, id]) => id));
    expect(ids).toEqual([['t-1', 't-3'], ['t-1'], ['t-3']]);
    expect(saved[0]?.name).toBe('upper-marsh-open-my-games.ics');
    expect(texts[0]?.replaceAll('\r\n ', '')).toContain(String.raw`SUMMARY;LANGUAGE=en:Round 1 against Ann Birk\, Upper\; Marsh\,\nOpen`);
  });

  it('has no opponents for whoever does not play', async () => {
    await shown(null);
    await page.getByRole('button', { name: 'Put it in my calendar' }).click();
    const text = await saved[0]?.text;
    expect(text).toContain('UID:t-1@');
    expect(text).not.toContain('Birk');
    expect(saved[0]?.name).toBe('upper-marsh-open-timetable.ics');
  });

  it.each([
    ['fr', 'Mettre dans mon agenda', 'SUMMARY;LANGUAGE=fr:Ronde 1 contre Ann Birk'],
    ['ja', 'カレンダーに入れる', 'SUMMARY;LANGUAGE=ja:'],
  ] as [Language, string, string][])('speaks %s in the file as on the page', async (language, button, summary) => {
    await speak(language);
    try {
      await loadTexts(['schedule', 'event_words']);
      await shown();
      await page.getByRole('button', { name: button, exact: true }).click();
      expect(await saved[0]?.text).toContain(summary);
    } finally {
      await speak('en');
    }
  });
});

describe('the title of the tab', () => {
  it('calls to one table by its name and to several by their number, whichever ends first', () => {
    title.page = 'Your games';
    const one = title.summon('a', 'Your move, table 1');
    expect(title.text).toBe('● Your move, table 1');
    const other = title.summon('b', 'Your move, table 2');
    expect(title.text).toBe('● 2 tables wait for you');
    one();
    expect(title.text).toBe('● Your move, table 2');
    other();
    expect(title.text).toMatch(/^Your games – /);
    title.page = '';
  });
});
