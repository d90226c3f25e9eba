// Says whether src/contract/schema.d.ts is what the gateway's OpenAPI document gives now.
import { readFile } from 'node:fs/promises';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';

const source = new URL('../../gateway/openapi.json', import.meta.url);
const target = new URL('../src/contract/schema.d.ts', import.meta.url);

const wanted = `${COMMENT_HEADER}${astToString(await openapiTS(source))}`;
const found = await readFile(target, 'utf8').catch(() => '');
if (wanted !== found) {
  console.error('web/src/contract/schema.d.ts does not fit gateway/openapi.json: run npm run generate.');
  process.exit(1);
}
