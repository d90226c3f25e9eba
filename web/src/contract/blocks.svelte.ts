import { list } from './client';
import { OfAccount } from './of-account.svelte';
import type { BlockedPlayer } from './types';

/** Whom whoever is signed in has blocked. */
class Blocks extends OfAccount<readonly BlockedPlayer[]> {
  constructor() {
    super(() => list<'blocks', BlockedPlayer>('/blocks', 'blocks'));
  }

  /** The latest first; null until they are known. */
  get all(): readonly BlockedPlayer[] | null {
    return this.found;
  }

  /** False too until it is known. */
  has(account: string): boolean {
    return this.all?.some((one) => one.account.account_id === account) ?? false;
  }
}

export const blocks = new Blocks();
