import { call } from '../../contract/call';

const LARGEST_PAGE = 1000;
const keyOf = (tournament: string, version: number): string => `${tournament} ${version}`;

/** What rating files are called, as far as it is known here. What is missing is asked for once, one event after the other. */
class FileNames {
  #known = $state.raw<Readonly<Record<string, string>>>({});
  readonly #asked = new Set<string>();
  #turn: Promise<void> = Promise.resolve();

  /** The name of a version’s file; null until it is known. */
  of(tournament: string, version: number): string | null {
    return this.#known[keyOf(tournament, version)] ?? null;
  }

  /** Asks for the name of a version’s file, unless that was done. */
  ask(tournament: string, version: number): void {
    const key = keyOf(tournament, version);
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    this.#turn = this.#turn.then(() => this.#read(tournament, version));
  }

  async #read(tournament: string, version: number): Promise<void> {
    // An event tells the names of all its files at once.
    if (this.of(tournament, version) !== null) return;
    try {
      const page = await call('list_exports', { path: {}, query: { tournament_id: tournament, page_size: LARGEST_PAGE } });
      const names = page.exports.map((one) => [keyOf(tournament, one.version), one.file_name] as const);
      this.#known = { ...this.#known, ...Object.fromEntries(names) };
    } catch {
      // What is shown without names is as true; the next look asks again.
      this.#asked.delete(keyOf(tournament, version));
    }
  }
}

export const fileNames = new FileNames();
