import { Looked } from './looked.svelte';

/** Something that changes by itself, and that no line tells of: while its page is looked at it is read so often. */
export abstract class Polled extends Looked {
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(everyMs: number) {
    super();
    this.#timer = setInterval(() => {
      const isGone = this.problem?.status === 404;
      if (document.visibilityState === 'visible' && !isGone) void this.reload();
    }, everyMs);
  }

  override close(): void {
    clearInterval(this.#timer);
    super.close();
  }
}
