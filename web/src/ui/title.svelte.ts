import { SvelteMap } from 'svelte/reactivity';
import { t } from '../i18n';

/** The title of the tab: the page's own, unless the player is being called to a table, or to several. */
class Title {
  page = $state('');
  readonly #calls = new SvelteMap<string, string>();

  /** Calls to a table; answers how to end that. Each has its own key: one that ends leaves the others. */
  summon(key: string, text: string): () => void {
    this.#calls.set(key, text);
    return () => void this.#calls.delete(key);
  }

  get text(): string {
    const [only] = this.#calls.values();
    const summons = this.#calls.size > 1 ? t('summons.several', { count: this.#calls.size }) : only;
    if (summons) return `● ${summons}`;
    return this.page ? `${this.page} – ${t('app.name')}` : t('app.name');
  }
}

export const title = new Title();
