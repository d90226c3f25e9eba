import { Problem, unreachable } from '../contract/problem';
import { live } from './live.svelte';
import { Reading, type Read } from './reading';

/** Something that no line tells of: it is read when a page is opened, after each act, and when somebody asks. */
export abstract class Looked {
  problem = $state.raw<Problem | null>(null);
  /** Server time of the last reading. */
  asOf = $state(0);
  readonly #reading = new Reading(() => this.#look());

  /** Reads it once; throws a `Problem` where it is refused or does not come. */
  protected abstract read(): Promise<void>;

  reload(): Promise<void> {
    return this.#reading.now();
  }

  close(): void {
    this.#reading.stop();
  }

  async #look(): Promise<Read> {
    try {
      await this.read();
      this.asOf = live.clock.now();
      this.problem = null;
      return 'read';
    } catch (error) {
      this.problem = error instanceof Problem ? error : unreachable();
      return this.problem.passes ? 'trouble' : 'refused';
    }
  }
}
