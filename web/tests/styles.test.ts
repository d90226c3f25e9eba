import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../src');
const styles = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(svelte|css)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }));
const TOKENS = join('ui', 'styles', 'tokens.css');
const tokens = styles.find(({ name }) => name === TOKENS)?.text ?? '';

/** Widths in px at which a page changes: the narrowest phones, phones, narrow, with one column. */
const WIDTHS = ['359', '480', '767', '768', '1023', '1199', '1200'];

describe('the styles', () => {
  it('name a font by its token where there is one', () => {
    const named = [...tokens.matchAll(/--[\w-]+: (\d+ \d+px\/\d+px var\(--font\));/g)].map(([, font]) => `font: ${font};`);
    expect(named.length).toBeGreaterThan(10);
    const literal = styles
      .filter(({ name }) => name !== TOKENS)
      .flatMap(({ name, text }) => named.filter((font) => text.includes(font)).map((font) => `${name}: ${font}`));
    expect(literal).toEqual([]);
  });

  it('use no token that there is none of', () => {
    const all = styles.map(({ text }) => text).join('\n');
    const made = new Set([...all.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
    const set = new Set([...all.matchAll(/style:(--[\w-]+)/g)].map(([, name]) => name));
    const used = [...all.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);
    expect(used.filter((name) => !made.has(name) && !set.has(name))).toEqual([]);
  });

  it('change at the widths that all pages change at', () => {
    const odd = styles.flatMap(({ name, text }) =>
      [...text.matchAll(/@media[^{]*?width: (\d+)px/g)]
        .filter(([, width]) => !WIDTHS.includes(width ?? ''))
        .map(([query]) => `${name}: ${query}`),
    );
    expect(odd).toEqual([]);
  });
});
