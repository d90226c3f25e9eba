import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { moduleOf, ruleDocuments } from '../scripts/handbook';
import { rulePage, type Preset } from '../scripts/rule-pages/page';
import { matchRoute, RULE_PAGES } from '../src/browser/routes';
import { withAt } from '../src/event/rules/document';
import { ruleTitle } from '../src/event/rules/titles';

const ROOT = join(import.meta.dirname, '../..');
const PRESETS = join(ROOT, 'engine/tests/presets');
const DOCS = join(ROOT, 'docs');
const PAGES = join(DOCS, 'rule-sets');

const presets = Object.fromEntries(
  readdirSync(PRESETS).map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(join(PRESETS, file), 'utf8')) as Preset]),
);
const names = Object.keys(presets);
const sorted = (all: readonly string[]): string[] => [...all].sort();
/** A preset with another value. */
const changed = (name: string, path: string, value: string | boolean): Preset => {
  const preset = presets[name] as Preset;
  return { ...preset, rule_set_document: withAt(preset.rule_set_document, path, value) };
};

describe('the pages of the rule sets', () => {
  it.each(names)('%s is what its rules say', (name) => {
    const page = rulePage(name, presets[name] as Preset, presets);
    const file = join(PAGES, `${name}.md`);
    if (process.env['UPDATE_RULE_PAGES']) {
      mkdirSync(PAGES, { recursive: true });
      writeFileSync(file, page);
    }
    expect(readFileSync(file, 'utf8')).toBe(page);
  });

  it('are there for every rule set, with the title that the app has for it', () => {
    expect(sorted(RULE_PAGES)).toEqual(sorted(names));
    expect(sorted(ruleDocuments(DOCS))).toEqual(sorted(names));
    const handbook = readFileSync(join(DOCS, 'director.md'), 'utf8');
    for (const name of names) {
      expect(ruleTitle(name)).toBe(presets[name]?.title);
      expect(handbook).toContain(`(rule-sets/${name}.md)`);
    }
  });

  it('follow the rules', () => {
    expect(rulePage('club', changed('club', 'entry.mode', 'list_only'), presets)).toContain('| Who may enter | Whom the director enters |');
    expect(rulePage('club', changed('club', 'over_the_board', true), presets)).toContain('officials enter the results | Yes |');
    expect(() => rulePage('club', changed('club', 'default_policy', 'tossed'), presets)).toThrow('no page says what tossed is');
  });

  it.each(['director', ...names.map((name) => `rule-sets/${name}`)])('%s leads to pages of the app where they are', (name) => {
    const folder = name === 'director' ? DOCS : PAGES;
    const made = moduleOf(readFileSync(join(DOCS, `${name}.md`), 'utf8'), folder, DOCS);
    const addresses = [...made.matchAll(/"to":"([^"]+)"/g)].map(([, to]) => to ?? '');
    const within = addresses.filter((to) => to.startsWith('/'));
    expect(within.length).toBeGreaterThan(0);
    expect(within.filter((to) => !matchRoute(to.split('#')[0] ?? '').found)).toEqual([]);
  });
});
