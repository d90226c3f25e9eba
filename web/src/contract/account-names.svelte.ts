import { t } from '../i18n';
import { api } from './outflank';
import { Problem } from './problem';

/** Stands for a name that is being read: an account’s number is nobody’s name. */
const READING = '…';
const isService = (account: string): boolean => account.startsWith('service:');

/** What accounts are called, as far as it is known here. Each is asked for once. */
class AccountNames {
  #known = $state.raw<Record<string, string>>({});
  #asked = new Set<string>();

  /** The account's name; an ellipsis until it is known, and words where it has none. */
  of(account: string): string {
    if (isService(account)) return t('account.server');
    return (this.known(account) ?? READING) || t('account.nameless');
  }

  /** The account's name, empty where it has none; null until it is known. */
  known(account: string): string | null {
    if (account !== '' && !this.#asked.has(account)) void this.#ask(account);
    return this.#known[account] ?? null;
  }

  /** Takes down a name that was told beside something else. */
  learn(account: string, name: string): void {
    this.#asked.add(account);
    if (this.#known[account] !== name) this.#known = { ...this.#known, [account]: name };
  }

  async #ask(account: string): Promise<void> {
    this.#asked.add(account);
    try {
      const { display_name: name } = await api.accountName(account);
      this.#known = { ...this.#known, [account]: name };
    } catch (error) {
      // Whoever is not signed in yet may ask again, and so may who was not heard.
      if (error instanceof Problem && !error.passes && error.status !== 401) this.#known = { ...this.#known, [account]: '' };
      else this.#asked.delete(account);
    }
  }
}

export const accountNames = new AccountNames();
