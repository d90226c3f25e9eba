import type { Page } from '@playwright/test';

/** Why nobody can see where the focus is; null where it is to be seen. A heading at which a page begins needs no frame. */
export function unseenFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const { activeElement: active } = document;
    if (!(active instanceof HTMLElement) || active === document.body) return 'nothing has the focus';
    if (/^H[1-6]$/.test(active.tagName)) return null;
    const what = `${active.tagName} “${(active.ariaLabel ?? active.textContent).trim().slice(0, 40)}”`;
    const box = active.getBoundingClientRect();
    const isOnScreen = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
    if (!isOnScreen) return `${what} has the focus outside the screen`;
    const { square } = active.dataset;
    if (square) {
      // The board draws its own frame: around this square, and in front of what lies there.
      const frame = active.closest('.board')?.querySelector('svg .frame.outer')?.getBoundingClientRect();
      const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      const frames = frame && middle.x > frame.left && middle.x < frame.right && middle.y > frame.top && middle.y < frame.bottom;
      return frames ? null : `${square} has the focus without a frame`;
    }
    const { outlineStyle, outlineWidth } = getComputedStyle(active);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 ? null : `${what} has the focus without a frame`;
  });
}

/** Has every page of a browser count what a pointer does: presses, touches, and clicks that no key made. */
export function countPointers(): void {
  const pointers = { count: 0 };
  const count = () => (pointers.count += 1);
  for (const kind of ['pointerdown', 'mousedown', 'touchstart', 'wheel']) window.addEventListener(kind, count, true);
  window.addEventListener('click', (click) => void (click.detail > 0 && count()), true);
  Object.assign(window, { pointers });
}
