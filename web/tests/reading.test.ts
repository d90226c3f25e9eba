import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { laterMs, Reading, type Read } from '../src/live/reading';

let reads: number[];
let ends: Read[];
const reading = (ms = 0): Reading =>
  new Reading(async () => {
    reads.push(Date.now());
    if (ms > 0) await new Promise((done) => setTimeout(done, ms));
    return ends.shift() ?? 'read';
  });

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  [reads, ends] = [[], []];
  // What is waited for by chance is waited for as long in every run.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a reading', () => {
  it('is one at a time: however many ask while it runs, one more follows', async () => {
    const one = reading(10);
    const all = [one.now(), one.now(), one.now()];
    await vi.advanceTimersByTimeAsync(50);
    await Promise.all(all);
    expect(reads).toEqual([0, 10]);
  });

  it('asked for soon comes once, within a quarter of a second', async () => {
    const one = reading();
    for (let count = 0; count < 10; count += 1) one.soon();
    await vi.advanceTimersByTimeAsync(250);
    expect(reads.length).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reads.length).toBe(1);
  });

  it('after trouble comes again, later each time and at last twice a minute', async () => {
    ends = Array<Read>(40).fill('trouble');
    void reading().now();
    await vi.advanceTimersByTimeAsync(600_000);
    const waits = reads.slice(1).map((at, place) => at - (reads[place] ?? 0));
    expect(waits.slice(0, 3).every((wait) => wait <= 2_000)).toBe(true);
    expect(waits.at(-1)).toBeGreaterThanOrEqual(15_000);
    expect(reads.length).toBeLessThan(50);
  });

  it('stops looking for what does not come, until somebody asks', async () => {
    ends = Array<Read>(100).fill('behind');
    const one = reading();
    void one.now();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(reads.length).toBe(7);
    one.soon();
    await vi.advanceTimersByTimeAsync(250);
    expect(reads.length).toBe(8);
  });

  it('looks as often as ever for something new that is due, though it looks for something else in vain', async () => {
    ends = Array<Read>(100).fill('behind');
    const one = reading();
    void one.now();
    await vi.advanceTimersByTimeAsync(20_000);
    const before = reads.length;
    expect(before, 'it looks still').toBeLessThan(7);
    void one.anew();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(reads.length).toBe(before + 7);
  });

  it('in trouble is woken at once by news', async () => {
    ends = ['trouble', 'trouble', 'trouble', 'trouble', 'trouble', 'trouble'];
    const one = reading();
    void one.now();
    await vi.advanceTimersByTimeAsync(20_000);
    const before = reads.length;
    one.soon();
    await vi.advanceTimersByTimeAsync(250);
    expect(reads.length).toBe(before + 1);
  });

  it('is made again for who asks in the very moment in which it ends', async () => {
    for (let turns = 0; turns < 10; turns += 1) {
      reads = [];
      const one = reading();
      void one.now();
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      void one.now();
      await vi.advanceTimersByTimeAsync(1);
      expect(reads.length, `asked again after ${turns} turns`).toBe(2);
    }
  });

  it('that was refused is not made again', async () => {
    ends = ['refused'];
    void reading().now();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(reads.length).toBe(1);
  });

  it('once stopped is not made again', async () => {
    ends = ['trouble'];
    const one = reading();
    await one.now();
    one.stop();
    one.soon();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(reads.length).toBe(1);
  });
});

it('waits from half a second to half a minute, half of it by chance', () => {
  expect([laterMs(0, () => 0), laterMs(0, () => 1)]).toEqual([250, 500]);
  expect([laterMs(3, () => 0), laterMs(3, () => 1)]).toEqual([2_000, 4_000]);
  expect([laterMs(50, () => 0), laterMs(50, () => 1)]).toEqual([15_000, 30_000]);
});
