import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Language } from '../src/i18n/language';

describe('the language of a page', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  /** What a page that is loaded now would speak. */
  async function spokenAt(address: string, kept: object | null, browser: string[]): Promise<Language> {
    vi.resetModules();
    vi.stubGlobal('location', new URL(address, 'http://server'));
    vi.stubGlobal('localStorage', { getItem: () => (kept === null ? null : JSON.stringify(kept)) });
    vi.stubGlobal('navigator', { languages: browser });
    return (await import('../src/app/wanted')).wantedLanguage();
  }

  it('is what its link asks for, else what was chosen, else the browser’s', async () => {
    expect(await spokenAt('/?lang=ja', { language: 'fr' }, ['en'])).toBe('ja');
    expect(await spokenAt('/t/x?round=2', { language: 'fr' }, ['ja', 'en'])).toBe('fr');
    expect(await spokenAt('/', { theme: 'dark' }, ['ja-JP', 'en'])).toBe('ja');
    expect(await spokenAt('/', null, ['de-DE'])).toBe('en');
    expect(await spokenAt('/?lang=xx', null, ['fr'])).toBe('fr');
  });
});
