// Writes src/contract/operations.ts from the gateway's OpenAPI document, or with --check says whether it fits.
import { readFileSync, writeFileSync } from 'node:fs';

const document = JSON.parse(readFileSync(new URL('../../gateway/openapi.json', import.meta.url), 'utf8'));
const target = new URL('../src/contract/operations.ts', import.meta.url);
const BASE = '/api/v1';

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId, 'x-repeat': repeat }]) =>
    operationId && path.startsWith(BASE) ? [{ operationId, method: method.toUpperCase(), path: path.slice(BASE.length), repeat }] : [],
  ),
);
const lines = operations
  .toSorted((one, other) => (one.operationId < other.operationId ? -1 : 1))
  .map(({ operationId, method, path }) => `  ${operationId}: ['${method}', '${path}'],`);
const never = operations
  .filter(({ repeat, method }) => repeat === 'never' && method !== 'GET')
  .map(({ operationId }) => `  '${operationId}',`)
  .toSorted();
const text = `// Made of gateway/openapi.json by \`npm run generate\`.
import type { operations } from './schema';

/** Method and path of each operation of the contract. */
export const OPERATIONS = {
${lines.join('\n')}
} as const satisfies Record<keyof operations, readonly ['GET' | 'POST' | 'PUT' | 'DELETE', string]>;

/** What is not sent a second time by itself: done again it makes another key, link or session. */
export const NEVER_REPEATED: readonly (keyof operations)[] = [
${never.join('\n')}
];
`;

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text) {
    console.error('web/src/contract/operations.ts does not fit gateway/openapi.json: run npm run generate.');
    process.exitCode = 1;
  }
} else {
  writeFileSync(target, text);
}
