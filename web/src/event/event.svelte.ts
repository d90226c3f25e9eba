import { onDestroy } from 'svelte';
import { call } from '../contract/call';
import type { StandingsChange, TournamentChange } from '../contract/deltas';
import { Problem } from '../contract/problem';
import { session } from '../contract/session.svelte';
import type { Board, Entrant, Interests, Round, Standings, Tournament } from '../contract/types';
import { fullName, know } from '../i18n/names';
import { live } from '../live/live.svelte';
import { STANDINGS, TOURNAMENT } from './apply';
import { Kept } from './kept.svelte';

/** So long the news of an act are waited for. */
const NEWS_MS = 1_500;

/** One tournament with its standings: read once, then kept up to date by what the server says of them. */
export class LiveEvent {
  readonly id: string;
  readonly #tournament: Kept<Tournament, TournamentChange>;
  readonly #standings: Kept<Standings, StandingsChange>;
  /** What the caller plays and may do as an official; read where somebody asked for it. */
  interests = $state.raw<Interests | null>(null);
  #takenBack = $state<number | null>(null);
  #byId: { of: Tournament | null; entrants: Map<string, Entrant> } = { of: null, entrants: new Map() };
  #unfollow: () => void;
  /** Look, whenever something is heard, whether what they wait for is there. */
  readonly #waiting = new Set<() => void>();

  constructor(id: string) {
    this.id = id;
    const path = { tournament_id: id };
    this.#tournament = new Kept<Tournament, TournamentChange>(TOURNAMENT, () => call('get_tournament', { path }));
    this.#standings = new Kept<Standings, StandingsChange>(STANDINGS, () => call('get_standings', { path }).catch(noneYet));
    this.#unfollow = live.connection.follow(id, {
      tournament: (news) => {
        this.#tournament.hear(news);
        for (const look of this.#waiting) look();
      },
      standings: (news) => this.#standings.hear(news),
    });
    void this.reload();
  }

  close(): void {
    this.#unfollow();
    this.#tournament.close();
    this.#standings.close();
  }

  // Not `$derived`: that would end with the page that happened to open the event first.
  get tournament(): Tournament | null {
    return this.#tournament.document;
  }

  get standings(): Standings | null {
    return this.#standings.document;
  }

  get problem(): Problem | null {
    return this.#tournament.problem ?? this.#standings.problem;
  }

  /** Server time of the last good answer. */
  get asOf(): number {
    return this.#tournament.asOf;
  }

  get entrants(): ReadonlyMap<string, Entrant> {
    const { tournament } = this;
    if (this.#byId.of !== tournament) {
      know(tournament?.entrants ?? []);
      this.#byId = { of: tournament, entrants: new Map((tournament?.entrants ?? []).map((one) => [one.id, one])) };
    }
    return this.#byId.entrants;
  }

  /** The last published round. */
  get round(): Round | null {
    return this.tournament?.rounds.at(-1) ?? null;
  }

  /** The round that an act of this desk took back with it; none once it is published again. */
  get takenBack(): number | null {
    return this.roundNumbered(this.#takenBack ?? 0) ? null : this.#takenBack;
  }

  entrant(id: string | null | undefined): Entrant | null {
    return (id && this.entrants.get(id)) || null;
  }

  /** What an entrant is called; something else for nobody, or before they are known. */
  nameOf(id: string | null | undefined, otherwise = '…'): string {
    const entrant = this.entrant(id);
    return entrant ? fullName(entrant) : otherwise;
  }

  /** Those of the entrants that are known. */
  entrantsOf(ids: string[]): Entrant[] {
    return ids.flatMap((id) => this.entrant(id) ?? []);
  }

  roundNumbered(number: number): Round | null {
    return this.tournament?.rounds.find((one) => one.number === number) ?? null;
  }

  /** The board at a table of a round, where there is one. */
  boardAt({ round, table }: { round: number | null; table: number | null }): Board | null {
    return this.roundNumbered(round ?? 0)?.boards.find((one) => one.table === table) ?? null;
  }

  /** An act of this desk was done, and took that round back with it. */
  tookBack(round: number | null): void {
    if (round !== null) this.#takenBack = round;
  }

  /** How far it has come: it grows with every act. */
  get seq(): number {
    return this.tournament?.summary.seq ?? 0;
  }

  /** After an act that was sent when it stood at `seq`: waits for the news of it; it is read where none come. */
  async caughtUp(seq: number): Promise<void> {
    if (!live.online || !(await this.#passes(seq))) await this.reload();
  }

  #passes(seq: number): Promise<boolean> {
    return new Promise((settle) => {
      const end = (there: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        settle(there);
      };
      const look = (): void => {
        if (this.seq > seq) end(true);
      };
      const timer = setTimeout(() => end(false), NEWS_MS);
      this.#waiting.add(look);
      look();
    });
  }

  async reload(): Promise<void> {
    await Promise.all([this.#tournament.reload(), this.#standings.reload()]);
  }

  /** Reads what the caller may do as an official, now. */
  async readInterests(): Promise<void> {
    const asker = session.account?.id;
    try {
      const told = await call('get_interests', { path: { tournament_id: this.id } });
      if (session.account?.id === asker) this.interests = told;
    } catch {
      // Without it the server still says why it refuses an act.
    }
  }

  /** Somebody else looks at it now. */
  forget(): void {
    this.interests = null;
    void this.reload();
  }
}

/** Before the first round there may be no list yet; that is no trouble. */
function noneYet(error: unknown): null {
  if (error instanceof Problem && error.status === 404) return null;
  throw error;
}

interface Shared {
  event: LiveEvent;
  holders: number;
  closing: ReturnType<typeof setTimeout> | undefined;
}

/** Whoever leaves a page for another one of the same event finds it as it is. */
const KEPT_MS = 10_000;
const shared = new Map<string, Shared>();

session.onChange(() => {
  for (const [id, one] of shared) {
    if (one.holders > 0) one.event.forget();
    else end(id, one);
  }
});

function end(id: string, one: Shared): void {
  clearTimeout(one.closing);
  one.event.close();
  shared.delete(id);
}

/** The one store of an event, for whoever shows something of it; `release` when it is no longer shown. */
export function openEvent(id: string): { event: LiveEvent; release: () => void } {
  const one = shared.get(id) ?? { event: new LiveEvent(id), holders: 0, closing: undefined };
  shared.set(id, one);
  clearTimeout(one.closing);
  one.holders += 1;
  let held = true;
  const release = (): void => {
    if (!held) return;
    held = false;
    one.holders -= 1;
    if (one.holders === 0) one.closing = setTimeout(() => end(id, one), KEPT_MS);
  };
  return { event: one.event, release };
}

/** The same while a component is there; to be called while it is being made. */
export function useEvent(id: string): LiveEvent {
  const { event, release } = openEvent(id);
  onDestroy(release);
  return event;
}
