import { describe, expect, it } from 'vitest';
import type { PenaltyRuling, Protest, Tournament } from '../src/contract/types';
import { appealing, type Decision } from '../src/event/appeals';

const WINDOW = 30 * 60_000;
const rules = {
  penalties: { appeals: { body: 'committee', referral_to_committee: false, window_ms: WINDOW, before_next_pairing: false } },
};
const tournament = { rule_set_json: JSON.stringify(rules), summary: { round: 2 } } as unknown as Tournament;
const protest = (parts: Partial<Protest>): Decision => ({
  protest: { id: 'p1', round: 2, at_ms: 0, decided: true, decided_at_ms: 20 * 60_000, ...parts } as Protest,
});
const ruling: Decision = { ruling: { id: 'r1', at_ms: 0, status: 'in_force', penalty: { round: 2 } } as PenaltyRuling };
const at = (decision: Decision, nowMs: number) => appealing(decision, { appeals: [] }, tournament, nowMs);

describe('the time for an appeal', () => {
  it('runs for a protest from when it was decided, not from when it was filed', () => {
    expect(at(protest({}), 45 * 60_000)).toMatchObject({ may: true, untilMs: 50 * 60_000 });
    expect(at(protest({}), 50 * 60_000)).toMatchObject({ may: true });
    expect(at(protest({}), 50 * 60_000 + 1)).toMatchObject({ may: false, why: 'too_late' });
  });

  it('is not said of a protest whose decision has no time', () => {
    expect(at(protest({ decided_at_ms: null }), 90 * 60_000)).toMatchObject({ may: true, untilMs: null });
  });

  it('runs for a ruling from when it was made', () => {
    expect(at(ruling, WINDOW)).toMatchObject({ may: true, untilMs: WINDOW });
    expect(at(ruling, WINDOW + 1)).toMatchObject({ may: false, why: 'too_late' });
  });

  it('has not begun before the protest is decided', () => {
    expect(at(protest({ decided: false, decided_at_ms: null }), 0)).toMatchObject({ may: false, why: 'not_decided' });
  });
});
