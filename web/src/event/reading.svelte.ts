import { call, type AnswerOf, type Call, type OperationId } from '../contract/call';
import { Problem, unreachable } from '../contract/problem';
import { Reading as Repeated, type Read } from '../live/reading';

/**
 * What an operation answers about an event, read again when the event has moved on: once at a time, within a moment that
 * chance chooses, since all who watch hear of it at once. While a newer answer is on its way, or does not come, the last
 * one stays.
 */
export class Reading<K extends OperationId> {
  answer = $state.raw<AnswerOf<K> | null>(null);
  problem = $state.raw<Problem | null>(null);

  /**
   * `request` tells what is asked; it is asked anew whenever something changes that it looks at, and at once where it is
   * another request then. Null asks nothing.
   */
  constructor(operation: K, request: () => Call<K> | null) {
    let wanted: Call<K> | null = null;
    let asked = '';
    const reading = new Repeated(() => this.#read(operation, wanted, () => wanted));
    $effect(() => {
      wanted = request();
      if (!wanted) return;
      const before = asked;
      asked = JSON.stringify(wanted);
      if (asked === before) reading.soon();
      else void reading.anew();
    });
    $effect(() => () => reading.stop());
  }

  async #read(operation: K, request: Call<K> | null, wanted: () => Call<K> | null): Promise<Read> {
    if (!request) return 'refused';
    const isOutdated = (): boolean => JSON.stringify(request) !== JSON.stringify(wanted());
    try {
      const answer = await call(operation, request);
      if (isOutdated()) return 'read';
      this.answer = answer;
      this.problem = null;
      return 'read';
    } catch (error) {
      if (isOutdated()) return 'read';
      this.problem = error instanceof Problem ? error : unreachable();
      return this.problem.passes ? 'trouble' : 'refused';
    }
  }
}
