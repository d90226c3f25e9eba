import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusal, t } from '../src/messages';
import { en } from '../src/messages/en';

const source = join(import.meta.dirname, '../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(svelte|ts)$/.test(name) && name !== 'messages/en.ts')
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }));
const all = files.map((file) => file.text).join('\n');

describe('messages', () => {
  it('fills places and writes numbers as the language does', () => {
    expect(t('table.name', { table: 3 })).toBe('Table 3');
    expect(t('entrants.import.done', { count: 12345 })).toBe('12,345 players in the list.');
  });

  it('says a refusal in its own words where it has them, and else in the server’s', () => {
    const many = { code: 'too_many_requests', detail: 'Slower.', parameters: { retry_after_s: 7 } };
    expect(refusal(many)).toBe('Too many requests. Try again in 7 s.');
    expect(refusal({ ...many, code: 'no_such_code' })).toBe('Slower.');
  });

  it('chooses the form by the count', () => {
    expect(t('home.players', { count: 1 })).toBe('1 player');
    expect(t('home.players', { count: 0 })).toBe('0 players');
  });

  it('has both forms of every plural, with the same places', () => {
    for (const [key, message] of Object.entries(en)) {
      if (typeof message === 'string') continue;
      const places = (text: string): string => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort().join();
      expect(places(message.one), key).toBe(places(message.other));
    }
  });

  it('keeps to the tone: no exclamation marks, no typewriter quotes, no double hyphens', () => {
    for (const [key, message] of Object.entries(en)) {
      const texts = typeof message === 'string' ? [message] : [message.one, message.other];
      for (const text of texts) expect(text, key).not.toMatch(/!|'|"|--/);
    }
  });

  it('has no key that nothing uses', () => {
    const dynamic = [...all.matchAll(/`([a-z_.]+\.)\$\{/g)].map((match) => match[1] ?? '');
    const unused = Object.keys(en).filter(
      (key) => !all.includes(`'${key}'`) && !dynamic.some((start) => key.startsWith(start)),
    );
    expect(unused).toEqual([]);
  });
});

describe('the pages', () => {
  it('hold no style attributes and no inline handlers, which the content security policy would refuse', () => {
    // Types never reach a browser.
    for (const { name, text } of files.filter((file) => !file.name.endsWith('.d.ts'))) {
      expect(text, name).not.toMatch(/\sstyle="/);
      expect(text, name).not.toMatch(/\{@html/);
      expect(text, name).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
    }
  });
});
