import type { Act } from '../../../acts/kit/act';
import type { Known } from '../../../acts/kit/field';
import { Run } from '../../../acts/kit/run.svelte';
import type { OnRound, OnTable } from '../../../acts/kit/subjects';
import type { RoundOutcome } from '../../../contract/types';

/** What was sent to one table of several. */
export interface SentAt {
  table: number;
  run: Run<OnTable>;
}

/** One act sent to several tables: to each by itself, or to the round as a whole where the contract takes that. */
export class SentSeveral {
  tables = $state.raw<SentAt[]>([]);
  round = $state.raw<Run<OnRound> | null>(null);
  /** What became of it at each table, where it was sent to the whole round. */
  outcomes = $state.raw<RoundOutcome['tables'] | null>(null);

  readonly done = $derived(this.tables.filter(({ run }) => run.state === 'done').map(({ table }) => table));
  readonly open = $derived(this.tables.filter(({ run }) => run.state !== 'done' && run.state !== 'idle'));

  /** Sends it to the round: one command for all its open tables. */
  atOnce(act: Act<OnRound>, values: Known, subject: OnRound): void {
    this.#clear();
    const run = new Run(act, (answer) => {
      this.outcomes = (answer as RoundOutcome).tables;
    });
    this.round = run;
    void run.start(values, subject);
  }

  /** Sends it to each table, under a command of its own. What it asks has been answered for all of them. */
  each(act: Act<OnTable>, values: Known, subjects: readonly OnTable[]): void {
    this.#clear();
    this.tables = subjects.map((subject) => ({ table: subject.board.table, run: new Run({ ...act, ask: () => null }) }));
    for (const [place, { run }] of this.tables.entries()) {
      const subject = subjects[place];
      if (subject) void run.start(values, subject);
    }
  }

  #clear(): void {
    this.tables = [];
    this.round = null;
    this.outcomes = null;
  }
}
