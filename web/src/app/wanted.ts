import { preferences } from '../browser/preferences.svelte';
import { router } from '../browser/router.svelte';
import { firstSpoken, type Language } from '../i18n/language';

/** The language to speak: the one that the link asks for, else the one chosen here, else the first of the browser's. */
export const wantedLanguage = (): Language => firstSpoken([router.query.get('lang') ?? '', preferences.language, ...navigator.languages]);
