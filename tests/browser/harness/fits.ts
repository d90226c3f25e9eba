import type { Page } from '@playwright/test';

/** What does not fit on a page as it is shown now: it is wider than the screen, a text is cut, two stand on each other, or a text is missing. */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(lookFor);
}

/** In the page. */
function lookFor(): string[] {
  /** Rounding, and what a letter's box has more than its ink, in px. */
  const SLACK = 3;
  const found: string[] = [];
  const named = (one: Element) => `<${one.tagName.toLowerCase()} class="${one.getAttribute('class') ?? ''}">`;
  const says = (text: string) => `“${text.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}”`;

  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) {
    const out = [...document.body.querySelectorAll('*')].filter(
      (one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1 && !scrolls(one),
    );
    found.push(`the page is ${wide} px too wide: ${out.slice(0, 3).map(named).join(', ')}`);
  }

  const lines: { text: string; of: Element; box: DOMRect }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [of, text] = [node.parentElement, node.textContent ?? ''];
    if (!of || !text.trim() || !isSeen(of)) continue;
    if (/^\s*[a-z]+(_[a-z]+)*(\.[a-z]+(_[a-z]+)*)+\s*$/.test(text) && !of.closest('code, pre, a[href], [lang=en]')) {
      found.push(`a text is missing: ${says(text)}`);
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    const within = shownPart(of);
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      if (within.cut && (box.right > within.cut.right + SLACK || box.bottom > within.cut.bottom + 2 * SLACK)) {
        found.push(`${says(text)} is cut in ${named(within.by ?? of)}`);
        break;
      }
      if (!within.scrolled) lines.push({ text, of, box });
    }
  }
  lines.sort((one, other) => one.box.top - other.box.top);
  for (const [place, { text, of, box }] of lines.entries()) {
    for (const next of lines.slice(place + 1)) {
      if (next.box.top > box.bottom - SLACK) break;
      const across = Math.min(box.right, next.box.right) - Math.max(box.left, next.box.left);
      const down = Math.min(box.bottom, next.box.bottom) - next.box.top;
      const same = of === next.of && of.tagName !== 'TD';
      if (across > SLACK && down > 2 * SLACK && !same) found.push(`${says(text)} stands on ${says(next.text)}`);
    }
  }
  return [...new Set(found)];

  function isSeen(one: Element): boolean {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) return false;
    if (one.closest('.visually-hidden, .skip, option, select, svg, textarea, [data-testid=announcer]')) return false;
    // What is kept on the screen lies on the page by design.
    for (let up: Element | null = one; up; up = up.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(up).position)) return false;
    }
    return true;
  }

  /** What of an element its surroundings let be seen; whether it can be scrolled to. */
  function shownPart(one: Element): { cut: DOMRect | null; by: Element | null; scrolled: boolean } {
    for (let up: Element | null = one; up && up !== document.body; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up);
      if ([overflowX, overflowY].some((how) => how === 'auto' || how === 'scroll')) return { cut: null, by: null, scrolled: true };
      if ([overflowX, overflowY].some((how) => how === 'hidden' || how === 'clip')) {
        const cut = up.getBoundingClientRect();
        // What is there to be read out alone takes a pixel.
        return { cut: cut.width > 2 ? cut : null, by: up, scrolled: cut.width <= 2 };
      }
    }
    return { cut: null, by: null, scrolled: false };
  }

  /** Whether what lies beyond the screen is kept from widening the page. */
  function scrolls(one: Element): boolean {
    let free = getComputedStyle(one).position === 'absolute';
    for (let up = one.parentElement; up; up = up.parentElement) {
      const { overflowX, position } = getComputedStyle(up);
      if (position !== 'static') free = false;
      if (overflowX !== 'visible' && !free) return true;
    }
    return false;
  }
}
