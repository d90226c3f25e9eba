import '../../src/ui/styles/base.css';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { commands, page } from 'vitest/browser';
import { preferences } from '../../src/browser/preferences.svelte';
import { router } from '../../src/browser/router.svelte';
import { wantedLanguage } from '../../src/app/wanted';
import { Problem } from '../../src/contract/problem';
import { speak, t } from '../../src/i18n';
import { LANGUAGES, type Language } from '../../src/i18n/language';
import SummonsNotice from '../../src/pages/frame/SummonsNotice.svelte';
import GalleryPage from '../../src/pages/gallery/GalleryPage.svelte';
import LanguageChoice from '../../src/ui/LanguageChoice.svelte';
import Refusal from '../../src/ui/Refusal.svelte';
import { violations } from './served';

const others = (Object.keys(LANGUAGES) as Language[]).filter((tag) => tag !== 'en');
const before = location.href;

beforeAll(() => {
  document.title = 'Languages';
});
afterEach(async () => {
  router.go(before, true);
  preferences.language = '';
  localStorage.clear();
  document.documentElement.lang = 'en';
  await speak('en');
});

describe('the choice of a language', () => {
  it('names each language in itself, keeps what is chosen and makes the page anew without what its link asked for', async () => {
    router.go('/help?part=1&lang=fr', true);
    await speak('fr');
    const renew = vi.fn();
    await render(LanguageChoice, { help: '/help', renew });
    await expect.element(page.getByText('Français')).toHaveAttribute('aria-current', 'true');
    const button = page.getByRole('button', { name: '日本語' });
    await expect.element(button).toHaveAttribute('lang', 'ja');
    await button.click();
    await expect.poll(() => renew.mock.calls.length).toBe(1);
    expect(router.here).toBe('/help?part=1');
    expect(location.search).toBe('?part=1');
    expect(JSON.parse(localStorage.getItem('outflank.preferences') ?? '{}')).toMatchObject({ language: 'ja' });
    expect(wantedLanguage()).toBe('ja');
  });
});

describe('a page in Japanese', () => {
  it('names people by their surnames first', async () => {
    await speak('ja');
    const opponent = { id: 'e1', surname: 'Brandvold', given_names: 'Torunn', country: 'NOR' };
    const board = { table: 3, game_id: 'g1', result: null };
    const round = { number: 2 };
    await render(SummonsNotice, { of: 'Fernwood Open', place: { round, board, color: 'black', opponent } as never, left: 0 });
    await expect.element(page.getByTestId('summons')).toHaveTextContent('Brandvold Torunn');
  });
});

describe('a refusal in another language', () => {
  it('is in English until the texts are here, and has the server’s own sentence beside a general one', async () => {
    await speak('fr');
    const said = (code: string, detail: string) => new Problem({ code, title: '', detail, rule: null, parameters: {}, field: null }, 409);
    const { rerender } = await render(Refusal, { problem: said('of_a_later_server', 'Something new is refused.') });
    const alert = page.getByRole('alert');
    await expect.element(alert.getByText('Something new is refused.')).toHaveAttribute('lang', 'en');
    await rerender({ problem: said('bad_outcome', 'A report is noted.') });
    await expect.element(alert).not.toHaveTextContent('A report is noted.');
    await rerender({ problem: said('bad_date', 'The first day must be a day of the calendar.') });
    await expect.element(alert.getByText('The first day must be a day of the calendar.')).toHaveAttribute('lang', 'en');
    expect(alert.element().textContent.replace('The first day must be a day of the calendar.', '').trim()).not.toBe('');
  });
});

describe.each(others)('the gallery in %s', (tag) => {
  it.each([1440, 390, 320])('at a width of %i px cuts nothing off and has nothing that axe objects to', async (width) => {
    document.documentElement.lang = tag;
    await speak(tag);
    await page.viewport(width, 900);
    const { container } = await render(GalleryPage);
    await expect.element(page.getByText(t('act.again.text'))).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    const height = Math.min(container.scrollHeight, 12_000);
    await commands.room(width, height);
    await page.viewport(width, height);
    await page.screenshot({ path: `../../artefacts/gallery-${tag}-${width}.png` });
  });
});
