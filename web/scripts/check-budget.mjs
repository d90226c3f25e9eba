// Says whether each page's first load stays within its budget of script. Reads what `npm run budget` built.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** In bytes of script, gzipped: what every page loads, and what a first visit to any page does. */
const SHELL = 55_000;
const FIRST_LOAD = 125_000;

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
 * @param {string[]} tables */
function textsOf(page, tables) {
  const named = page.replace(/^src\/pages\/\w+/, '');
  const rows = tables.flatMap((one) => [...one.matchAll(new RegExp(`${named}'\\),\\s*texts: \\[([^\\]]*)\\]`, 'g'))]);
  return rows.flatMap(([, texts = '']) => [...texts.matchAll(/'(\w+)'/g)].map(([, part]) => `src/i18n/en/${part?.replace('_', '-')}.ts`));
}

const shell = withImports(['index.html', 'src/i18n/en/shell.ts']);
const rows = [{ name: 'shell', size: weigh(shell), most: SHELL }];
for (const page of pages) {
  if (!table.includes(page.replace('src/', ''))) throw new Error(`${page} is no page of src/app/pages.ts`);
  // A section of a page is fetched after it; the largest one counts.
  const sections = (manifest[page]?.dynamicImports ?? []).filter((key) => key.endsWith('.svelte'));
  const whole = [[], ...sections.map((section) => [section])].map((more) =>
    weigh(withImports(['index.html', page, ...textsOf(page, [table]), ...more, ...more.flatMap((one) => textsOf(one, parts))])),
  );
  rows.push({ name: page.replace(/^src\/pages\//, ''), size: Math.max(...whole), most: FIRST_LOAD });
}
for (const { name, size, most } of rows) console.log(`${name.padEnd(34)}${kB(size).padStart(10)} of ${kB(most)}`);
const over = rows.filter(({ size, most }) => size > most);
if (pages.length === 0) over.push({ name: 'no page was found', size: 0, most: 0 });
for (const { name, size, most } of over) console.error(`${name} is over its budget: ${kB(size)} of ${kB(most)}.`);
if (over.length > 0) process.exitCode = 1;
