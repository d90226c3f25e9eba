// Writes src/contract/operations.ts and deeds.ts from the gateway's OpenAPI document, or with --check says whether they fit.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const document = JSON.parse(readFileSync(new URL('../../gateway/openapi.json', import.meta.url), 'utf8'));
const BASE = '/api/v1';

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId, 'x-repeat': repeat }]) =>
    operationId && path.startsWith(BASE) ? [{ operationId, method: method.toUpperCase(), path: path.slice(BASE.length), repeat }] : [],
  ),
);
/** @param {{ operationId: string, method: string, path: string }} operation */
const line = ({ operationId, method, path }) => `  ${operationId}: ['${method}', '${path}'],`;
/** @param {{ operationId: string, method: string, path: string }[]} all */
const lines = (all) =>
  all
    .toSorted((one, other) => (one.operationId < other.operationId ? -1 : 1))
    .map(line)
    .join('\n');
const reads = operations.filter(({ method }) => method === 'GET');
const never = operations.filter(({ repeat, method }) => repeat === 'never' && method !== 'GET');
const deeds = operations.filter((one) => !reads.includes(one) && !never.includes(one));

const HEAD = '// Made of gateway/openapi.json by `npm run generate`.';
const files = {
  'operations.ts': `${HEAD}

/** Method and path of each operation that reads. */
export const READS = {
${lines(reads)}
} as const;

/** Those that are not sent a second time by themselves: done again they make another key, link or session. */
export const NEVER_REPEATED = {
${lines(never)}
} as const;
`,
  'deeds.ts': `${HEAD}
import { NEVER_REPEATED, type READS } from './operations';
import type { operations } from './schema';

/** Method and path of each operation that changes something: fetched by whoever does something. */
export const DEEDS = {
  ...NEVER_REPEATED,
${lines(deeds)}
} as const satisfies Record<Exclude<keyof operations, keyof typeof READS>, readonly ['POST' | 'PUT' | 'DELETE', string]>;
`,
};

for (const [name, text] of Object.entries(files)) {
  const target = new URL(`../src/contract/${name}`, import.meta.url);
  if (!process.argv.includes('--check')) writeFileSync(target, text);
  else if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
    console.error(`web/src/contract/${name} does not fit gateway/openapi.json: run npm run generate.`);
    process.exitCode = 1;
  }
}
