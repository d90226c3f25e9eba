import '../../src/ui/styles/base.css';
import { afterEach, beforeEach, expect, describe, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import type { Import } from '../../src/acts/office/archive';
import Imports from '../../src/pages/office/Imports.svelte';
import { held, refusal, Served, violations } from './served';

let server: Served;

beforeEach(() => {
  server = new Served({ 'GET /accounts/officer/name': () => ({ display_name: 'Halvar Noreng' }) });
});

afterEach(() => {
  // A page that stands yet would look again.
  void cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Makes the clock by which the page looks again. */
const madeClock = (): void => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });

describe('the imports', () => {
  const imported = (parts: Partial<Import>): Import => ({
    import_id: 'one',
    kind: 'papp',
    name: 'marsh.zip',
    sha256: '5f70',
    by_account_id: 'officer',
    at_ms: 1_000,
    files: 0,
    events: 0,
    results: 0,
    games: 0,
    findings: 0,
    undone_by_account_id: null,
    undone_at_ms: null,
    undone_reason: null,
    taken_in: false,
    percent: 0,
    ...parts,
  });

  it('say how far one is until it is taken in, and then what it came to', async () => {
    madeClock();
    let now = imported({ percent: 40 });
    const undone = imported({
      import_id: 'two',
      name: 'old.zip',
      undone_by_account_id: 'officer',
      undone_at_ms: 2_000,
      undone_reason: 'Twice.',
    });
    server.answers['GET /archive/imports'] = () => ({ imports: [now, undone], next_page_token: null });
    await render(Imports);
    const bar = page.getByRole('progressbar', { name: 'Being taken in: 40 %' });
    await expect.element(bar).toHaveAttribute('value', '40');
    await expect.element(page.getByText('PAPP event (ZIP), by Halvar Noreng').first()).toBeVisible();
    await expect.element(page.getByText(/Taken back by Halvar Noreng.*Twice\./)).toBeVisible();
    expect(await violations()).toEqual([]);
    now = imported({ percent: 90 });
    await vi.advanceTimersByTimeAsync(2_000);
    await expect.element(page.getByText('Being taken in: 90 %')).toBeVisible();
    now = imported({ taken_in: true, events: 1, results: 30 });
    await vi.advanceTimersByTimeAsync(2_000);
    await expect.element(page.getByText('1 event, 30 results, 0 with moves')).toBeVisible();
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
    expect(server.asked).toContain('GET /archive/imports?page_size=2');
  });

  it('are not looked at again where nothing is being taken in', async () => {
    madeClock();
    server.answers['GET /archive/imports'] = () => ({ imports: [imported({ taken_in: true })], next_page_token: null });
    await render(Imports);
    await expect.element(page.getByText('0 events, 0 results, 0 with moves')).toBeVisible();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.asked.filter((one) => one.startsWith('GET /archive/imports'))).toEqual(['GET /archive/imports']);
  });

  it('say of a file that was imported before that it was, and by whom', async () => {
    const old = imported({ taken_in: true, at_ms: 2_000 });
    server.answers['GET /archive/imports'] = () => ({ imports: [old], next_page_token: null });
    server.answers['POST /archive/imports'] = (query) =>
      ({
        'again.zip': old,
        // Not among those that are shown: it is older.
        'older.zip': imported({ import_id: 'zero', name: 'first.zip', at_ms: 1_000, taken_in: true }),
        'new.zip': imported({ import_id: 'two', name: 'new.zip', at_ms: 3_000 }),
      })[query.get('name') ?? ''];
    await render(Imports);
    await expect.element(page.getByText('marsh.zip')).toBeVisible();
    const files = ['again.zip', 'older.zip', 'new.zip', 'new.zip'].map((name) => new File(['x'], name));
    await page.getByTestId('import-files').upload(files);
    await expect.element(page.getByText(/^Already imported: as marsh\.zip, by Halvar Noreng, .* It does not count twice\.$/)).toBeVisible();
    await expect.element(page.getByText(/^Already imported: as first\.zip/)).toBeVisible();
    await expect.element(page.getByText('Choose files')).toBeVisible();
    // The second time that it came.
    expect(page.getByText(/^Already imported: as new\.zip/).elements()).toHaveLength(1);
    expect(await violations()).toEqual([]);
  });

  it('show what was found when somebody looks, and offer another try where it does not come', async () => {
    const one = imported({ taken_in: true, findings: 2 });
    server.answers['GET /archive/imports'] = () => ({ imports: [one], next_page_token: null });
    const findings = (line: number, next: string | null) => ({
      import: one,
      findings: [{ file: 'a.ELO', line, code: 'no_date', what: `line ${line} is odd` }],
      next_page_token: next,
    });
    const first = held();
    const path = 'GET /archive/imports/one/findings';
    server.answers[path] = () => first.answer;
    await render(Imports);
    await page.getByText('2 findings').click();
    await expect.element(page.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
    first.letGo(refusal('too_many_requests', 429));
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(page.getByRole('status', { name: 'Loading' })).not.toBeInTheDocument();
    server.answers[path] = (query) => (query.has('page_token') ? refusal('none') : findings(1, 'more'));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('a.ELO, line 1: line 1 is odd')).toBeVisible();
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    server.answers[path] = () => findings(2, null);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('a.ELO, line 2: line 2 is odd')).toBeVisible();
    await expect.element(page.getByText('a.ELO, line 1: line 1 is odd')).toBeVisible();
  });

  it('are called by the format that a later server knows', async () => {
    server.answers['GET /archive/imports'] = () => ({
      imports: [imported({ kind: 'living_othello', taken_in: true })],
      next_page_token: null,
    });
    await render(Imports);
    await expect.element(page.getByText(/^living othello, by/)).toBeVisible();
  });
});
