import { afterEach, expect, it, vi } from 'vitest';
import { send } from '../src/contract/client';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [{ once: true }, 1],
  [{}, 2],
])('with %j a request that nobody answers is sent %i times', async (options, times) => {
  const fetch = vi.fn(() => Promise.reject(new TypeError('the line is cut')));
  vi.stubGlobal('fetch', fetch);
  await expect(send('POST', '/tickets', options)).rejects.toMatchObject({ code: 'unreachable' });
  expect(fetch).toHaveBeenCalledTimes(times);
});
