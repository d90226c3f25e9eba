import type { Attachment } from 'svelte/attachments';

/** So much of a wheel's turn, in pixels of scrolling, is a step. */
const WHEEL_STEP = 40;
/** So far a finger goes sideways for a swipe, in pixels. */
const SWIPE = 48;

interface Point {
  x: number;
  y: number;
}

const pointOf = ({ clientX, clientY }: Touch): Point => ({ x: clientX, y: clientY });

/**
 * Steps by the wheel, and by a swipe as pages turn: to the left goes on. Each is ours only while its question says so;
 * elsewhere the page scrolls.
 */
export function stepsByHand(step: (by: 1 | -1) => void, { wheels, swipes }: { wheels: () => boolean; swipes: () => boolean }): Attachment {
  return (box) => {
    let turned = 0;
    let from: Point | null = null;
    const turn = (event: Event): void => {
      if (!(event instanceof WheelEvent) || event.ctrlKey || !wheels()) return;
      event.preventDefault();
      turned += event.deltaY;
      if (Math.abs(turned) < WHEEL_STEP) return;
      step(turned > 0 ? 1 : -1);
      turned = 0;
    };
    const touch = (event: Event): void => {
      const only = event instanceof TouchEvent && event.touches.length === 1 ? event.touches[0] : undefined;
      from = only && swipes() ? pointOf(only) : null;
    };
    const lift = (event: Event): void => {
      const lifted = event instanceof TouchEvent ? event.changedTouches[0] : undefined;
      if (!from || !lifted) return;
      const to = pointOf(lifted);
      const [x, y] = [to.x - from.x, to.y - from.y];
      from = null;
      if (Math.abs(x) < SWIPE || Math.abs(x) < 2 * Math.abs(y)) return;
      event.preventDefault();
      step(x < 0 ? 1 : -1);
    };
    box.addEventListener('wheel', turn, { passive: false });
    box.addEventListener('touchstart', touch, { passive: true });
    box.addEventListener('touchend', lift);
    return () => {
      box.removeEventListener('wheel', turn);
      box.removeEventListener('touchstart', touch);
      box.removeEventListener('touchend', lift);
    };
  };
}
