import { call } from '../../contract/call';
import type { ReportToAnswer } from '../../contract/types';
import { Looked } from '../../live/looked.svelte';

/** A report that is looked at, with all that is needed to answer it. */
export class OpenedReport extends Looked {
  told = $state.raw<ReportToAnswer | null>(null);
  readonly #id: string;

  constructor(id: string) {
    super();
    this.#id = id;
    void this.reload();
  }

  protected async read(): Promise<void> {
    this.told = await call('get_player_report', { path: { report_id: this.#id } });
  }
}
