import { call, type AnswerOf, type Call, type OperationId } from '../contract/call';
import { Problem, unreachable } from '../contract/problem';
import { Reading as Repeated, type Read } from '../live/reading';

/** An answer that has not come by then is asked for again. */
const LONGEST_MS = 30_000;

/**
 * What an operation answers about an event, read again when the event has moved on, once at a time however many news
 * come. While a newer answer is on its way, or does not come, the last one stays.
 */
export class Reading<K extends OperationId> {
  answer = $state.raw<AnswerOf<K> | null>(null);
  problem = $state.raw<Problem | null>(null);
  readonly #reading: Repeated;
  #wanted: Call<K> | null = null;
  /** The version that is known to be there. */
  #known = 0;
  #under = new AbortController();

  /**
   * `request` tells what is asked; it is asked anew whenever something changes that it or `version` looks at. Null asks
   * nothing. What `many` show, who all hear of it at once, is read again within a moment that chance chooses, but another
   * request at once. An answer of an earlier `version` than is known to be there is shown, and looked for again: it comes
   * from a service that follows the event on its own.
   */
  constructor(operation: K, request: () => Call<K> | null, { many = false, version = (): number => 0 } = {}) {
    let asked = '';
    const reading = (this.#reading = new Repeated(() => this.#read(operation)));
    $effect(() => {
      this.#wanted = request();
      this.#known = version();
      if (!this.#wanted) return;
      const before = asked;
      asked = JSON.stringify(this.#wanted);
      if (asked !== before) this.#under.abort();
      if (asked === before && many) reading.soon();
      else void reading.anew();
    });
    $effect(() => () => {
      reading.stop();
      this.#under.abort();
    });
  }

  /** Reads it once more, at once. */
  again(): void {
    if (this.#wanted) void this.#reading.anew();
  }

  async #read(operation: K): Promise<Read> {
    const wanted = this.#wanted;
    if (!wanted) return 'refused';
    const under = (this.#under = new AbortController());
    const late = setTimeout(() => under.abort(), LONGEST_MS);
    const isOutdated = (): boolean => JSON.stringify(wanted) !== JSON.stringify(this.#wanted);
    try {
      const answer = await call(operation, { ...wanted, signal: under.signal });
      if (isOutdated()) return 'read';
      this.answer = answer;
      this.problem = null;
      return versionOf(answer) < this.#known ? 'behind' : 'read';
    } catch (error) {
      if (isOutdated()) return 'read';
      this.problem = error instanceof Problem ? error : unreachable();
      return this.problem.passes ? 'trouble' : 'refused';
    } finally {
      clearTimeout(late);
    }
  }
}

/** Up to which entry of the event's journal an answer was made; infinite where it does not say. */
function versionOf(answer: unknown): number {
  const told = typeof answer === 'object' && answer !== null && 'version' in answer ? answer.version : null;
  return typeof told === 'number' ? told : Infinity;
}
