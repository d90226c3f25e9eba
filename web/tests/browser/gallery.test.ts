import axe from 'axe-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { commands, page } from 'vitest/browser';
import { t } from '../../src/i18n';
import GalleryPage from '../../src/pages/gallery/GalleryPage.svelte';

declare module 'vitest/browser' {
  interface BrowserCommands {
    colors: (scheme: 'light' | 'dark') => Promise<void>;
    room: (width: number, height: number) => Promise<void>;
  }
}

beforeAll(() => {
  document.documentElement.lang = 'en';
  document.title = 'Gallery';
});

describe.each(['light', 'dark'] as const)('the gallery in %s', (scheme) => {
  it.each([1440, 390])('at a width of %i px has nothing that axe objects to, overflows nowhere and is kept as a picture', async (width) => {
    const asked = vi.spyOn(window, 'fetch');
    await commands.colors(scheme);
    await page.viewport(width, 900);
    const { container } = await render(GalleryPage);
    await document.fonts.ready;
    await expect.element(page.getByText(t('act.again.text'))).toBeVisible();
    const { violations } = await axe.run(document);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(asked).not.toHaveBeenCalled();
    const height = Math.min(container.scrollHeight, 12_000);
    await commands.room(width, height);
    await page.viewport(width, height);
    await page.screenshot({ path: `../../artefacts/gallery-${scheme}-${width}.png` });
  });
});
