import { call } from '../contract/call';
import type { OwnPlay } from '../contract/types';
import { Polled } from '../live/polled.svelte';

/** The arenas and ladders that whoever is signed in takes part in, and the challenges of his that stand, as they change. */
export class PolledOwnPlay extends Polled {
  /** Null until it is known. */
  own = $state.raw<OwnPlay | null>(null);

  protected async read(): Promise<void> {
    this.own = await call('get_own_play', { path: {} });
  }
}
