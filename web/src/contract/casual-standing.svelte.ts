import { call } from './call';
import { OfAccount } from './of-account.svelte';
import type { CasualStanding, Restriction } from './types';

/** How whoever is signed in stands in casual play. */
class OwnCasualStanding extends OfAccount<CasualStanding> {
  constructor() {
    super(() => call('get_casual_standing', { path: {} }));
  }

  /** It may not write at casual tables; null where it may, and until it is known. */
  get mute(): Restriction | null {
    return this.found?.mute ?? null;
  }

  /** It may play no casual games; null where it may, and until it is known. */
  get bar(): Restriction | null {
    return this.found?.bar ?? null;
  }

  /** It keeps order in casual play. */
  get moderator(): boolean {
    return this.found?.moderator ?? false;
  }

  /** False until it is known. */
  get known(): boolean {
    return this.found !== null;
  }
}

export const casualStanding = new OwnCasualStanding();
