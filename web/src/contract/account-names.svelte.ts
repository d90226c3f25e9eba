import { api } from './outflank';

/** What accounts are called, as far as it is known here. Each is asked for once. */
class AccountNames {
  #known = $state.raw<Record<string, string>>({});
  #asked = new Set<string>();

  /** The account's name; its number until it is known, and where nobody is signed in or has it. */
  of(account: string): string {
    if (!this.#asked.has(account)) void this.#ask(account);
    return this.#known[account] || account;
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
    } catch {
      this.#asked.delete(account);
    }
  }
}

export const accountNames = new AccountNames();
