import { Problem, unreachable } from '../contract/problem';
import { Reading, type Read } from '../live/reading';
import { askWhyNone, ratingFilesOf, type RatingFile } from './rating-files';

/** Looks at an empty list before somebody is asked why it is: the file follows the confirmation by a moment. */
const EMPTY_LOOKS = 3;

/** The versions of an event’s rating file, read anew whenever another one is due. */
export class RatingFilesOfEvent {
  /** Newest first. */
  files = $state.raw<RatingFile[]>([]);
  problem = $state.raw<Problem | null>(null);
  readonly #tournament: string;
  readonly #reading = new Reading(() => this.#look());
  /** The version that was the newest before the one that is due. */
  #before = 0;
  #emptyLooks = 0;

  constructor(tournament: string) {
    this.#tournament = tournament;
  }

  /** Looks for a version that is due, and what was there before stands for a moment still. */
  look(): void {
    this.#before = this.files[0]?.version ?? 0;
    this.#emptyLooks = 0;
    void this.#reading.anew();
  }

  close(): void {
    this.#reading.stop();
  }

  async #look(): Promise<Read> {
    try {
      const files = await ratingFilesOf(this.#tournament);
      if (files.length === 0 && (this.#emptyLooks += 1) > EMPTY_LOOKS) await askWhyNone(this.#tournament);
      this.problem = null;
      this.files = files;
      return (files[0]?.version ?? 0) > this.#before ? 'read' : 'behind';
    } catch (error) {
      this.problem = error instanceof Problem ? error : unreachable();
      return this.problem.passes ? 'trouble' : 'behind';
    }
  }
}
