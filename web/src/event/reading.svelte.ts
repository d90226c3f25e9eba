import { call, type AnswerOf, type Call, type OperationId } from '../contract/call';
import { Problem, unreachable } from '../contract/problem';

/**
 * What an operation answers about an event, read again when the event has moved on. While a newer answer is on its way, or
 * does not come, the last one stays.
 */
export class Reading<K extends OperationId> {
  answer = $state.raw<AnswerOf<K> | null>(null);
  problem = $state.raw<Problem | null>(null);
  #asked = 0;

  /** `request` tells what is asked; it is asked anew whenever something changes that it looks at. Null asks nothing. */
  constructor(operation: K, request: () => Call<K> | null) {
    $effect(() => {
      const wanted = request();
      if (wanted) void this.#read(operation, wanted);
    });
  }

  async #read(operation: K, request: Call<K>): Promise<void> {
    const asked = ++this.#asked;
    try {
      const answer = await call(operation, request);
      if (asked !== this.#asked) return;
      this.answer = answer;
      this.problem = null;
    } catch (error) {
      if (asked === this.#asked) this.problem = error instanceof Problem ? error : unreachable();
    }
  }
}
