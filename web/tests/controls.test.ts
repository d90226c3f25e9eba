import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../src/ui/styles/controls.css'), 'utf8');

test('a control that can do nothing stays as readable under the pointer as it is', () => {
  const hovered = [...css.matchAll(/^(\.[^\n{]*:hover[^\n{]*)\s*\{/gm)].map(([, selector]) => selector?.trim() ?? '');
  expect(hovered.length).toBeGreaterThan(1);
  expect(hovered.filter((selector) => !selector.includes(':disabled'))).toEqual([]);
});
