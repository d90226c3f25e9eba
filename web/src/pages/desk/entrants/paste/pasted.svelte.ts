import { categoriesOf } from '../../../../acts/entrants/fields';
import { listed, register } from '../../../../acts/entrants/person';
import { Run } from '../../../../acts/kit/run.svelte';
import type { OnEvent } from '../../../../acts/kit/subjects';
import { holdsPlayers, playerNamed, playerNumbered } from '../players-list';
import type { LookUp } from './findings';
import { countryIn, type ListRow, type ReadList } from './read-list';

const NOTHING = { surname: '', given_names: '', country: '', rating: '', number: '', woman: false, junior: false, senior: false } as const;

/** A line of the list on its way into the event. */
export class PastedRow {
  row = $state() as ListRow;
  /** It is to be entered. */
  take = $state(true);
  entered = $state(false);
  lookUp = $state.raw<LookUp>({ state: 'waits' });
  readonly run: Run<OnEvent>;

  constructor(row: ListRow) {
    this.row = row;
    this.run = new Run<OnEvent>(register, () => {
      this.entered = true;
    });
  }

  /** Enters it, or asks. `isCitizen`: the list says of everybody on it that they play for their own nation. */
  async enter(subject: OnEvent, isCitizen: boolean): Promise<void> {
    const { row } = this;
    const number = (text: string): number | null => (text.trim() === '' ? null : Number(text));
    const person = {
      surname: row.surname.trim(),
      given_names: row.given_names.trim(),
      country: countryIn(row.country) ?? row.country,
      rating: number(row.rating),
      number: number(row.number),
      categories: (Object.keys(categoriesOf([])) as ('woman' | 'junior' | 'senior')[]).filter((one) => row[one]),
    };
    await this.run.start(listed(person, isCitizen ? { stands: 'citizen' } : {}), subject);
  }

  /** Looks again what the players list says of whoever stands in the line now. */
  async lookAgain(): Promise<void> {
    if (this.lookUp.state === 'no_list') return;
    this.lookUp = { state: 'waits' };
    try {
      this.lookUp = await found(this.row);
    } catch {
      // Nothing is said of the list then.
    }
  }

  /** What the players list says of the person stands in the line from now on. */
  takeListed(): void {
    if (this.lookUp.state !== 'found') return;
    const { player } = this.lookUp;
    this.row.number = `${player.federation_number}`;
    if (player.rating > 0) this.row.rating = `${player.rating}`;
  }
}

/** A list that was read, and what becomes of its lines. */
export class Pasted {
  rows = $state.raw<PastedRow[]>([]);
  columns = $state.raw<ReadList['columns']>([]);
  hasHeads = $state(false);
  /** How many lines nothing could be read in, and nobody has said yet who it is. */
  readonly unread = $derived(this.rows.filter(({ row }) => row.unread !== undefined && row.surname.trim() === '').length);
  /** The server has no players list: nothing can be looked up. */
  hasNoList = $state(false);
  entering = $state(false);
  #reading = 0;

  take(read: ReadList, country: string): void {
    const unread = read.unreadable.map(({ line, text }) => ({ ...NOTHING, line, unread: text }));
    this.rows = [...read.rows, ...unread]
      .sort((one, other) => one.line - other.line)
      .map((row) => new PastedRow({ ...row, country: row.country === '' ? country : row.country }));
    this.columns = read.columns;
    this.hasHeads = read.hasHeads;
    void this.lookUp();
  }

  clear(): void {
    this.#reading += 1;
    this.rows = [];
  }

  /** Looks everybody up in the players list, one after another: a number first, else the name. */
  async lookUp(): Promise<void> {
    this.#reading += 1;
    const reading = this.#reading;
    try {
      this.hasNoList = !(await holdsPlayers());
      for (const one of this.rows) {
        if (reading !== this.#reading) return;
        one.lookUp = this.hasNoList ? { state: 'no_list' } : await found(one.row);
      }
    } catch {
      // Without an answer nothing is said of the list; entering does not wait for it.
    }
  }
}

async function found(row: ListRow): Promise<LookUp> {
  const number = Number(row.number);
  const player = number > 0 ? await playerNumbered(number) : await playerNamed(row.surname, row.given_names, row.country);
  return player ? { state: 'found', player } : { state: 'none' };
}
