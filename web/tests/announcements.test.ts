import { describe, expect, it } from 'vitest';
import type { Announcement } from '../src/contract/types';
import { formatStart } from '../src/i18n/numbers';
import { announcementLead, movedTexts, standing } from '../src/event/announcements';

const NOON = new Date(2026, 10, 28, 12, 0, 0).getTime();
const HOUR = 3_600_000;
const told: Announcement = {
  number: 1,
  kind: 'general',
  audience: 'everybody',
  round: null,
  table: null,
  text: 'Coffee.',
  corrects: null,
  by_account_id: 'a',
  at_ms: NOON,
  starts: [],
};

describe('announcements', () => {
  it('stand newest first, without those that were corrected', () => {
    const all = [told, { ...told, number: 2 }, { ...told, number: 4, corrects: 1 }];
    expect(standing(all).map((one) => one.number)).toEqual([4, 2]);
  });

  it('say what they are about and for whom', () => {
    expect(announcementLead(told)).toBe('Announced.');
    expect(announcementLead({ ...told, kind: 'timetable_moved', corrects: 3 })).toBe(
      'The timetable was moved. It corrects an earlier one.',
    );
    expect(announcementLead({ ...told, audience: 'board', round: 2, table: 5 })).toBe('Announced. For table 5 of round 2.');
    expect(announcementLead({ ...told, kind: 'rules_amended', audience: 'officials' })).toBe('The rules were amended. For officials.');
    expect(announcementLead({ ...told, kind: 'of_tomorrow' })).toBe('Announced.');
  });

  it('name every start that was moved, with its day where that is another', () => {
    const start = { round: 2, stage: null, game: null, before_ms: NOON, now_ms: NOON + HOUR };
    const game = { ...start, round: null, stage: 'semi_finals', game: 2, now_ms: null };
    expect(movedTexts([start, { ...start, before_ms: null }, game], NOON)).toEqual([
      'Round 2: 13:00:00 instead of 12:00:00.',
      'Round 2: 13:00:00.',
      'Semi-finals, game 2: the start is open.',
    ]);
    expect(formatStart(NOON + 24 * HOUR, NOON)).toBe('29 November 2026 at 12:00');
  });

  it('name rounds in a row whose starts are open in one sentence', () => {
    const open = (round: number | null) => ({ round, stage: null, game: null, before_ms: NOON, now_ms: null });
    const set = { ...open(4), now_ms: NOON };
    expect(movedTexts([open(1), open(2), open(3), set, open(5), open(7)], NOON)).toEqual([
      'Rounds 1–3: the start is open.',
      'Round 4: 12:00:00 instead of 12:00:00.',
      'Round 5: the start is open.',
      'Round 7: the start is open.',
    ]);
  });
});
