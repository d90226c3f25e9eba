import type { Attachment } from 'svelte/attachments';

/** So much of a wheel's turn, in pixels of scrolling, is a step. */
const WHEEL_STEP = 40;
/** One flick of a finger on a pad is many turns: so long each step stands. */
const BETWEEN_STEPS_MS = 60;
/** So far a finger goes sideways for a swipe, in pixels. */
const SWIPE = 48;

interface Point {
  x: number;
  y: number;
}

const pointOf = ({ clientX, clientY }: Touch): Point => ({ x: clientX, y: clientY });

interface Wants {
  /** Whether there is a step that way for the wheel to make; where there is none the page scrolls. */
  wheels: (by: 1 | -1) => boolean;
  swipes: () => boolean;
}

/** Steps by the wheel, and by a swipe as pages turn: to the left goes on. */
export function stepsByHand(step: (by: 1 | -1) => void, { wheels, swipes }: Wants): Attachment {
  return (box) => {
    let turned = 0;
    let steppedAt = -Infinity;
    let before = 0;
    let from: Point | null = null;
    const turn = (event: Event): void => {
      if (!(event instanceof WheelEvent) || event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      const by = event.deltaY > 0 ? 1 : -1;
      if (!wheels(by)) return;
      event.preventDefault();
      // Whoever turns the other way does not go on with the same flick.
      if (by !== before) [turned, steppedAt, before] = [0, -Infinity, by];
      turned += event.deltaY;
      if (Math.abs(turned) < WHEEL_STEP || event.timeStamp - steppedAt < BETWEEN_STEPS_MS) return;
      turned = 0;
      steppedAt = event.timeStamp;
      step(by);
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
