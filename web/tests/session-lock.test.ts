import { describe, expect, it } from 'vitest';
import { withLease } from '../src/browser/session-lock';

function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

describe('the lease where browsers withhold locks', () => {
  it('lets one tab in at a time', async () => {
    const shared = storage();
    let inside = 0;
    let most = 0;
    const tab = () =>
      withLease(shared, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((done) => setTimeout(done, 5));
        inside -= 1;
      });
    await Promise.all([tab(), tab(), tab(), tab()]);
    expect(most).toBe(1);
  });

  it('is given back when the act fails', async () => {
    const shared = storage();
    await expect(withLease(shared, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await withLease(shared, async () => 'in')).toBe('in');
  });
});
