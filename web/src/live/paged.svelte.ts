import { Problem, unreachable } from '../contract/problem';
import { Looked } from './looked.svelte';

interface Page<T> {
  items: readonly T[];
  next: string | null;
}

/** A list that is read a page at a time, from its beginning on: what was read stays until it is read anew. */
export class Paged<T> extends Looked {
  /** Null until it is known. */
  all = $state.raw<readonly T[] | null>(null);
  /** Asks for the next page; null where there is none. */
  next = $state<string | null>(null);
  /** Why earlier ones did not come: what is shown stays. */
  earlier = $state.raw<Problem | null>(null);
  readonly #page: (token: string | null) => Promise<Page<T>>;
  /** What was asked for before the list was read anew is no part of it. */
  #readings = 0;

  constructor(page: (token: string | null) => Promise<Page<T>>) {
    super();
    this.#page = page;
  }

  async more(): Promise<void> {
    const { next } = this;
    if (next === null) return;
    const reading = this.#readings;
    this.earlier = null;
    try {
      const page = await this.#page(next);
      if (reading !== this.#readings || this.next !== next) return;
      this.all = [...(this.all ?? []), ...page.items];
      this.next = page.next;
    } catch (error) {
      this.earlier = error instanceof Problem ? error : unreachable();
    }
  }

  protected async read(): Promise<void> {
    const page = await this.#page(null);
    this.#readings += 1;
    this.all = page.items;
    this.next = page.next;
    this.earlier = null;
  }
}
