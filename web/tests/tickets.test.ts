import { afterEach, expect, it, vi } from 'vitest';
import { send } from '../src/contract/client';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['/tournaments', { once: true }, 1],
  ['/tournaments', {}, 2],
  // The contract says so of these: done again they make another ticket, key or link.
  ['/tickets', {}, 1],
  ['/account/api-keys', {}, 1],
  ['/tournaments/t/entrants/e/seat-code', {}, 1],
  ['/tournaments/t/entrants/e/withdrawal', {}, 2],
])('POST %s with %j, answered by nobody, is sent %i times', async (path, options, times) => {
  const fetch = vi.fn(() => Promise.reject(new TypeError('the line is cut')));
  vi.stubGlobal('fetch', fetch);
  await expect(send('POST', path, options)).rejects.toMatchObject({ code: 'unreachable' });
  expect(fetch).toHaveBeenCalledTimes(times);
});
