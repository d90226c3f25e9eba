import { afterEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import { held, refusal, Served } from './served';
import Teams from './Teams.svelte';

const TEAMS = 'GET /tournaments/a/standings/teams';

describe('what is read of an event as it goes on', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is read at once, and then once however many news come meanwhile', async () => {
    let version = 1;
    const second = held();
    const server: Served = new Served({ [TEAMS]: () => (server.count(TEAMS) === 2 ? second.answer : { version, rows: [] }) });
    const { rerender } = await render(Teams, { event: 'a', version });
    await expect.element(page.getByText('1')).toBeVisible();
    await rerender({ event: 'a', version: 2 });
    await expect.poll(() => server.count(TEAMS)).toBe(2);
    for (version = 3; version <= 40; version += 1) await rerender({ event: 'a', version });
    version = 40;
    expect(server.count(TEAMS)).toBe(2);
    second.letGo({ version: 2, rows: [] });
    await expect.element(page.getByText('40')).toBeVisible();
    // One for all that came meanwhile, and one more where the last of them still waited for its moment.
    expect(server.count(TEAMS)).toBeLessThanOrEqual(4);
  });

  it('waits for no answer to what is not asked any more, and shows none', async () => {
    const never = held();
    const server = new Served({ [TEAMS]: () => never.answer, 'GET /tournaments/b/standings/teams': () => ({ version: 5, rows: [] }) });
    const { rerender } = await render(Teams, { event: 'a', version: 1 });
    await expect.poll(() => server.count(TEAMS)).toBe(1);
    await rerender({ event: 'b', version: 1 });
    await expect.element(page.getByText('5')).toBeVisible();
    never.letGo({ version: 9, rows: [] });
    await expect.element(page.getByText('5')).toBeVisible();
  });

  it('shows what is older than is known to be there, and looks until that comes', async () => {
    let version = 1;
    const server: Served = new Served({ [TEAMS]: () => ({ version, rows: [] }) });
    await render(Teams, { event: 'a', version: 2 });
    await expect.element(page.getByText('1')).toBeVisible();
    version = 2;
    await expect.element(page.getByText('2')).toBeVisible();
    const read = server.count(TEAMS);
    await page.getByRole('button', { name: 'Again' }).click();
    await expect.poll(() => server.count(TEAMS)).toBe(read + 1);
  });

  it('says that it is refused, and is read again once it is not', async () => {
    let answer: unknown = refusal('unknown_tournament');
    new Served({ [TEAMS]: () => answer });
    const { rerender } = await render(Teams, { event: 'a', version: 1 });
    await expect.element(page.getByText('unknown_tournament')).toBeVisible();
    answer = { version: 2, rows: [] };
    await rerender({ event: 'a', version: 2 });
    await expect.element(page.getByText('2')).toBeVisible();
  });
});
