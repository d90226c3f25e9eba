import { storage } from './storage';

const KEY = 'outflank.preferences';

interface Values {
  /** The language's tag; empty where it was not chosen. */
  language: string;
  theme: 'system' | 'light' | 'dark';
  confirmMoves: boolean;
  showLegalMoves: boolean;
  keys: boolean;
  sound: boolean;
}

const DEFAULTS: Values = {
  language: '',
  theme: 'system',
  confirmMoves: false,
  showLegalMoves: true,
  keys: true,
  sound: true,
};

function stored(): Values {
  try {
    const kept = Object.entries(JSON.parse(storage.getItem(KEY) ?? '{}') as object);
    // What is of another kind than it should be was not kept by this app.
    const sound = kept.filter(([name, value]) => typeof value === typeof (DEFAULTS as unknown as Record<string, unknown>)[name]);
    return { ...DEFAULTS, ...Object.fromEntries(sound) };
  } catch {
    return { ...DEFAULTS };
  }
}

/** What this browser's user chose; kept in this browser only. */
export const preferences = $state(stored());

export function keepPreferences(): void {
  storage.setItem(KEY, JSON.stringify(preferences));
  showTheme();
}

/** Shows the page light or dark: as chosen, or as something else asks for it. */
export function showTheme(theme: Values['theme'] = preferences.theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
}

export function darkNow(): boolean {
  if (preferences.theme !== 'system') return preferences.theme === 'dark';
  return window.matchMedia('(prefers-color-scheme: dark)').matches;
}
