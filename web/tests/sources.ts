import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const ROOT = join(import.meta.dirname, '../src');

/** Every source of the app, by its path under `src`. */
export const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(ts|svelte)$/.test(file));

/** What a source imports: the paths as they are written, from `src` on. Those of `import()` count where `lazy` is asked for. */
function importsOf(file: string, lazy: boolean): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const named = text.matchAll(lazy ? /(?:from|import|import\()\s*'(\.[^']+)'/g : /(?:from|import)\s*'(\.[^']+)'/g);
  return [...named].map(([, to]) => normalize(join(dirname(file), to ?? '')));
}

/** Which source a path without its ending means. */
const sourceAt = (path: string): string | undefined => sources.find((file) => [path, `${path}.ts`, join(path, 'index.ts')].includes(file));

export interface Import {
  from: string;
  to: string;
}

/** Each import of a source, those that are lazy too. */
export const imports: Import[] = sources.flatMap((from) => importsOf(from, true).map((to) => ({ from, to })));

const uses = new Map(sources.map((file) => [file, importsOf(file, false).flatMap((to) => sourceAt(to) ?? [])]));

/** The sources that are fetched with this one, itself included. */
export function reachedFrom(file: string): string[] {
  const reached = new Set<string>([file]);
  for (const one of reached) for (const next of uses.get(one) ?? []) reached.add(next);
  return [...reached];
}

/** The ways by which sources import each other in a circle. */
export function circles(): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (file: string, way: string[]): void => {
    const met = way.indexOf(file);
    if (met >= 0) found.push([...way.slice(met), file].join(' > '));
    if (met >= 0 || done.has(file)) return;
    for (const next of uses.get(file) ?? []) walk(next, [...way, file]);
    done.add(file);
  };
  for (const file of sources) walk(file, []);
  return found;
}
