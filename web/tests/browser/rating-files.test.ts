import '../../src/ui/styles/base.css';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import { router } from '../../src/browser/router.svelte';
import type { Export } from '../../src/contract/types';
import { readManifest, type Manifest, type RatingFile } from '../../src/event/rating-files';
import Answers from '../../src/pages/frame/Answers.svelte';
import Versions from '../../src/pages/frame/Versions.svelte';
import RatingFilesPage from '../../src/pages/ratings/RatingFilesPage.svelte';

const INGRID = { name: 'Ingrid Vestergrund', at_ms: 1_000 };
const CLARA = { name: 'Clara Ostrander', at_ms: 2_000 };
const responsible = { director: INGRID.name, head_directors: [{ name: INGRID.name }], confirmed_by: INGRID, approved_by: null };

function file(version: number, said: Partial<Manifest>, parts: Partial<RatingFile> = {}): RatingFile {
  const manifest = JSON.stringify({ tournament: 'Lower Marsh Open', sha256: '00', bytes: 1, ...said });
  const signed = { file_name: 'a.ELO', version, manifest, signature: '', public_key: '', at_ms: 3_000, superseded: false };
  return { version, rated: false, superseded: false, said: readManifest(manifest), signed, ...parts };
}

describe('who answers for a rating file', () => {
  const shown = page.getByTestId('responsible');

  it('is told, and that nobody approved it', async () => {
    await render(Answers, { file: file(1, { responsible }) });
    await expect.element(shown).toHaveTextContent(/Ranking confirmed by Ingrid Vestergrund, 1 January 1970/);
    await expect.element(shown).toHaveTextContent('Nobody: the file is marked UNRATED.');
    await expect.element(shown).not.toHaveTextContent('Head directors');
  });

  it('is told with what keeps an approved file from being rated', async () => {
    await render(Answers, { file: file(1, { responsible: { ...responsible, approved_by: CLARA }, unsigned_results: ['1/1', '1/2'] }) });
    await expect.element(shown).toHaveTextContent(/Clara Ostrander, .*\. 2 results are signed for by nobody: the file is marked UNRATED\./);
  });

  it('is told with the heads whose names are others', async () => {
    const heads = [{ name: INGRID.name }, { name: 'Ove Sandmark' }];
    await render(Answers, {
      file: file(1, { responsible: { ...responsible, head_directors: heads, approved_by: CLARA } }, { rated: true }),
    });
    await expect.element(shown).toHaveTextContent('Head directors Ingrid Vestergrund and Ove Sandmark');
    await expect.element(shown).not.toHaveTextContent('UNRATED');
  });

  it('is told with nobody who released it yet', async () => {
    const approved = { ...responsible, approved_by: CLARA, federation: 'NOR' };
    await render(Answers, { file: file(1, { responsible: approved }) });
    await expect.element(shown).toHaveTextContent(/Clara Ostrander, .* Released by Nobody yet: the file is marked UNRATED\.$/);
    await expect.element(shown).not.toHaveTextContent('all the same');
  });

  it('is told with who released it', async () => {
    const released = { ...responsible, approved_by: CLARA, federation: 'NOR', released_by: { name: 'Halvar Noreng', at_ms: 3_000 } };
    await render(Answers, { file: file(1, { responsible: released }, { rated: true }) });
    await expect.element(shown).toHaveTextContent(/Released by Halvar Noreng, 1 January 1970/);
  });

  it('is not told by a file of the earlier format', async () => {
    await render(Answers, { file: file(1, {}) });
    await expect.element(shown).toHaveTextContent('The file is of a time when files did not say it yet.');
  });
});

describe('the versions', () => {
  it('say what led to each, and fold all but the first few of many differences', async () => {
    const differences = Array.from({ length: 9 }, (_, place) => `Sentence ${place + 1}.`);
    const changes = [
      { cause: 'approval_lapsed', at_ms: 1_000 },
      { cause: 'entrant_corrected', at_ms: 1_000, by: { name: '' }, reason: '<b>Misread</b>' },
    ];
    const files = [
      file(2, { changes, differences, supersedes: { version: 1, sha256: '00' } }, { rated: true }),
      file(1, {}, { superseded: true }),
    ];
    await render(Versions, { id: 't1', files });
    const [newest, first] = [page.getByTestId('version').first(), page.getByTestId('version').last()];
    await expect.element(newest).toHaveTextContent(/Version 2\s+In force · Rated/);
    await expect.element(newest).toHaveTextContent(/Approval lapsed 1 January 1970/);
    await expect.element(newest).toHaveTextContent(/Entrant corrected by somebody without a name here, .*“<b>Misread<\/b>”/);
    await expect.element(newest.getByText('Sentence 6.')).toBeVisible();
    await expect.element(newest.getByText('Sentence 7.')).not.toBeVisible();
    await newest.getByText('3 more').click();
    await expect.element(newest.getByText('Sentence 9.')).toBeVisible();
    await expect.element(page.getByText('Version 1', { exact: true })).not.toBeVisible();
    await page.getByText('1 superseded version').click();
    await expect.element(first).toHaveTextContent(/Version 1\s+Superseded · Unrated/);
    await expect.element(first).toHaveTextContent('The version is of a time when versions did not say what led to them.');
    await expect.element(first.getByRole('link')).toHaveAttribute('href', '/api/v1/tournaments/t1/rating-file?version=1');
  });
});

describe('the page of all rating files', () => {
  const before = location.href;
  let exports: Export[];
  beforeEach(() => {
    router.go('/rating-files', true);
    vi.stubGlobal('fetch', async (address: string) => {
      const asked = new URL(address, 'http://server').searchParams.get('page_token');
      return Response.json({ exports: asked ? [] : exports, next_page_token: null, resume_token: 'x', list_version: 1 });
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    router.go(before, true);
  });

  const published = (place: number, rated: boolean): Export => ({
    tournament_id: `t${place}`,
    version: 1,
    file_name: `file-${place}.ELO`,
    manifest: btoa(JSON.stringify({ tournament: `Event ${place}` })),
    signature: '',
    public_key: '',
    at_ms: place,
    superseded: false,
    rated,
  });
  const rows = () => page.getByRole('row').elements().length - 1;

  it('says when the first one comes', async () => {
    exports = [];
    await render(RatingFilesPage);
    await expect.element(page.getByText('No rating file yet.')).toBeVisible();
    await expect.element(page.getByText('The first one appears here when a director confirms a final ranking.')).toBeVisible();
  });

  it('shows the newest, earlier ones when asked, and those alone that count', async () => {
    exports = Array.from({ length: 60 }, (_, place) => published(place + 1, place >= 57));
    await render(RatingFilesPage);
    await expect.poll(rows).toBe(50);
    await expect.element(page.getByRole('row').nth(1)).toHaveTextContent(/file-60\.ELO.*Event 60/);
    await page.getByRole('button', { name: 'Show earlier versions' }).click();
    await expect.poll(rows).toBe(60);
    await expect.element(page.getByRole('button', { name: 'Show earlier versions' })).not.toBeInTheDocument();
    await page.getByLabelText('Only those that count').click();
    await expect.poll(rows).toBe(3);
    expect(location.search).toBe('?counting');
    await expect.element(page.getByRole('status')).toHaveTextContent('3 of 60 versions');
  });

  it('says when none counts', async () => {
    exports = [published(1, false)];
    router.go('/rating-files?counting', true);
    await render(RatingFilesPage);
    await expect.element(page.getByText('None of them counts.')).toBeVisible();
  });
});
