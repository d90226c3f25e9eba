import { spokenTable } from '.';
import { language, type Language } from './language';
import type { Tables } from './parts';

/** A table of texts that is fetched when it is first asked for, in the language spoken. */
export class Fetched<Name extends keyof Tables> {
  readonly #name: Name;
  #here = $state.raw<{ language: Language; table: Tables[Name] | null } | null>(null);
  #asked: Language | null = null;

  constructor(name: Name) {
    this.#name = name;
  }

  /** Null until it is here: whoever shows something of it is told when it comes. */
  get table(): Tables[Name] | null {
    if (this.#here?.language === language) return this.#here.table;
    if (this.#asked !== language) void this.#fetch(language);
    return null;
  }

  async #fetch(of: Language): Promise<void> {
    this.#asked = of;
    try {
      this.#here = { language: of, table: await spokenTable(this.#name) };
    } catch {
      // Whoever asks next has it fetched again.
      this.#asked = null;
    }
  }
}
