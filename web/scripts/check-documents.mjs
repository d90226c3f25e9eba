// Says whether the API's documents are what their specifications ask for.
import { fileURLToPath } from 'node:url';
import { createConfig, lint } from '@redocly/openapi-core';

const rules = {
  struct: 'error',
  'no-unresolved-refs': 'error',
  'operation-operationId-unique': 'error',
  'operation-summary': 'error',
  'path-declaration-must-exist': 'error',
  'path-parameters-defined': 'error',
  'no-identical-paths': 'error',
  // Objects that are closed say so themselves; closed by this rule, the branches of a choice would refuse one another's members.
  'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
  'spec-components-invalid-map-name': 'error',
};
const config = await createConfig({ rules });
let wrong = 0;
for (const name of ['openapi.json', 'asyncapi.json']) {
  const ref = fileURLToPath(new URL(`../../gateway/${name}`, import.meta.url));
  for (const problem of await lint({ ref, config })) {
    console.error(`${name} ${problem.location[0]?.pointer ?? ''}: ${problem.message}`);
    wrong += 1;
  }
}
if (wrong > 0) process.exit(1);
