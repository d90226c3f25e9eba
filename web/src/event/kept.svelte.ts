import type { News } from '../contract/deltas';
import { Problem, unreachable } from '../contract/problem';
import { live } from '../live/live.svelte';
import { Reading, type Read } from '../live/reading';
import { catchUp, type Kind } from './apply';

/** A document that is read once and then follows the news of it; where they do not fit it is read again. */
export class Kept<D, Change> {
  document = $state.raw<D | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** Server time of the last good answer or news. */
  asOf = $state(0);
  readonly #kind: Kind<D, Change>;
  readonly #read: () => Promise<D | null>;
  readonly #reading = new Reading(() => this.#look());
  /** Newer than the document, and waiting for one that they fit. */
  #heard: News<Change>[] = [];

  /** `read` answers null where there is no document yet. */
  constructor(kind: Kind<D, Change>, read: () => Promise<D | null>) {
    this.#kind = kind;
    this.#read = read;
  }

  /** Reads it now. */
  reload(): Promise<void> {
    return this.#reading.now();
  }

  close(): void {
    this.#reading.stop();
  }

  hear(news: News<Change>): void {
    this.#heard.push(news);
    // What is being read may have them already.
    if (!this.#reading.running && this.#fold()) this.#reading.soon();
  }

  /** Takes the news that fit; answers whether there are others. */
  #fold(): boolean {
    const { document, left } = catchUp(this.document, this.#heard, this.#kind);
    this.#heard = left;
    if (document !== this.document) {
      this.document = document;
      this.asOf = live.clock.now();
    }
    return left.length > 0;
  }

  async #look(): Promise<Read> {
    try {
      const { document: before } = this;
      const next = await this.#read();
      const isOlder = next !== null && before !== null && this.#kind.versionOf(next) < this.#kind.versionOf(before);
      if (next !== null && !isOlder) this.document = next;
      this.problem = null;
      this.asOf = live.clock.now();
      return this.#fold() ? 'behind' : 'read';
    } catch (error) {
      this.problem = error instanceof Problem ? error : unreachable();
      return this.problem.passes ? 'trouble' : 'refused';
    }
  }
}
