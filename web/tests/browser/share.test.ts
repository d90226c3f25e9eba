import { beforeAll, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { loadTexts } from '../../src/i18n';
import Share from '../../src/pages/frame/Share.svelte';
import { announcer } from '../../src/ui/announcer.svelte';
import { violations } from './served';

const frame = { path: '/embed/g/g1', width: 420, height: 540, title: 'The "Marsh" Open <2026> & friends' };

// Pictures that are there: one that is not is shown no longer.
const picture = { path: '/icon.svg?ply=23', file: 'outflank-table-3.png' };

beforeAll(() => loadTexts(['embed']));

it('gives a link, code that is a frame however the event is called, and the overlay', async () => {
  const screen = await render(Share, { path: '/g/g1', picture, frame, overlay: { path: '/overlay/g/g1?board', size: '504 × 640' } });
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
  const screen = await render(Share, { path: '/g/g1', picture, frame });
  await screen.getByRole('button', { name: 'Copy Link' }).click();
  await expect.element(screen.getByRole('button', { name: 'Copy Link' })).toHaveTextContent('Copied');
  write.mockRejectedValue(new Error('no'));
  vi.spyOn(document, 'execCommand').mockReturnValue(false);
  await screen.getByRole('button', { name: 'Copy Code for a web page' }).click();
  await expect.element(screen.getByTestId('not-copied')).toHaveTextContent('Not copied');
  expect(announcer.polite).toContain('Not copied');
  // What is not copied can be copied by hand.
  const code = screen.getByLabelText('Code for a web page', { exact: true }).element() as HTMLInputElement;
  expect([code.selectionStart, code.selectionEnd]).toEqual([0, code.value.length]);
});

it('offers the table of the event, round after round, and light or dark', async () => {
  const board = {
    table: 3,
    frame: { path: '/embed/t/t1/table/3', width: 420, height: 540, title: 'Table 3' },
    overlay: { path: '/overlay/t/t1?table=3&board', size: '504 × 640' },
    picture: { path: '/icon-192.png', file: 'outflank-table-3.png' },
  };
  const screen = await render(Share, { path: '/g/g1', picture, frame, overlay: { path: '/overlay/g/g1?board', size: '504 × 640' }, board });
  const field = (label: string): HTMLInputElement => screen.getByLabelText(label, { exact: true }).element() as HTMLInputElement;
  await screen.getByLabelText('Its colours').selectOptions('Dark');
  expect(field('Overlay for a stream').value).toBe(`${location.origin}/overlay/g/g1?board&theme=dark`);
  await screen.getByLabelText('What a web page or stream shows').selectOptions('Table 3 of the event, round after round');
  expect(field('Overlay for a stream').value).toBe(`${location.origin}/overlay/t/t1?table=3&board&theme=dark`);
  const held = new DOMParser().parseFromString(field('Code for a web page').value, 'text/html').querySelector('iframe');
  expect(held?.src).toBe(`${location.origin}/embed/t/t1/table/3?theme=dark`);
  const drawn = screen.getByTestId('picture').element() as HTMLImageElement;
  expect(drawn.src).toBe(`${location.origin}/icon-192.png?theme=dark&lang=en`);
  // The link is the page's, which everybody sees as they chose.
  expect(field('Link').value).toBe(`${location.origin}/g/g1`);
});

it('hands the link to the device where that can send it', async () => {
  const share = vi.fn(() => Promise.reject(new DOMException('no', 'AbortError')));
  vi.stubGlobal('navigator', Object.create(navigator, { share: { value: share } }));
  const screen = await render(Share, { path: '/g/g1', picture, frame });
  await screen.getByRole('button', { name: 'Send the link' }).click();
  expect(share).toHaveBeenCalledWith({ title: frame.title, url: `${location.origin}/g/g1` });
  vi.unstubAllGlobals();
});

it('shows the picture, saves it, and says when there is none', async () => {
  const screen = await render(Share, { path: '/g/g1', picture, frame });
  const drawn = screen.getByAltText(`Picture: ${frame.title}`);
  const save = screen.getByRole('link', { name: 'Save the picture' }).element() as HTMLAnchorElement;
  const address = `${location.origin}/icon.svg?ply=23&lang=en`;
  expect([save.href, save.download]).toEqual([address, picture.file]);
  expect((drawn.element() as HTMLImageElement).src).toBe(address);
  drawn.element().dispatchEvent(new Event('error'));
  await expect.element(screen.getByText('There is no picture now. Try again later.')).toBeVisible();
});

it('hands the picture as a file to the device where that can send one', async () => {
  const share = vi.fn<(sent: ShareData) => Promise<void>>(() => Promise.resolve());
  vi.stubGlobal('navigator', Object.create(navigator, { share: { value: share }, canShare: { value: () => true } }));
  const fetched = vi.spyOn(window, 'fetch').mockResolvedValue(new Response('png', { headers: { 'Content-Type': 'image/png' } }));
  const screen = await render(Share, { path: '/g/g1', picture, frame });
  await screen.getByRole('button', { name: 'Send the picture' }).click();
  await vi.waitFor(() => expect(share).toHaveBeenCalled());
  const sent = share.mock.calls[0]?.[0];
  expect(sent?.title).toBe(frame.title);
  expect(sent?.files?.map((file) => [file.name, file.type])).toEqual([[picture.file, 'image/png']]);
  fetched.mockRestore();
  vi.unstubAllGlobals();
});
