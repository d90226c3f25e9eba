import { list } from '../contract/client';
import { Problem, unreachable } from '../contract/problem';
import type { Federation } from '../contract/types';
import { live } from '../live/live.svelte';
import { Reading, type Read } from '../live/reading';

/** The federations that are known here, by their codes. */
export class Federations {
  all = $state.raw<Federation[] | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** Server time of the last reading. */
  asOf = $state(0);
  readonly #reading = new Reading(() => this.#look());

  constructor() {
    void this.reload();
  }

  reload(): Promise<void> {
    return this.#reading.now();
  }

  close(): void {
    this.#reading.stop();
  }

  async #look(): Promise<Read> {
    try {
      this.all = await list<'federations', Federation>('/federations', 'federations');
      this.asOf = live.clock.now();
      this.problem = null;
      return 'read';
    } catch (error) {
      this.problem = error instanceof Problem ? error : unreachable();
      return this.problem.passes ? 'trouble' : 'refused';
    }
  }
}
