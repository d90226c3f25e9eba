import { dirname, join } from 'node:path';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PAGES } from '../src/app/pages';
import { SECTIONS } from '../src/pages/desk/sections';
import { VIEWS } from '../src/pages/event/views';
import { t } from '../src/i18n';
import { parts } from '../src/i18n/en';
import type { Part } from '../src/i18n/parts';
import { refusal } from '../src/i18n/server-words';
import { reachedFrom } from './sources';

const source = join(import.meta.dirname, '../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !/^i18n\/\w+\//.test(name))
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }));
const entries = await Promise.all(Object.entries(parts).map(async ([part, load]) => [part as Part, await load()] as const));
const partOf = new Map(entries.flatMap(([part, texts]) => Object.keys(texts).map((key) => [key, part] as const)));
const en: Record<string, string | Record<string, string>> = Object.assign({}, ...entries.map(([, texts]) => texts));
const all = files.map((file) => file.text).join('\n');

describe('messages', () => {
  it('fills places and writes numbers as the language does', () => {
    expect(t('table.name', { table: 3 })).toBe('Table 3');
    expect(t('entrants.import.done', { count: 12345 })).toBe('12,345 players in the list.');
  });

  it('says a refusal in its own words where it has them, and else in the server’s', () => {
    const many = { code: 'too_many_requests', detail: 'Slower.', parameters: { retry_after_s: 7 } };
    expect(refusal(many)).toBe('Too many requests. Try again in 7 s.');
    expect(refusal({ ...many, code: 'no_such_code' })).toBe('Slower.');
  });

  it('chooses the form by the count', () => {
    expect(t('event.players.count', { count: 1 })).toBe('1 player');
    expect(t('event.players.count', { count: 0 })).toBe('0 players');
  });

  it('has both forms of every plural, with the same places', () => {
    for (const [key, message] of Object.entries(en)) {
      if (typeof message === 'string') continue;
      const places = (text: string): string =>
        [...text.matchAll(/\{(\w+)\}/g)]
          .map((match) => match[1])
          .sort()
          .join();
      const wanted = places(message['other'] ?? '');
      for (const form of Object.values(message)) expect(places(form), key).toBe(wanted);
    }
  });

  it('keeps to the tone: no exclamation marks, no typewriter quotes, no double hyphens', () => {
    for (const [key, message] of Object.entries(en)) {
      const texts = typeof message === 'string' ? [message] : Object.values(message);
      for (const text of texts) expect(text, key).not.toMatch(/!|'|"|--/);
    }
  });

  it('end where a server’s sentence ends: no text puts a full stop behind one', () => {
    for (const [key, message] of Object.entries(en)) {
      const texts = typeof message === 'string' ? [message] : Object.values(message);
      for (const text of texts) expect(text, key).not.toMatch(/\{(format|stages|detail)\}\./);
    }
  });

  it('stand each in one part', () => {
    expect(entries.reduce((sum, [, texts]) => sum + Object.keys(texts).length, 0)).toBe(partOf.size);
  });

  it.each([
    ...Object.entries(PAGES),
    ...Object.entries(SECTIONS).map(([name, one]) => [`desk ${name}`, { ...one, texts: [...PAGES.desk.texts, ...one.texts] }] as const),
    ...Object.entries(VIEWS).map(([name, one]) => [`event ${name}`, { ...one, texts: [...PAGES.tournament.texts, ...one.texts] }] as const),
  ])('are here when the page %s says them', (_, { load, texts }) => {
    const here: Part[] = ['shell', ...texts];
    const page = /src\/([\w/]+\.svelte)/.exec(String(load))?.[1] ?? '';
    const missing = ['app/App.svelte', page].flatMap(reachedFrom).flatMap((file) => {
      const text = files.find((one) => one.name === file)?.text ?? '';
      const said = [...text.matchAll(/'([a-z_]+\.[\w.]+)'/g)].flatMap(([, key]) => (key && partOf.has(key) ? [key] : []));
      return said.filter((key) => !here.includes(partOf.get(key) ?? 'shell')).map((key) => `${file}: ${key} of ${partOf.get(key)}`);
    });
    expect(missing).toEqual([]);
  });

  /** What is fetched with a part of a page: its code by its address, and the texts that come with it. */
  const lazies = (file: string): { at: string; texts: Part[] }[] =>
    [...(files.find((one) => one.name === file)?.text ?? '').matchAll(/import\('(\.[^']+\.svelte)'\),\s*texts: \[([^\]]*)\]/g)].map(
      ([, to, texts]) => ({
        at: join(dirname(file), to ?? ''),
        texts: [...(texts ?? '').matchAll(/'(\w+)'/g)].map(([, part]) => part as Part),
      }),
    );
  /** Where the parts of a page stand: each is looked at by itself. */
  const TABLES = ['pages/desk/sections.ts', 'pages/event/views.ts'];
  /** The texts that a part says and nobody fetched before, and those of the parts within it. */
  function unsaid(file: string, here: readonly Part[], seen = new Set<string>()): string[] {
    if (seen.has(file)) return [];
    seen.add(file);
    const reached = reachedFrom(file);
    const own = reached.flatMap((one) => {
      const text = files.find(({ name }) => name === one)?.text ?? '';
      return [...text.matchAll(/'([a-z_]+\.[\w.]+)'/g)].flatMap(([, key]) =>
        key && partOf.has(key) && !here.includes(partOf.get(key) ?? 'shell') ? [`${one}: ${key} of ${partOf.get(key)}`] : [],
      );
    });
    return [
      ...own,
      ...reached
        .filter((one) => !TABLES.includes(one))
        .flatMap(lazies)
        .flatMap(({ at, texts }) => unsaid(at, [...here, ...texts], seen)),
    ];
  }

  it.each([
    ['desk', 'pages/desk/sections.ts', PAGES.desk.texts],
    ['event', 'pages/event/views.ts', PAGES.tournament.texts],
    ['seat', 'pages/seat/SeatPage.svelte', PAGES.seat.texts],
  ] as const)('are here when a part of the page %s says them', (_, file, texts) => {
    for (const { at, texts: more } of lazies(file)) expect(unsaid(at, ['shell', ...texts, ...more]), at).toEqual([]);
  });

  it('has no key that nothing uses', () => {
    const dynamic = [...all.matchAll(/`([a-z_.]+\.)\$\{/g)].map((match) => match[1] ?? '');
    const named = new Set([...all.matchAll(/'([\w.]+)'/g)].map((match) => match[1]));
    const unused = Object.keys(en).filter((key) => !named.has(key) && !dynamic.some((start) => key.startsWith(start)));
    expect(unused).toEqual([]);
  });
});

describe('the pages', () => {
  it('hold no style attributes and no inline handlers, which the content security policy would refuse', () => {
    // Types never reach a browser.
    for (const { name, text } of files.filter((file) => !file.name.endsWith('.d.ts'))) {
      expect(text, name).not.toMatch(/\sstyle="/);
      expect(text, name).not.toMatch(/\{@html/);
      expect(text, name).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
    }
  });
});
