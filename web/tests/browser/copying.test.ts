import { afterEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { announcer } from '../../src/ui/announcer.svelte';
import CopyButton from '../../src/ui/CopyButton.svelte';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const read = async (items: ClipboardItem[]): Promise<string> => (await items[0]?.getType('text/plain'))?.text() ?? '';

it('copies what is still to be fetched within the press, as a browser asks that lets a page copy at once alone', async () => {
  let arrive: (text: string) => void = () => undefined;
  const fetched = new Promise<string>((go) => (arrive = go));
  let written: Promise<string> | null = null;
  const write = vi.spyOn(navigator.clipboard, 'write').mockImplementation(async (items) => {
    written = read(items);
    await written;
  });
  const screen = await render(CopyButton, { text: () => fetched, label: 'GGF' });
  await screen.getByRole('button', { name: 'GGF' }).click();
  expect(write).toHaveBeenCalledOnce();
  arrive('(;GM[Othello];)');
  await expect.element(screen.getByRole('button')).toHaveTextContent('Copied');
  expect(await written).toBe('(;GM[Othello];)');
  expect(announcer.polite.trim()).toBe('Copied');
});

it('selects the text where the page has no clipboard, and goes on where the keyboard was', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: undefined } }));
  let selected = '';
  vi.spyOn(document, 'execCommand').mockImplementation(() => {
    selected = (document.activeElement as HTMLTextAreaElement).value;
    return true;
  });
  const screen = await render(CopyButton, { text: () => 'f5d6c3', label: 'Moves' });
  await screen.getByRole('button', { name: 'Moves' }).click();
  await expect.element(screen.getByRole('button')).toHaveTextContent('Copied');
  expect(selected).toBe('f5d6c3');
  expect(document.activeElement).toBe(screen.getByRole('button').element());
});

it('tells who asked that there was nothing to fetch, and says neither that it was copied nor that it was not', async () => {
  const refused = vi.fn();
  const broken = new Error('gone');
  const screen = await render(CopyButton, { text: () => Promise.reject(broken), refused });
  await screen.getByRole('button', { name: 'Copy' }).click();
  await vi.waitFor(() => expect(refused).toHaveBeenCalledWith(broken));
  await expect.element(screen.getByRole('button')).toHaveTextContent('Copy');
  await expect.element(screen.getByTestId('not-copied')).not.toBeInTheDocument();
});
