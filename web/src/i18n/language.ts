/** The languages of the app, each named in itself. */
export const LANGUAGES = { en: 'English', fr: 'Français', ja: '日本語' } as const;
export type Language = keyof typeof LANGUAGES;

const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag);

/** The first of these tags (`fr-CA`) whose language the app speaks; English where there is none. */
export const firstSpoken = (tags: readonly string[]): Language =>
  tags.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en';

/** The language that is spoken. */
export let language: Language = 'en';

export function setLanguage(next: Language): void {
  language = next;
}
