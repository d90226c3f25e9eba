import { call } from '../../contract/call';
import { Problem, unreachable } from '../../contract/problem';
import type { ChatMessage } from '../../contract/types';
import { Looked } from '../../live/looked.svelte';

/** What was written at a casual table on every channel, as moderators read it: from its end backwards. */
export class WholeChat extends Looked {
  /** Oldest first; null until it is known. */
  messages = $state.raw<readonly ChatMessage[] | null>(null);
  /** There are some before this number; null where these are the oldest. */
  olderBefore = $state<number | null>(null);
  readonly #game: string;

  constructor(game: string) {
    super();
    this.#game = game;
  }

  async older(): Promise<void> {
    const before = this.olderBefore;
    if (before === null) return;
    try {
      const older = await call('read_moderated_chat', { path: { game_id: this.#game }, query: { before_number: before } });
      if (this.olderBefore !== before) return;
      this.#put(older.messages);
      this.olderBefore = older.older_before;
    } catch (error) {
      this.problem = error instanceof Problem ? error : unreachable();
    }
  }

  protected async read(): Promise<void> {
    const { messages, older_before: older } = await call('read_moderated_chat', { path: { game_id: this.#game } });
    if (this.messages === null) this.olderBefore = older;
    this.#put(messages);
  }

  #put(messages: readonly ChatMessage[]): void {
    const byNumber = new Map((this.messages ?? []).map((one) => [one.number, one]));
    for (const one of messages) byNumber.set(one.number, one);
    this.messages = [...byNumber.values()].sort((one, other) => one.number - other.number);
  }
}
