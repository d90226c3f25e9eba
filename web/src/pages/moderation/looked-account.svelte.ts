import { call } from '../../contract/call';
import type { ModeratedAccount } from '../../contract/types';
import { Looked } from '../../live/looked.svelte';

/** An account as moderators see it. */
export class LookedAccount extends Looked {
  told = $state.raw<ModeratedAccount | null>(null);
  readonly #account: string;

  constructor(account: string) {
    super();
    this.#account = account;
  }

  protected async read(): Promise<void> {
    this.told = await call('get_moderated_account', { path: { account_id: this.#account } });
  }
}
