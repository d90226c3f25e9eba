import { call } from '../contract/call';
import { list } from '../contract/client';
import { Problem, unreachable } from '../contract/problem';
import { session } from '../contract/session.svelte';
import type { Dispute, Report, Rulings, Table } from '../contract/types';
import { openCases } from './cases';
import type { LiveEvent } from './event.svelte';

const NOTHING: Rulings = { rulings: [], protests: [], appeals: [], disputes: [], interests: [], next_page_token: null };
const LARGEST_PAGE = 1000;

/** What was ruled, protested, appealed, disputed and reported in an event, as far as whoever looks may see it. */
export class EventRulings {
  known = $state.raw<Rulings>(NOTHING);
  reports = $state.raw<Report[]>([]);
  problem = $state.raw<Problem | null>(null);
  /** False before the first answer. */
  ready = $state(false);
  /** The tables of disputed games. */
  #tables = $state.raw<Record<string, Table>>({});
  readonly #event: LiveEvent;
  #reading = false;
  #again = false;

  /** Reads whenever the event changed, while whoever made it is there, and as long as it is `wanted`. */
  constructor(event: LiveEvent, wanted = (): boolean => true) {
    this.#event = event;
    $effect(() => {
      if ((event.tournament?.summary.seq ?? 0) > 0 && session.account && wanted()) void this.read();
    });
  }

  /** Everything that waits for a decision. */
  readonly cases = $derived(openCases(this.known, this.reports));

  /** The table of a disputed game; undefined before it is known. */
  tableOf({ round, table }: Pick<Dispute, 'round' | 'table'>): Table | undefined {
    return this.#tables[`${round}-${table}`];
  }

  /** What the player wrote who disputes a result: what was written at the table is kept with the game. */
  wordsOf(dispute: Dispute): string {
    return dispute.reason || (this.tableOf(dispute)?.confirmation?.dispute ?? '');
  }

  /** Reads everything again; once more afterwards where that was asked for meanwhile. */
  async read(): Promise<void> {
    if (this.#reading) {
      this.#again = true;
      return;
    }
    this.#reading = true;
    do {
      this.#again = false;
      await this.#read();
    } while (this.#again);
    this.#reading = false;
  }

  /** Reports are for directors alone. */
  get #directs(): boolean {
    const own = this.#event.tournament?.officials.find((one) => one.account_id === session.account?.id);
    return own?.role === 'head_director' || own?.role === 'assistant_director';
  }

  async #read(): Promise<void> {
    try {
      this.known = await everything(this.#event.id);
      this.problem = null;
      this.ready = true;
      if (this.#directs)
        this.reports = await list<'reports', Report>(`/tournaments/${encodeURIComponent(this.#event.id)}/reports`, 'reports');
      for (const one of this.known.disputes.filter((other) => !other.decided)) await this.#readTable(one);
    } catch (error) {
      const problem = error instanceof Problem ? error : unreachable();
      // To whom nothing here is addressed nothing is missing.
      if (problem.status !== 403) this.problem = problem;
    }
  }

  async #readTable(dispute: Dispute): Promise<void> {
    const game = this.#event.boardAt(dispute)?.game_id;
    if (!game) return;
    const found = await call('get_table', { path: { game_id: game } });
    this.#tables = { ...this.#tables, [`${dispute.round}-${dispute.table}`]: found };
  }
}

async function everything(tournament: string): Promise<Rulings> {
  const whole: Rulings = { ...NOTHING, rulings: [], protests: [], appeals: [], disputes: [], interests: [] };
  let token: string | null = null;
  do {
    const page: Rulings = await call('list_rulings', {
      path: { tournament_id: tournament },
      query: { disputes: 'all', page_size: LARGEST_PAGE, ...(token === null ? {} : { page_token: token }) },
    });
    whole.rulings.push(...page.rulings);
    whole.protests.push(...page.protests);
    whole.appeals.push(...page.appeals);
    whole.disputes.push(...page.disputes);
    whole.interests.push(...page.interests);
    token = page.next_page_token;
  } while (token !== null);
  return whole;
}
