import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { commands, page } from 'vitest/browser';
import type { Rulings } from '../../src/contract/types';
import type { EventRulings } from '../../src/event/rulings.svelte';
import Log from '../../src/pages/desk/rulings/Log.svelte';
import { DIRECTOR, ruledEvent } from '../ruled-event';
import { Served, violations } from './served';

const WARNING = {
  id: 'r1',
  at_ms: 1_784_361_600_000,
  entrant_id: 'ove',
  spectator_account_id: null,
  by_account_id: DIRECTOR,
  reviewed_by_account_id: null,
  status: 'in_force',
  paragraph: 'MSO 5.1',
  reason: 'Spoke to a spectator about the position, twice, after he had been told not to.',
  penalty: { kind: 'warning', round: 1, table: 1 },
};

beforeEach(() => {
  new Served({});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function shown(count: number): Promise<void> {
  const { event, tournament } = ruledEvent({}, { acts: [] });
  const summary = { ...tournament.summary, name: 'Lower Marsh Open', date: '2026-07-18' };
  const rulings = Array.from({ length: count }, (_, place) => ({ ...WARNING, id: `r${place}`, at_ms: WARNING.at_ms + place }));
  const known = { rulings, protests: [], appeals: [], disputes: [], interests: [], next_page_token: null } as unknown as Rulings;
  const whole = { ...tournament, summary, early_ends: [], description_changes: [] };
  await render(Log, { event, tournament: whole, rulings: { known, reports: [] } as unknown as EventRulings });
}

it('is a table whose heads stand on every sheet, and is printed alone under the name of its event', async () => {
  await shown(2);
  const table = page.getByRole('table', { name: 'Log of rulings' });
  expect(
    table
      .getByRole('columnheader')
      .elements()
      .map((one) => one.textContent),
  ).toEqual(['When', 'What', 'By whom', 'State']);
  const row = table.getByRole('row').nth(1);
  await expect
    .element(row)
    .toHaveTextContent(/18 July 2026.*Ove Sandmark.*\(MSO 5\.1\).*“Spoke to a spectator.*Ingrid Vestergrund.*In force/);
  expect(getComputedStyle(document.querySelector('thead') ?? document.body).display).toBe('table-header-group');
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  await page.getByRole('button', { name: 'Print' }).click();
  expect(print).toHaveBeenCalledOnce();
  expect(document.querySelector('[data-print-alone]')?.textContent).toContain('Lower Marsh Open');
  window.dispatchEvent(new Event('afterprint'));
});

it.each([1280, 320])('sticks out nowhere at a width of %i px, and has nothing that axe objects to', async (width) => {
  await commands.colors('light');
  await page.viewport(width, 900);
  await shown(3);
  await expect.element(page.getByRole('row').nth(3)).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  await page.screenshot({ path: `../../artefacts/log-${width}.png` });
});
