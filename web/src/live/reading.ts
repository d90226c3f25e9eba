/** How a reading ended: read, read but older than what is known to be there, failed in a way that passes, or refused. */
export type Read = 'read' | 'behind' | 'trouble' | 'refused';

/** Many hear the same news at once: they ask within so long of each other. */
const JITTER_MS = 250;
const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** Looks at what has not come yet; later news wake it again. */
const BEHIND_MOST = 6;

/** How long to wait after the n-th look that failed: half a second doubling to 30 s, half of it by chance. */
export function laterMs(tries: number, random: () => number = Math.random): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** tries);
  return Math.round((longest * (1 + random())) / 2);
}

/**
 * Reads something, once at a time however many ask for it. After trouble that passes it is read again, later each time,
 * until it is stopped.
 */
export class Reading {
  readonly #read: () => Promise<Read>;
  #running: Promise<void> | null = null;
  #more = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAt = Infinity;
  #tries = 0;
  #endedAt = -Infinity;
  #stopped = false;

  constructor(read: () => Promise<Read>) {
    this.#read = read;
  }

  get running(): boolean {
    return this.#running !== null;
  }

  /** Reads at once; whoever asks while it is read gets one more reading. */
  now(): Promise<void> {
    this.#cancel();
    if (this.#stopped) return Promise.resolve();
    if (this.#running) {
      this.#more = true;
      return this.#running;
    }
    return (this.#running = this.#loop());
  }

  /** The same for something new that is due: what was looked for in vain before counts no longer. */
  anew(): Promise<void> {
    this.#tries = 0;
    return this.now();
  }

  /** Reads within a moment that chance chooses. */
  soon(withinMs = JITTER_MS): void {
    this.#wait(Math.random() * withinMs);
  }

  /** The same, but not before so long after the last reading: for news that come often and are seldom about it. */
  afterPause(pauseMs: number): void {
    this.#wait(Math.max(Math.random() * JITTER_MS, this.#endedAt + pauseMs - Date.now()));
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  async #loop(): Promise<void> {
    let read: Read;
    try {
      do {
        this.#more = false;
        read = this.#stopped ? 'refused' : await this.#read();
      } while (this.#more);
    } finally {
      // Before anybody else has a turn: this loop does not hear any more who asks from here on.
      this.#running = null;
    }
    this.#endedAt = Date.now();
    const again = read === 'trouble' || (read === 'behind' && this.#tries < BEHIND_MOST);
    if (again) this.#wait(laterMs(this.#tries));
    this.#tries = again ? this.#tries + 1 : 0;
  }

  #wait(ms: number): void {
    const dueAt = Date.now() + ms;
    if (this.#stopped || dueAt >= this.#dueAt) return;
    this.#cancel();
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => void this.now(), ms);
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#dueAt = Infinity;
  }
}
