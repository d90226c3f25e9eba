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
    const server = new Served({ [TEAMS]: () => ({ version, rows: [] }) });
    const { rerender } = await render(Teams, { event: 'a', version });
    await expect.element(page.getByText('1')).toBeVisible();
    for (version = 2; version < 20; version += 1) await rerender({ event: 'a', version });
    version = 20;
    await rerender({ event: 'a', version });
    await expect.element(page.getByText('20')).toBeVisible();
    // The first, and one for all the news; one more where a reading had begun before the last of them.
    expect(server.count(TEAMS)).toBeLessThanOrEqual(3);
  });

  it('shows no answer to what is not asked any more', async () => {
    const late = held();
    new Served({ [TEAMS]: () => late.answer, 'GET /tournaments/b/standings/teams': () => ({ version: 5, rows: [] }) });
    const { rerender } = await render(Teams, { event: 'a', version: 1 });
    await rerender({ event: 'b', version: 1 });
    late.letGo({ version: 9, rows: [] });
    await expect.element(page.getByText('5')).toBeVisible();
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
