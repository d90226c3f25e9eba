/** What the public pages of the championship show, against what the journey reckons. */
import { type Page, expect } from '@playwright/test';
import { type Event, look, shot } from './event';
import { listOf, pointsText } from './lists';

/** The rows of the standings as they stand on the page: points, Brightwell Quotient and discs by entrant, in their order. */
export async function rowsOf(page: Page): Promise<string[][]> {
  const table = page.getByTestId('standings');
  await table.waitFor();
  return table.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const { cells } = row as HTMLTableRowElement;
      const points = [...cells].findIndex((cell) => cell.classList.contains('points'));
      const said = [...cells].slice(points, points + 3).map((cell) => cell.textContent.trim());
      return [row.getAttribute('data-entrant') ?? '', ...said];
    }),
  );
}

/** The public list is what the results make of it, and stands under this heading. */
export async function assertList(event: Event, heading: string): Promise<void> {
  const page = await event.desk.page.context().newPage();
  await page.goto(`/t/${event.id}`);
  await page.getByRole('heading', { name: heading }).waitFor();
  const list = listOf(await look(event));
  const wanted = list.map((line) => [line.entrant, pointsText(line.halfPoints), (line.brightwellHalves / 2).toFixed(1), `${line.discs}`]);
  // Who is equal on everything may stand in either order: lots decide it.
  const sorted = (rows: string[][]): string[][] => [...rows].sort((one, other) => (one.join() < other.join() ? -1 : 1));
  // The heading is the event's, the rows are the list's: they may come a moment later.
  await expect.poll(async () => sorted(await rowsOf(page))).toStrictEqual(sorted(wanted));
  const shown = await rowsOf(page);
  expect(shown.map((row) => row.slice(1))).toStrictEqual(wanted.map((row) => row.slice(1)));
  await shot(page, heading.replaceAll(/\W+/g, '-'));
  await page.close();
}
