import { beforeAll, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { loadTexts } from '../../src/i18n';
import Share from '../../src/pages/frame/Share.svelte';
import { violations } from './served';

const frame = { path: '/embed/g/g1', width: 420, height: 540, title: 'The "Marsh" Open <2026> & friends' };

beforeAll(() => loadTexts(['embed']));

it('gives a link, code that is a frame however the event is called, and the overlay', async () => {
  const screen = await render(Share, { path: '/g/g1', frame, overlay: { path: '/overlay/g/g1?board', size: '504 × 640' } });
  const value = (label: string): string => (screen.getByLabelText(label, { exact: true }).element() as HTMLInputElement).value;
  expect(value('Link')).toBe(`${location.origin}/g/g1`);
  expect(value('Overlay for a stream')).toBe(`${location.origin}/overlay/g/g1?board`);
  const parsed = new DOMParser().parseFromString(value('Code for a web page'), 'text/html').body.children;
  expect(parsed).toHaveLength(1);
  const held = parsed[0] as HTMLIFrameElement;
  expect([held.tagName, held.title, held.src]).toEqual(['IFRAME', frame.title, `${location.origin}/embed/g/g1`]);
  expect(await violations()).toEqual([]);
});

it('says that a text was copied, or that it was not', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const screen = await render(Share, { path: '/g/g1', frame });
  await screen.getByRole('button', { name: 'Copy Link' }).click();
  await expect.element(screen.getByRole('button', { name: 'Copy Link' })).toHaveTextContent('Copied');
  write.mockRejectedValue(new Error('no'));
  vi.spyOn(document, 'execCommand').mockReturnValue(false);
  await screen.getByRole('button', { name: 'Copy Code for a web page' }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Not copied');
});
