import { expect, test } from 'vitest';
import { stepsByHand } from '../../src/browser/gestures';

test('a flick of the wheel is one step, and a turn the other way another one at once', () => {
  const box = document.body.appendChild(document.createElement('div'));
  const steps: number[] = [];
  const end = stepsByHand((by) => steps.push(by), { wheels: () => true, swipes: () => false })(box);
  const turns = [60, 60, -60, -60, 60].map((deltaY) => new WheelEvent('wheel', { deltaY, cancelable: true }));
  // As if they came at once: the browser gives each its moment.
  for (const turn of turns) Object.defineProperty(turn, 'timeStamp', { value: 1_000 });
  turns.forEach((turn) => box.dispatchEvent(turn));
  expect(steps).toStrictEqual([1, -1, 1]);
  expect(turns.every((turn) => turn.defaultPrevented)).toBe(true);
  if (end) end();
  box.remove();
});
