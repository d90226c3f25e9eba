import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { commands, page, userEvent } from 'vitest/browser';
import document_ from '../../../gateway/openapi.json';
import { comeTo } from '../../src/browser/come-to';
import { router } from '../../src/browser/router.svelte';
import type { Tournament } from '../../src/contract/types';
import type { LiveEvent } from '../../src/event/event.svelte';
import Documents from '../../src/pages/event/Documents.svelte';
import CheckGame from '../../src/pages/frame/CheckGame.svelte';
import CheckOwnFiles from '../../src/pages/frame/CheckOwnFiles.svelte';
import CheckVersion from '../../src/pages/frame/CheckVersion.svelte';
import RatingFilesPage from '../../src/pages/ratings/RatingFilesPage.svelte';
import { statementOf } from '../../src/event/checking/game';
import { digestOf } from '../../src/event/checking/contents';
import { keyId } from '../../src/event/checking/keys';
import { answersOf, Key, keySet, publish, STEM, type Published } from '../signing';
import { refusal, Served, violations } from './served';

const KEY = new Key(7);
const OTHER = new Key(8);
const LEFT_OUT = [{ kind: 'papp-rounds.xml', why: 'no round counts' }];

const first = publish(KEY, 1);
const second = publish(KEY, 2, first, {
  files_left_out: LEFT_OUT,
  differences: ['Round 2: Sofus Klitgaard 40, Torunn Brandvold 24 became 39 and 25.'],
  changes: [{ cause: 'ranking_amended', at_ms: 1_784_361_600_000, by: { name: 'Ingrid Vestergrund' }, reason: 'The score sheet says 39' }],
});
const superseded = (of: Published): Published => ({ ...of, export: { ...of.export, superseded: true } });
const VERSIONS = [superseded(first), second];

const checked = page.getByTestId('checked');
const button = (name: string) => page.getByRole('button', { name });

afterEach(() => vi.unstubAllGlobals());

describe('the check of a version', () => {
  const shown = async (versions: Published[], keys: Key[], version = 2): Promise<Served> => {
    const server = new Served(answersOf(versions, keys));
    await render(CheckVersion, { id: 't1', version });
    return server;
  };

  it('asks for nothing before somebody asks for it, and says what fits and by which key', async () => {
    const server = await shown(VERSIONS, [KEY]);
    expect(server.asked).toEqual([]);
    await button('Check version 2').click();
    await expect.element(checked).toHaveAttribute('data-outcome', 'fits');
    await expect.element(checked).toHaveTextContent('Checked here: everything fits the key below.');
    await expect.element(checked).toHaveTextContent('2 files beside it are those that were signed.');
    await expect.element(checked).toHaveTextContent(KEY.text);
    await expect.element(checked).toHaveTextContent('The server publishes this key, without saying since when.');
    await expect.element(checked).toHaveTextContent('Compare the key with the one that you have from its operator');
    expect(await violations()).toEqual([]);
  });

  it('finds a changed byte, in words', async () => {
    const forged = { ...second, contents: { ...second.contents, ELO: new TextEncoder().encode('%%Version 3\n') } };
    await shown([superseded(first), forged], [KEY]);
    await button('Check version 2').click();
    await expect.element(checked).toHaveAttribute('data-outcome', 'wrong');
    await expect.element(checked).toHaveTextContent('Checked here: 1 thing does not fit. Do not rely on it.');
    await expect.element(checked).toHaveTextContent(`${STEM}.ELO was changed: it is not the file that was signed.`);
    expect(await violations()).toEqual([]);
  });

  it('believes the key that somebody has before what the server says', async () => {
    await shown(VERSIONS, []);
    await button('Check version 2').click();
    await expect.element(checked).toHaveTextContent('The server does not publish this key in its list of keys');
    const field = page.getByLabelText('The key that you have');
    await field.fill(OTHER.text);
    await expect.element(checked).toHaveAttribute('data-outcome', 'wrong');
    await expect.element(checked).toHaveTextContent('It was not signed with the key that you have, but with another one.');
    await field.fill('no key');
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill(` ${KEY.text} `);
    await expect.element(checked).toHaveAttribute('data-outcome', 'fits');
    await expect.element(checked).toHaveTextContent('It is the key that you have.');
    await expect.element(checked).not.toHaveTextContent('Compare the key');
  });

  it('works on a page that came by plain HTTP', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    await shown(VERSIONS, [KEY]);
    await button('Check version 2').click();
    await expect.element(checked).toHaveAttribute('data-outcome', 'fits');
  });

  it('says that the server does not answer, and can be asked again', async () => {
    const answers = answersOf(VERSIONS, [KEY]);
    let lists: () => unknown = () => refusal('unknown_tournament');
    new Served({ ...answers, 'GET /rating-files': () => lists() });
    await render(CheckVersion, { id: 't1', version: 2 });
    await button('Check version 2').click();
    await expect.element(page.getByText('It is refused: unknown_tournament.')).toBeVisible();
    lists = () => answers['GET /rating-files']?.(new URLSearchParams());
    await button('Check version 2').click();
    await expect.element(checked).toHaveAttribute('data-outcome', 'fits');
  });
});

describe('the check of files of one’s own', () => {
  const fileOf = (name: string, content: Uint8Array<ArrayBuffer> | string): File => new File([content], name);
  const { manifest: bytes, file_name, signature, public_key } = second.export;
  const manifest = new TextDecoder().decode(
    Uint8Array.from(atob(bytes.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)),
  );
  const saved = fileOf(`${STEM}.ELO.manifest.json`, JSON.stringify({ file_name, manifest, signature, public_key }));
  const rating = fileOf(`${STEM}.ELO`, second.contents['ELO'] ?? '');

  it('takes those that are chosen, and asks for none', async () => {
    const server = new Served({ 'GET /.well-known/jwks.json': () => keySet(KEY) });
    await render(CheckOwnFiles);
    await userEvent.upload(page.getByTestId('own-files-field'), [saved, rating]);
    await expect.element(checked).toHaveAttribute('data-outcome', 'fits');
    await expect.element(checked).toHaveTextContent(`${STEM}.ELO is a file of Lower Marsh Open, version 2, as it was signed.`);
    expect(server.asked).toEqual(['GET /.well-known/jwks.json']);
    expect(await violations()).toEqual([]);
  });

  it('takes those that are dropped', async () => {
    new Served({});
    await render(CheckOwnFiles);
    const dropped = new DataTransfer();
    dropped.items.add(saved);
    dropped.items.add(fileOf(`${STEM}.ELO`, '%%Version'));
    const place = page.getByRole('group', { name: 'Check files of your own' }).element();
    place.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));
    await expect.element(checked).toHaveAttribute('data-outcome', 'wrong');
    await expect.element(checked).toHaveTextContent(`${STEM}.ELO is cut off: 9 of 12 bytes are there.`);
  });
});

describe('the check of a game', () => {
  it('says what the server countersigned, and with which key', async () => {
    const text = 'othello transcript 1\nplies f5\nresult 40-24\n';
    const digest = digestOf(new TextEncoder().encode(text));
    const statement = statementOf('g1', digest);
    const transcript = { text, digest, statement, countersignature: KEY.sign(statement), key_id: keyId(KEY.text) };
    new Served({ 'GET /games/g1/transcript': () => transcript, 'GET /.well-known/jwks.json': () => keySet(OTHER) });
    const table = { game_id: 'g1', plies: [{ square: 'f5', flip: null }] };
    await render(CheckGame, { table, digest } as never);
    await button('Check the signature').click();
    await expect.element(checked).toHaveAttribute('data-outcome', 'open');
    await expect.element(checked).toHaveTextContent('without it the signature cannot be checked here');
    await page.getByLabelText('The key that you have').fill(KEY.text);
    await expect.element(checked).toHaveAttribute('data-outcome', 'fits');
    expect(await violations()).toEqual([]);
  });
});

/** The event of the contract’s example, over, with its rules in full. */
function exampleEvent(): LiveEvent {
  const { example } = document_.paths['/api/v1/tournaments/{tournament_id}'].get.responses['200'].content['application/json'];
  const rules = {
    name: 'egp-2020',
    based_on: 'egp-2020',
    time_controls: { qualification: { kind: 'sudden_death', main_ms: 1_500_000 } },
    ranking: { tie_breaks: ['points', 'brightwell', 'lots'] },
    pass_policy: 'explicit',
    sources: { time_controls: 'EGP IV.1', ranking: 'EGP II.3', pass_policy: 'WOC IV.6' },
  };
  const tournament = {
    ...example,
    summary: { ...example.summary, id: 't1', phase: 'confirmed' },
    rule_set_json: JSON.stringify(rules),
    deviations: [{ what: 'The clocks are shorter than the rule text has them.', rule: 'EGP IV.6', code: 'clocks', parameters: {} }],
    early_ends: [],
    variant: null,
    variant_unrated: false,
    draws: [],
  } as unknown as Tournament;
  return { id: 't1', tournament, asOf: 0, nameOf: (_: string, other: string) => other } as unknown as LiveEvent;
}

describe('the documents of an event', () => {
  beforeEach(() => {
    new Served(answersOf(VERSIONS, [KEY]));
  });

  it('name every file with its kind and size, and what there is not with its reason', async () => {
    await render(Documents, { event: exampleEvent() });
    const files = page.getByRole('table', { name: 'Files of version 2' });
    await expect.element(files.getByRole('row').nth(1)).toHaveTextContent(`Rating file, ELO ${STEM}.ELO 12 bytes`);
    await expect.element(files.getByRole('row').nth(3)).toHaveTextContent(`Games, WTHOR base ${STEM}.games.wtb 5 bytes`);
    await expect.element(page.getByTestId('files').first()).toHaveTextContent('Rounds for PAPP, XML: none, as no round counts.');
    await expect.element(page.getByRole('table', { name: 'Files of version 1' })).not.toBeInTheDocument();
    await page.getByText('1 superseded version').click();
    await expect.element(page.getByRole('table', { name: 'Files of version 1' })).toBeVisible();
  });

  it('say the rules in words, departures first, and show no document for programs', async () => {
    const { container } = await render(Documents, { event: exampleEvent() });
    await expect.element(page.getByText('European Grand Prix 2020')).toBeVisible();
    await expect.element(page.getByText('25 min', { exact: false }).first()).toBeVisible();
    const text = container.textContent;
    expect(text.indexOf('The clocks are shorter than the rule text has them. EGP IV.6')).toBeLessThan(text.indexOf('EGP IV.1'));
    expect(text).not.toMatch(/egp-2020|[{}]|_ms\b/);
  });

  it('have a table of contents whose every line leads to a part of the page', async () => {
    await render(Documents, { event: exampleEvent() });
    await expect.element(page.getByTestId('versions')).toBeVisible();
    await expect.element(page.getByTestId('own-files')).toBeVisible();
    await expect.element(page.getByTestId('draws')).toBeVisible();
    const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').elements() as HTMLAnchorElement[];
    expect(links.map(({ hash }) => hash)).toEqual(['#rating-file', '#versions', '#own-files', '#rules', '#draws']);
    for (const { hash } of links) expect(document.querySelectorAll(hash)).toHaveLength(1);
  });

  describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
    it.each([1440, 390, 320])('at a width of %i px have nothing that axe objects to and stick out nowhere', async (width) => {
      document.documentElement.lang = 'en';
      document.title = 'Documents';
      await commands.colors(scheme);
      await page.viewport(width, 900);
      const { container } = await render(Documents, { event: exampleEvent() });
      container.className = 'wrap';
      await button('Check version 2').click();
      await expect.element(checked.first()).toHaveAttribute('data-outcome', 'fits');
      await page.getByText('1 superseded version').click();
      await expect.element(page.getByTestId('draws')).toBeVisible();
      await document.fonts.ready;
      expect(await violations()).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      const height = Math.min(container.scrollHeight + 60, 8_000);
      await commands.room(width, height);
      await page.viewport(width, height);
      await page.screenshot({ path: `../../artefacts/documents-${scheme}-${width}.png` });
    });
  });
});

describe('the page of all rating files', () => {
  const before = location.href;
  afterEach(() => router.go(before, true));

  it.each([1280, 320])('checks a version where it stands, at a width of %i px', async (width) => {
    router.go('/rating-files', true);
    new Served(answersOf(VERSIONS, [KEY]));
    await commands.colors('light');
    await page.viewport(width, 900);
    await render(RatingFilesPage);
    await button(`Check ${STEM}.ELO, version 2`).click();
    await expect.element(checked).toHaveAttribute('data-outcome', 'fits');
    await expect.element(page.getByTestId('own-files')).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await page.screenshot({ path: `../../artefacts/rating-files-check-${width}.png` });
  });
});

describe('the part that an address names', () => {
  const part = (id: string): HTMLElement => Object.assign(document.body.appendChild(document.createElement('div')), { id });
  const heights: HTMLElement[] = [];
  beforeEach(() => {
    const above = part('above');
    above.textContent = '\n'.repeat(200);
    above.className = 'mono';
    Object.assign(above.style, { height: '3000px' });
    heights.push(above);
    window.scrollTo(0, 0);
  });
  afterEach(() => {
    for (const one of document.body.querySelectorAll(':scope > #above, :scope > #late')) one.remove();
    window.scrollTo(0, 0);
  });

  const late = (): void => {
    const found = part('late');
    Object.assign(found.style, { height: '2000px' });
  };

  it('comes into sight when it is there, however late that is', async () => {
    const end = comeTo('late');
    late();
    await expect.poll(() => window.scrollY).toBeGreaterThan(2_000);
    end();
  });

  it('leaves whoever moved meanwhile where he is', async () => {
    comeTo('late');
    window.dispatchEvent(new Event('wheel'));
    late();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(window.scrollY).toBe(0);
  });

  it('is nothing where an address names none, or one that cannot be read', () => {
    expect(() => comeTo('')()).not.toThrow();
    expect(() => comeTo('%')()).not.toThrow();
  });
});
