import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ACTS } from '../src/acts';
import type { Act, Place } from '../src/acts/kit/act';
import { TRIALS } from '../src/acts/trials';
import { DEEDS } from '../src/contract/deeds';

interface Operation {
  operationId: string;
  summary: string;
  'x-need': keyof typeof WHO;
  'x-paragraph'?: string;
}

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(ROOT, 'docs/acts.md');
const WHO = {
  anyone: 'anybody',
  account: 'whoever is signed in and concerned',
  member: 'whoever has an account',
  voice: 'whoever may write there',
  seat: 'the player',
  seat_or_director: 'the player or a director',
  director: 'a director',
  officer: 'a rating officer',
  moderator: 'a moderator of casual play',
  director_or_officer: 'a director or a rating officer',
  administrator: 'an administrator',
} as const;

const { paths } = JSON.parse(readFileSync(join(ROOT, 'gateway/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = new Map(Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => [one.operationId, one] as const)));

interface Row {
  name: string;
  place: Place;
  title: string;
}

const isAct = (offered: object): offered is Act<never> => 'operation' in offered;

function rowsOf(operation: string, offered: object): Row[] {
  const summary = operations.get(operation)?.summary ?? '';
  if ('place' in offered) return [{ name: operation, place: offered.place as Place, title: summary }];
  return Object.entries(offered as Record<string, Act<never>>).map(([kind, { place }]) => ({
    name: `${operation}.${kind}`,
    place,
    title: `${summary}: ${kind.replaceAll('_', ' ')}`,
  }));
}

const rows = Object.entries<object>(ACTS).flatMap(([operation, offered]) =>
  rowsOf(operation, offered).map((row) => ({ operation, ...row })),
);
const deeds = Object.keys(DEEDS).toSorted();
const without = deeds.filter((one) => !(one in ACTS));

function document(): string {
  const lines = rows.map(({ operation, name, place, title }) => {
    const { 'x-need': need, 'x-paragraph': paragraph } = operations.get(operation) as Operation;
    const when = TRIALS[name]?.when ?? '';
    return `| \`${name}\` | ${title} | ${WHO[need]} | ${when} | ${paragraph ?? ''} | \`${place.page}\` | ${place.at} |`;
  });
  const missing = without.map((one) => `\`${one}\``).join(', ');
  return `# What a person may do, and where

Every operation of the contract by which somebody changes something, and the page that offers it. Made of the contract and of the
app's acts: \`UPDATE_ACTS=1 npx vitest run tests/acts-document.test.ts\` in \`web/\` writes it anew. An empty *when* means: whenever
the refusals of the operation do not speak against it.

| act | what it does | who | when | paragraph | page | where on it |
|---|---|---|---|---|---|---|
${lines.join('\n')}
${without.length === 0 ? '' : `\nBy the API alone so far: ${missing}.\n`}`;
}

test('the list of acts is what the app offers', () => {
  if (process.env['UPDATE_ACTS']) writeFileSync(FILE, document());
  expect(readFileSync(FILE, 'utf8')).toBe(document());
});

test('no act is listed that the contract has not, and each is bound to its own operation', () => {
  for (const [operation, offered] of Object.entries<object>(ACTS)) {
    expect(deeds).toContain(operation);
    const acts = isAct(offered) ? [offered] : 'place' in offered ? [] : Object.values(offered as Record<string, Act<never>>);
    for (const act of acts) expect(act.operation).toBe(operation);
  }
});

test('each trial is of an act', () => {
  const names = rows.map(({ name }) => name);
  expect(Object.keys(TRIALS).filter((name) => !names.includes(name))).toEqual([]);
});

test('each act of the kit is tried through its page', () => {
  const made = rows.filter(
    ({ operation }) => !('place' in ACTS[operation as keyof typeof ACTS]) || isAct(ACTS[operation as keyof typeof ACTS]),
  );
  const names = made.map(({ name }) => name);
  expect(names.filter((name) => !(name in TRIALS))).toEqual([]);
});
