import { call } from '../contract/call';
import type { OwnPlay } from '../contract/types';
import { Looked } from '../live/looked.svelte';
import { Polled } from '../live/polled.svelte';

const EVERY_MS = 3_000;

const ownPlay = (): Promise<OwnPlay> => call('get_own_play', { path: {} });

/** The arenas and ladders that whoever is signed in takes part in, and the challenges of his that stand. */
export class LookedOwnPlay extends Looked {
  /** Null until it is known. */
  own = $state.raw<OwnPlay | null>(null);

  protected async read(): Promise<void> {
    this.own = await ownPlay();
  }
}

/** The same, as it changes. */
export class PolledOwnPlay extends Polled {
  /** Null until it is known. */
  own = $state.raw<OwnPlay | null>(null);

  constructor() {
    super(EVERY_MS);
  }

  protected async read(): Promise<void> {
    this.own = await ownPlay();
  }
}
