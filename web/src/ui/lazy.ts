import type { Component } from 'svelte';
import { loadTexts, type Part } from '../i18n';

/** Code and texts that are fetched when they are first shown. */
export interface Lazy {
  load: () => Promise<{ default: unknown }>;
  texts: readonly Part[];
}

/** Fetches it whole: the component and the texts that it says. Whoever shows it gives what it takes, or more. */
export async function fetchLazy<P extends object>({ load, texts }: Lazy): Promise<Component<P>> {
  const [code] = await Promise.all([load(), loadTexts(texts)]);
  return code.default as Component<P>;
}
