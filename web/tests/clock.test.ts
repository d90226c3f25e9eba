import { describe, expect, it } from 'vitest';
import { formatClock, formatCountdown, formatCredit, formatSpan, formatUsed, leftAt } from '../src/clock/clock';

describe('a clock', () => {
  it.each([
    [1_500_000, '25:00'],
    [1_499_999, '24:59'],
    [60_000, '1:00'],
    [51_400, '0:51'],
    [10_000, '0:10'],
    [3_600_000, '1:00:00'],
    [3_599_999, '59:59'],
    [5_025_000, '1:23:45'],
    [0, '0:00'],
    [-5, '0:00'],
  ])('shows %i ms as %s', (ms, text) => {
    expect(formatClock(ms, false)).toBe(text);
  });

  it.each([
    [9_999, '0:09.9'],
    [8_700, '0:08.7'],
    [99, '0:00.0'],
    [10_000, '0:10'],
  ])('shows tenths of %i ms to players as %s', (ms, text) => {
    expect(formatClock(ms, true)).toBe(text);
  });

  it('never shows more than there is', () => {
    for (let ms = 0; ms < 20_000; ms += 37) {
      const [minutes = 0, seconds = 0] = formatClock(ms, true).split(':').map(Number);
      expect(Math.round((minutes * 60 + seconds) * 1000)).toBeLessThanOrEqual(ms);
    }
  });
});

describe('spans', () => {
  it('rounds time used to the nearest second', () => {
    expect([0, 37, 340, 1_205].map(formatCredit)).toEqual(['–', '0.04', '0.34', '1.21']);
    expect(formatUsed(499)).toBe('0:00');
    expect(formatUsed(500)).toBe('0:01');
    expect(formatUsed(217_400)).toBe('3:37');
  });

  it('counts down to zero only when it is there', () => {
    expect(formatCountdown(1)).toBe('0:01');
    expect(formatCountdown(0)).toBe('0:00');
    expect(formatCountdown(270_000)).toBe('4:30');
  });

  it('writes time offline with two digits', () => {
    expect(formatSpan(42_900)).toBe('00:42');
  });
});

describe('what is left', () => {
  const clocks = { black_ms: 60_000, white_ms: 30_000, running: 'black', as_of_ms: 1_000 } as const;

  it('runs for the side on move only', () => {
    expect(leftAt(clocks, 'black', 6_000)).toBe(55_000);
    expect(leftAt(clocks, 'white', 6_000)).toBe(30_000);
  });

  it('neither grows before its time nor falls below zero', () => {
    expect(leftAt(clocks, 'black', 0)).toBe(60_000);
    expect(leftAt(clocks, 'black', 1_000_000)).toBe(0);
  });
});
