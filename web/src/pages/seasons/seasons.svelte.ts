import { call } from '../../contract/call';
import { list } from '../../contract/client';
import type { Season, SeasonSummary, TournamentSummary } from '../../contract/types';
import { Looked } from '../../live/looked.svelte';

/** All seasons, the latest year first. */
export class Seasons extends Looked {
  all = $state.raw<SeasonSummary[] | null>(null);

  protected async read(): Promise<void> {
    this.all = await list<'seasons', SeasonSummary>('/seasons', 'seasons');
  }
}

/** One season; what an act made of it takes its place. */
export class OneSeason extends Looked {
  season = $state.raw<Season | null>(null);
  readonly #id: string;

  constructor(id: string) {
    super();
    this.#id = id;
  }

  take(season: Season): void {
    if (this.season === null || season.summary.seq >= this.season.summary.seq) this.season = season;
  }

  protected async read(): Promise<void> {
    this.take(await call('get_season_calendar', { path: { season_id: this.#id } }));
  }
}

/** The events of this server, for whoever says which of them a leg is. */
export const eventsHere = (): Promise<TournamentSummary[]> => list<'tournaments', TournamentSummary>('/tournaments', 'tournaments');
