import { describe, expect, it } from 'vitest';
import { startBody } from '../src/acts/kit/starts';

const NOW = 1_000_000_003_000;

describe('the start that is picked', () => {
  it.each([
    // Without a time the server starts as planned: whoever picks now against a plan says when that is.
    ['planned', true, null],
    ['0', false, null],
    ['0', true, 1_000_000_010_000],
    ['2', false, 1_000_000_130_000],
    ['2', true, 1_000_000_130_000],
    ['at', true, 5],
  ] as const)('%s, with a plan %s, is sent as %s', (start, isPlanned, sent) => {
    expect(startBody({ start, at: 5 }, isPlanned, NOW)).toBe(sent);
  });
});
