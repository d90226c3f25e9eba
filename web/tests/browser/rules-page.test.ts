import { tick } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import RulesPage from '../../src/pages/help/RulesPage.svelte';

afterEach(() => vi.restoreAllMocks());

it('takes the focus to the heading once for another rule set, and leaves it to the reader from then on', async () => {
  const focus = vi.spyOn(HTMLHeadingElement.prototype, 'focus');
  const shown = await render(RulesPage, { view: 'club' });
  await expect.element(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await turns();
  expect(focus).not.toHaveBeenCalled();
  await shown.rerender({ view: 'papp' });
  await expect.poll(() => focus.mock.calls.length).toBeGreaterThan(0);
  await turns();
  expect(focus).toHaveBeenCalledTimes(1);
});

/** Lets whatever follows of itself happen. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await tick();
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
