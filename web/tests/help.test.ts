import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { helpLanguages, moduleOf } from '../scripts/handbook';
import { HELP_ROLES, matchRoute, REFERENCES } from '../src/browser/routes';
import { LANGUAGES, type Language } from '../src/i18n/language';
import { SPOKEN } from '../src/i18n/parts';
import type { Block, Inline } from '../src/pages/help/blocks';

const DOCS = join(import.meta.dirname, '../../docs');
const HELP = join(DOCS, 'help');
const tags = Object.keys(LANGUAGES) as Language[];
const others = tags.filter((tag) => tag !== 'en');
/** The paragraphs of rule texts: `WOC IV.5.2`, `MSO 4.3`. */
const PARAGRAPH = /\b(?:WOC|EGP|MSO|AGA) [IVX\d]+(?:\.[A-Z\d]+)*/g;

const folderOf = (tag: Language): string => join(HELP, tag);
const textOf = (tag: Language, role: string): string => readFileSync(join(folderOf(tag), `${role}.md`), 'utf8');

function blocksOf(text: string, folder: string): Block[] {
  const made = /export default (.*);\n$/s.exec(moduleOf(text, folder, DOCS))?.[1] ?? '';
  return JSON.parse(made.replace(/:picture\d+/g, ':""')) as Block[];
}
const pageOf = (tag: Language, role: string): Block[] => blocksOf(textOf(tag, role), folderOf(tag));

const referenceOf = (name: string, page: string): string =>
  readFileSync(join(DOCS, page === 'helpRules' ? 'rule-sets' : '', `${name}.md`), 'utf8');

function inlineOf(block: Block): Inline[] {
  if (block.kind === 'lines') return block.inline;
  if (block.kind === 'list') return block.items.flat();
  return block.kind === 'table' ? [...block.head, ...block.rows.flat()].flat() : [];
}

/** What of a block is the same in every language: its form, where it leads, what is typed, and the paragraphs it names. */
function formOf(block: Block): unknown {
  const inline = inlineOf(block);
  const text = inline.map((piece) => piece.text).join('');
  return {
    kind: block.kind,
    ...(block.kind === 'heading' && { level: block.level, id: block.level === 1 ? '' : block.id }),
    ...(block.kind === 'code' && { text: block.text }),
    ...(block.kind === 'list' && { numbered: block.numbered, items: block.items.length }),
    ...(block.kind === 'table' && { columns: block.head.length, rows: block.rows.length }),
    links: inline.flatMap((piece) => (piece.kind === 'link' ? [piece.to] : [])).sort(),
    typed: inline.flatMap((piece) => (piece.kind === 'code' ? [piece.text] : [])).sort(),
    names: inline.filter((piece) => piece.kind === 'strong').length,
    paragraphs: [...text.matchAll(PARAGRAPH)].map(([found]) => found).sort(),
  };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Every text of the app in a language, as what it may say: by its key, with anything in its places. */
async function saidIn(tag: Language): Promise<[key: string, says: RegExp][]> {
  const { parts } = await SPOKEN[tag]();
  const all = await Promise.all(Object.values(parts).map((part) => part()));
  return all.flatMap((messages) =>
    Object.entries(messages as Record<string, string | Record<string, string>>).flatMap(([key, message]) =>
      Object.values(typeof message === 'string' ? { message } : message)
        // What is places alone says nothing by itself.
        .filter((form) => /\p{L}/u.test(form.replace(/\{\w+\}/g, '')))
        .map((form): [string, RegExp] => [
          key,
          new RegExp(
            `^${form
              .split(/\{\w+\}/)
              .map(escaped)
              .join('[^“”«»]+')}$`,
          ),
        ]),
    ),
  );
}

const said = Object.fromEntries(await Promise.all(tags.map(async (tag) => [tag, await saidIn(tag)] as const))) as Record<
  Language,
  [string, RegExp][]
>;
/** The texts of the app that a name on the screen may be. */
const keysOf = (tag: Language, name: string): string[] => said[tag].filter(([, says]) => says.test(name)).map(([key]) => key);
const namesOf = (block: Block): string[] => inlineOf(block).flatMap((piece) => (piece.kind === 'strong' ? [piece.text] : []));

describe('the help', () => {
  it('is there for every role in every language of the app', () => {
    expect(helpLanguages(DOCS)).toEqual([...tags].sort());
    for (const tag of tags) expect(readdirSync(folderOf(tag)).sort()).toEqual(HELP_ROLES.map((role) => `${role}.md`).sort());
  });

  it.each(HELP_ROLES)('of a %s names each of its parts once, and has the day, the questions, the keys and the words', (role) => {
    const ids = pageOf('en', role).flatMap((block) => (block.kind === 'heading' && block.level > 1 ? [block.id] : []));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['see', 'day', 'wrong', 'keys', 'words']));
  });

  it.each(HELP_ROLES)('of a %s leads to what is there', (role) => {
    for (const piece of pageOf('en', role).flatMap(inlineOf)) {
      if (piece.kind !== 'link') continue;
      const [path = '', anchor] = piece.to.split('#');
      const { page, parameters } = matchRoute(path === '' ? `/help/${role}` : path);
      const view = parameters['view'] ?? '';
      expect(['helpRole', 'helpReference', 'helpRules'], piece.to).toContain(page);
      const there =
        page === 'helpRole' ? pageOf('en', view) : blocksOf(referenceOf(view, page), page === 'helpRules' ? join(DOCS, 'rule-sets') : DOCS);
      if (anchor !== undefined)
        expect(
          there.flatMap((block) => (block.kind === 'heading' ? [block.id] : [])),
          piece.to,
        ).toContain(anchor);
    }
  });

  it.each(REFERENCES)('leads on to %s, which can be shown', (name) => {
    expect(blocksOf(referenceOf(name, 'helpReference'), DOCS).length).toBeGreaterThan(5);
  });
});

describe.each(others)('the help in %s', (tag) => {
  it.each(HELP_ROLES)('has the parts, lists, tables, links, keys and paragraphs that the English one of a %s has', (role) => {
    expect(pageOf(tag, role).map(formOf)).toEqual(pageOf('en', role).map(formOf));
  });

  it.each(HELP_ROLES)('names the same things on the screen as the English one of a %s', (role) => {
    const english = pageOf('en', role);
    for (const [place, block] of pageOf(tag, role).entries()) {
      const there = english[place];
      if (!there) continue;
      const own = namesOf(block).map((name) => keysOf(tag, name));
      for (const name of namesOf(there)) {
        const keys = keysOf('en', name);
        expect(
          own.some((some) => some.some((key) => keys.includes(key))),
          `${name} has no counterpart among ${namesOf(block).join(' | ')}`,
        ).toBe(true);
      }
    }
  });
});

describe.each(tags)('the help in %s', (tag) => {
  it.each(HELP_ROLES)('of a %s names nothing on the screen otherwise than the app does', (role) => {
    const names = pageOf(tag, role).flatMap(namesOf);
    expect(names.filter((name) => keysOf(tag, name).length === 0)).toEqual([]);
  });

  it.each(HELP_ROLES)('of a %s keeps to the tone and to the signs of its language', (role) => {
    for (const block of pageOf(tag, role)) {
      const words =
        block.kind === 'heading'
          ? block.text
          : inlineOf(block)
              .map((piece) => (piece.kind === 'code' ? '' : piece.text))
              .join('');
      expect(words).not.toMatch(/[!！]|'|"|--/);
      // French signs stand apart, by a blank that does not break.
      if (tag === 'fr') expect(words).not.toMatch(/[^\u202f][;?]|[^\u00a0][:»](?!\d)|«[^\u00a0]/);
    }
  });
});
