import { afterEach, expect, test, vi } from 'vitest';
import { footOfSheets, printAlone, quoted } from '../../src/ui/paper';

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const rules = (): string[] => document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));

test('each sheet says at its foot what it says when it is printed', () => {
  let round = 1;
  const end = footOfSheets(() => `The “Open” of "Fernwood"\nround ${round}`);
  round = 2;
  window.dispatchEvent(new Event('beforeprint'));
  expect(rules().join()).toContain(String.raw`The “Open” of \"Fernwood\" round 2`);
  end();
  expect(rules()).toEqual([]);
  expect(quoted('a\\b')).toBe(String.raw`"a\\b"`);
});

test('a part is printed alone, and the page is as it was afterwards', () => {
  document.body.innerHTML = '<header>Head</header><main><aside class="no-print"><p>Beside</p><div id="part">Part</div></aside></main>';
  const before = document.body.innerHTML;
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  printAlone(document.getElementById('part') as HTMLElement);
  expect(print).toHaveBeenCalledOnce();
  expect([...document.querySelectorAll('[data-print-way]')].map((one) => one.localName)).toEqual(['html', 'body', 'main', 'aside']);
  window.dispatchEvent(new Event('afterprint'));
  expect(document.body.innerHTML).toBe(before);
});
