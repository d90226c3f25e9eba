import type { Accommodation, EntryFact } from '../../../acts/entrants/subjects';
import { call } from '../../../contract/call';
import type { components } from '../../../contract/schema';

type Missing = components['schemas']['MissingEntrant'];
type LateChange = components['schemas']['LateChange'];
const MOST = 1000;

/** What officials alone are told of entrants, read again when it is asked for. What cannot be read is not known. */
export class EntrantKnowledge {
  facts = $state.raw<ReadonlyMap<string, EntryFact>>(new Map());
  accommodations = $state.raw<ReadonlyMap<string, Accommodation>>(new Map());
  /** Late changes of teams that were permitted, with their reasons. */
  lateChanges = $state.raw<readonly LateChange[]>([]);
  missing = $state.raw<readonly Missing[]>([]);
  readonly #path: { tournament_id: string };

  constructor(tournament: string) {
    this.#path = { tournament_id: tournament };
  }

  /** `directs`: a director asks, who alone is told what players need and who was not there. */
  async read(directs: boolean): Promise<void> {
    const page = { path: this.#path, query: { page_size: MOST } };
    await Promise.all([
      call('list_entry_facts', page).then(({ entries, late_changes: late }) => {
        this.facts = byEntrant(entries);
        this.lateChanges = late;
      }, ignored),
      directs && call('list_accommodations', page).then(({ accommodations: all }) => (this.accommodations = byEntrant(all)), ignored),
      directs && call('list_missing_entrants', page).then(({ missing }) => (this.missing = missing), ignored),
    ]);
  }
}

const byEntrant = <T extends { entrant_id: string }>(all: T[]): Map<string, T> => new Map(all.map((one) => [one.entrant_id, one]));
/** What was read before stays. */
const ignored = (): undefined => undefined;
