import { api } from '../contract/outflank';
import { Problem, unreachable } from '../contract/problem';
import type { Entrant, Interests, Round, Standings, Tournament } from '../contract/types';
import { live } from '../live/live.svelte';

/** One tournament with its standings, read again whenever the server says that it changed. */
export class LiveEvent {
  readonly id: string;
  tournament = $state.raw<Tournament | null>(null);
  standings = $state.raw<Standings | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** What the caller plays and may do as an official; read where somebody asked for it. */
  interests = $state.raw<Interests | null>(null);
  #takenBack = $state<number | null>(null);
  /** The round that an act of this desk took back with it; none once it is published again. */
  readonly takenBack = $derived(this.roundNumbered(this.#takenBack ?? 0) ? null : this.#takenBack);
  /** Server time of the last good answer. */
  asOf = $state(0);
  readonly entrants = $derived(new Map((this.tournament?.entrants ?? []).map((one) => [one.id, one])));
  /** The last published round. */
  readonly round = $derived<Round | null>(this.tournament?.rounds.at(-1) ?? null);

  #readingTournament = new Coalesced(() => this.#readTournament());
  #readingStandings = new Coalesced(() => this.#readStandings());
  #unfollow: () => void;

  constructor(id: string) {
    this.id = id;
    this.#unfollow = live.connection.follow(id, {
      tournament: () => void this.reload(),
      standings: () => void this.#readingStandings.run(),
    });
    void this.reload();
  }

  close(): void {
    this.#unfollow();
  }

  entrant(id: string | null | undefined): Entrant | null {
    return (id && this.entrants.get(id)) || null;
  }

  /** Those of the entrants that are known. */
  entrantsOf(ids: string[]): Entrant[] {
    return ids.flatMap((id) => this.entrant(id) ?? []);
  }

  roundNumbered(number: number): Round | null {
    return this.tournament?.rounds.find((one) => one.number === number) ?? null;
  }

  /** An act of this desk was done, and took that round back with it. */
  tookBack(round: number | null): void {
    if (round !== null) this.#takenBack = round;
  }

  async reload(): Promise<void> {
    await Promise.all([this.#readingTournament.run(), this.#readingStandings.run()]);
  }

  /** Reads what the caller may do as an official, now. */
  async readInterests(): Promise<void> {
    try {
      this.interests = await api.interests(this.id);
    } catch {
      // Without it the server still says why it refuses an act.
    }
  }

  async #readTournament(): Promise<void> {
    try {
      const next = await api.tournament(this.id);
      if (next.summary.seq >= (this.tournament?.summary.seq ?? 0)) this.tournament = next;
      this.problem = null;
      this.asOf = live.clock.now();
    } catch (error) {
      this.problem = error instanceof Problem ? error : unreachable();
    }
  }

  async #readStandings(): Promise<void> {
    try {
      const next = await api.standings(this.id, null);
      if (next.version >= (this.standings?.version ?? 0)) this.standings = next;
    } catch (error) {
      // Before the first round there may be no list yet; that is no trouble.
      if (error instanceof Problem && error.status === 404) return;
      this.problem ??= error instanceof Problem ? error : unreachable();
    }
  }
}

/** Runs one reading at a time; however many are asked for meanwhile, one more follows. */
class Coalesced {
  readonly #act: () => Promise<void>;
  #running: Promise<void> | null = null;
  #again = false;

  constructor(act: () => Promise<void>) {
    this.#act = act;
  }

  run(): Promise<void> {
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    this.#running = this.#loop().finally(() => (this.#running = null));
    return this.#running;
  }

  async #loop(): Promise<void> {
    do {
      this.#again = false;
      await this.#act();
    } while (this.#again);
  }
}
