// Says whether each page's first load stays within its budget of script. Reads what `npm run budget` built.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** In bytes of script, gzipped: what every page loads, and what a first visit to any page does. */
const SHELL = 55_000;
const FIRST_LOAD = 125_000;
/** What another language than English may need more: its texts are longer, in characters or in bytes. */
const LANGUAGE = 6_000;

const dist = new URL('../node_modules/.budget/', import.meta.url).pathname;
/** @type {Record<string, { file: string, imports?: string[], dynamicImports?: string[], src?: string }>} */
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const sizes = new Map();

/** @param {string} file */
function sizeOf(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
  return sizes.get(file);
}

/** What is fetched with these chunks.
 * @param {string[]} keys */
function withImports(keys) {
  const reached = new Set(keys);
  for (const key of reached) for (const next of manifest[key]?.imports ?? []) reached.add(next);
  return reached;
}

/** @param {Iterable<string>} keys */
const weigh = (keys) => [...keys].reduce((sum, key) => sum + sizeOf(manifest[key]?.file ?? ''), 0);
/** @param {number} bytes */
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

const pages = Object.keys(manifest).filter((key) => /^src\/pages\/.*Page\.svelte$/.test(key));
const table = readFileSync(new URL('../src/app/pages.ts', import.meta.url), 'utf8');
/** What of a page is fetched after it, with its texts. */
const parts = ['desk/sections.ts', 'event/views.ts'].map((file) => readFileSync(new URL(`../src/pages/${file}`, import.meta.url), 'utf8'));
/** The texts that come with a page, or with a part of one.
 * @param {string} page
 * @param {string[]} tables
 * @param {string} language */
function textsOf(page, tables, language) {
  const named = page.replace(/^src\/pages\/\w+/, '');
  const rows = tables.flatMap((one) => [...one.matchAll(new RegExp(`${named}'\\),\\s*texts: \\[([^\\]]*)\\]`, 'g'))]);
  return rows.flatMap(([, texts = '']) =>
    [...texts.matchAll(/'(\w+)'/g)].map(([, part]) => `src/i18n/${language}/${part?.replaceAll('_', '-')}.ts`),
  );
}

const languages = Object.keys(manifest).flatMap((key) => /^src\/i18n\/(\w+)\/index\.ts$/.exec(key)?.[1] ?? []);
/** The script and the texts of every page. @param {string} language */
const shell = (language) => ['index.html', `src/i18n/${language}/index.ts`];
const rows = [];
for (const language of languages) {
  const more = language === 'en' ? 0 : LANGUAGE;
  rows.push({ name: `shell, ${language}`, size: weigh(withImports(shell(language))), most: SHELL + more });
  for (const page of pages) {
    if (!table.includes(page.replace('src/', ''))) throw new Error(`${page} is no page of src/app/pages.ts`);
    // A section of a page is fetched after it; the largest one counts.
    const sections = (manifest[page]?.dynamicImports ?? []).filter((key) => key.endsWith('.svelte'));
    const whole = [[], ...sections.map((section) => [section])].map((parts_) =>
      withImports([
        ...shell(language),
        page,
        ...textsOf(page, [table], language),
        ...parts_,
        ...parts_.flatMap((one) => textsOf(one, parts, language)),
      ]),
    );
    for (const key of whole.flatMap((keys) => [...keys])) {
      const of = /^src\/i18n\/(\w+)\//.exec(key)?.[1];
      if (of !== undefined && of !== language) throw new Error(`${page} in ${language} loads ${key}`);
    }
    const name = `${page.replace(/^src\/pages\//, '')}, ${language}`;
    rows.push({ name, size: Math.max(...whole.map(weigh)), most: FIRST_LOAD + more });
  }
}
for (const { name, size, most } of rows) console.log(`${name.padEnd(38)}${kB(size).padStart(10)} of ${kB(most)}`);
const over = rows.filter(({ size, most }) => size > most);
if (pages.length === 0) over.push({ name: 'no page was found', size: 0, most: 0 });
for (const { name, size, most } of over) console.error(`${name} is over its budget: ${kB(size)} of ${kB(most)}.`);
if (over.length > 0) process.exitCode = 1;
