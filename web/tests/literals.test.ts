import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type AST } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';
import { sources } from './sources';

/** Words, and no lone letter, sign or number. */
const WORDS = /\p{L}{2,}/u;
/** Attributes that are read or heard. */
const READ = ['aria-label', 'aria-roledescription', 'aria-valuetext', 'alt', 'label', 'lead', 'placeholder', 'title'];
/** Where letters are no words of a language: keys of a keyboard, codes, files. */
const CODE = ['kbd', 'code', 'pre', 'svg'];
/** Codes by the example of which one is typed, and names in the gallery. */
const EXAMPLES = ['ABCD-EFGH-JKLM', 'Vestergrund'];

/** The literal words of a template that somebody would read. */
function literals(node: AST.SvelteNode | AST.Fragment): string[] {
  if (node.type === 'Text') return WORDS.test(node.data) ? [node.data.trim()] : [];
  if (node.type === 'Attribute') return READ.includes(node.name) ? wordsIn(node.value) : [];
  if ('name' in node && CODE.includes(String(node.name))) return [];
  return Object.entries(node).flatMap(([key, inner]) => {
    if (['parent', 'metadata', 'expression', 'css', 'instance', 'module'].includes(key)) return [];
    return (Array.isArray(inner) ? inner : [inner]).flatMap((one) => (isNode(one) ? literals(one) : []));
  });
}

const isNode = (value: unknown): value is AST.SvelteNode => typeof value === 'object' && value !== null && 'type' in value;

const wordsIn = (value: AST.Attribute['value']): string[] =>
  (Array.isArray(value) ? value : []).flatMap((part) => (part.type === 'Text' && WORDS.test(part.data) ? [part.data] : []));

const wordsOf = (text: string): string[] => literals(parse(text, { modern: true }).fragment).filter((words) => !EXAMPLES.includes(words));

describe('a page', () => {
  it.each(sources.filter((file) => file.endsWith('.svelte')))('says nothing that is in one language alone: %s', (file) => {
    expect(wordsOf(readFileSync(join(import.meta.dirname, '../src', file), 'utf8'))).toEqual([]);
  });

  it('is found out where it does', () => {
    expect(wordsOf('{#if a}<p>Some words {b}</p>{/if}')).toEqual(['Some words']);
    expect(wordsOf('<button title="To the top" class="plain">{t("x")}</button>')).toEqual(['To the top']);
    expect(wordsOf('<p class="some words"><kbd>Enter</kbd> · {a}–{b}</p>')).toEqual([]);
  });
});
