const KEPT = 8;

/**
 * The server's time as seen from here: the local monotonic clock plus an offset. Of the
 * last samples the one with the shortest round trip counts, for it is the least delayed.
 */
export class ServerClock {
  readonly #local: () => number;
  #samples: { offset: number; trip: number }[] = [];
  #guessed = 0;

  constructor(local: () => number) {
    this.#local = local;
  }

  /** A first guess, until the server has spoken. */
  guess(nowMs: number): void {
    this.#guessed = nowMs - this.#local();
  }

  /** `serverTimeMs` was sent half a round trip ago. A trip of 0 means unknown: such a sample counts only while there is no other. */
  sample(serverTimeMs: number, tripMs: number): void {
    const offset = serverTimeMs + tripMs / 2 - this.#local();
    if (tripMs <= 0) {
      if (this.#samples.length === 0) this.#guessed = offset;
      return;
    }
    this.#samples = [...this.#samples, { offset, trip: tripMs }].slice(-KEPT);
  }

  /** The last round trips, in ms, the newest last. */
  get trips(): readonly number[] {
    return this.#samples.map(({ trip }) => trip);
  }

  now(): number {
    let best: { offset: number; trip: number } | undefined;
    for (const one of this.#samples) if (!best || one.trip <= best.trip) best = one;
    return this.#local() + (best?.offset ?? this.#guessed);
  }
}
