import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MOMENTS_MS, until } from '../src/browser/until';

beforeEach(() => {
  vi.useFakeTimers();
});

describe('looking until something is there', () => {
  it('looks once when it is there at once', async () => {
    const look = vi.fn(async () => true);
    expect(await until(look)).toBe(true);
    expect(look).toHaveBeenCalledOnce();
  });

  it('goes on through failures and empty answers', async () => {
    const look = vi.fn<() => Promise<boolean>>();
    look.mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce(false).mockResolvedValueOnce(true);
    const found = until(look);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await found).toBe(true);
    expect(look).toHaveBeenCalledTimes(3);
  });

  it('gives up in the end', async () => {
    const look = vi.fn(async () => false);
    const found = until(look);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await found).toBe(false);
    expect(look).toHaveBeenCalledTimes(MOMENTS_MS.length + 1);
  });
});
