import { expect, it } from 'vitest';
import { heldFocus } from '../../src/browser/held-focus';

function page() {
  const whole = document.createElement('main');
  whole.innerHTML = '<div tabindex="0" id="news">News</div><button id="act">Act</button><button id="other">Other</button>';
  document.body.replaceChildren(whole);
  const part = (id: string): HTMLButtonElement => whole.querySelector(`#${id}`) as HTMLButtonElement;
  const leave = heldFocus(() => part('news'))(whole);
  return { part, leave };
}

const focused = (): string | undefined => document.activeElement?.id;

it('the focus goes on where what had it goes away or is disabled', async () => {
  const { part, leave } = page();
  part('act').focus();
  part('act').remove();
  await expect.poll(focused).toBe('news');
  part('other').focus();
  part('other').disabled = true;
  await expect.poll(focused).toBe('news');
  leave();
});

it('the focus stays where it is, and away where somebody pressed beside everything', async () => {
  const { part, leave } = page();
  part('act').focus();
  part('other').remove();
  await new Promise(requestAnimationFrame);
  expect(focused()).toBe('act');
  part('news').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  part('act').blur();
  part('act').remove();
  await new Promise(requestAnimationFrame);
  expect(document.activeElement).toBe(document.body);
  leave();
});
