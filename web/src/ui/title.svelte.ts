import { t } from '../i18n';

/** The title of the tab: the page's own, unless the player is being called to a table, or to several. */
class Title {
  page = $state('');
  #calls = $state.raw<{ key: string; text: string }[]>([]);

  /** Calls to a table; answers how to end that. Each has its own key: one that ends leaves the others. */
  summon(key: string, text: string): () => void {
    const call = { key, text };
    this.#calls = [...this.#calls.filter((one) => one.key !== key), call];
    return () => void (this.#calls = this.#calls.filter((one) => one !== call));
  }

  get text(): string {
    const [only, ...more] = this.#calls;
    if (only) return `● ${more.length > 0 ? t('summons.several', { count: this.#calls.length }) : only.text}`;
    return this.page ? `${this.page} – ${t('app.name')}` : t('app.name');
  }
}

export const title = new Title();
