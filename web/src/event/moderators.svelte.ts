import { call } from '../contract/call';
import type { Moderator } from '../contract/types';
import { Looked } from '../live/looked.svelte';

/** Who moderates casual play. */
export class Moderators extends Looked {
  /** Null until it is known. */
  all = $state.raw<readonly Moderator[] | null>(null);

  constructor() {
    super();
    void this.reload();
  }

  protected async read(): Promise<void> {
    this.all = (await call('get_moderators', { path: {} })).moderators;
  }
}
