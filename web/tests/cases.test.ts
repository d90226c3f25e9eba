import { describe, expect, it } from 'vitest';
import { openCases } from '../src/event/cases';
import type { Report, Rulings } from '../src/contract/types';

const known = {
  disputes: [{ round: 2, table: 4, entrant_id: 'a', holds_pairing: true }],
  protests: [
    { id: 'p1', entrant_id: 'b', round: 2, table: 1, decided: false },
    { id: 'p2', entrant_id: 'b', round: 1, table: 1, decided: true },
  ],
  appeals: [
    { id: 'x1', entrant_id: 'c', decided: false, fallen: false },
    { id: 'x2', entrant_id: 'c', decided: true, fallen: false },
    { id: 'x3', entrant_id: null, decided: false, fallen: true },
  ],
  rulings: [
    { id: 'r1', entrant_id: 'd', status: 'proposed', penalty: { round: 1, table: 3 } },
    { id: 'r2', entrant_id: 'd', status: 'in_force', penalty: { round: 1, table: 3 } },
  ],
} as unknown as Rulings;
const reports = [
  { id: 'w1', round: 2, table: 5, outcome: null },
  { id: 'w2', round: 2, table: 5, outcome: 'noted' },
] as Report[];

describe('what waits for a decision', () => {
  it('is each open dispute, protest, appeal, proposed penalty and report, and nothing that is decided', () => {
    expect(openCases(known, reports).map(({ key }) => key)).toEqual(['dispute-2-4', 'protest-p1', 'appeal-x1', 'review-r1', 'report-w1']);
  });

  it('says whose it is, where it was, and whether the next pairing waits for it', () => {
    expect(openCases(known, reports)[0]).toEqual({ kind: 'dispute', key: 'dispute-2-4', entrant: 'a', round: 2, table: 4, held: true });
    expect(openCases(known, reports)[3]).toMatchObject({ entrant: 'd', round: 1, table: 3, held: false });
  });
});
