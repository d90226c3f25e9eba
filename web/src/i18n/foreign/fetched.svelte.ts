/** A table of texts that is fetched when something of it is first asked for. */
export class Fetched<Table> {
  readonly #fetch: () => Promise<Table>;
  #table = $state.raw<Table | null>(null);
  #asked = false;

  constructor(fetch: () => Promise<Table>) {
    this.#fetch = fetch;
  }

  /** Null until it is here: whoever shows something of it is told when it comes. */
  get table(): Table | null {
    if (!this.#asked) void this.#ask();
    return this.#table;
  }

  async #ask(): Promise<void> {
    this.#asked = true;
    try {
      this.#table = await this.#fetch();
    } catch {
      // Whoever asks next has it fetched again.
      this.#asked = false;
    }
  }
}
