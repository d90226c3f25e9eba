import { call } from '../contract/call';
import { Problem, unreachable } from '../contract/problem';
import type { Export } from '../contract/types';
import { live } from '../live/live.svelte';
import { Reading, type Read } from '../live/reading';
import { readManifest, textOfBytes } from './rating-files';

const LARGEST_PAGE = 1000;

/** A published version as the list of all shows it. */
export interface ListedFile {
  tournamentId: string;
  tournament: string;
  version: number;
  fileName: string;
  atMs: number;
  rated: boolean;
  superseded: boolean;
}

type Published = Omit<ListedFile, 'superseded'>;

/** Of each only what its line says: its manifest is long. */
const published = ({ tournament_id, version, file_name, manifest, at_ms, rated }: Export): Published => ({
  tournamentId: tournament_id,
  tournament: readManifest(textOfBytes(manifest)).tournament,
  version,
  fileName: file_name,
  atMs: at_ms,
  rated,
});

/** A file counts for ratings while it is rated and none has taken its place. */
export const counts = ({ rated, superseded }: ListedFile): boolean => rated && !superseded;

/** Files in the order of publication, the newest first, with those superseded that a later one of the same event follows. */
export function newestFirst(files: readonly Published[]): ListedFile[] {
  const followed = new Set<string>();
  return files.toReversed().map((file) => {
    const superseded = followed.has(file.tournamentId);
    followed.add(file.tournamentId);
    return { ...file, superseded };
  });
}

/**
 * Every version of every rating file. The list gives the oldest first: it is read to its end, and from then on goes on
 * with what was published since.
 */
export class RatingFileList {
  /** Newest first. */
  files = $state.raw<ListedFile[] | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** Server time of the last reading. */
  asOf = $state(0);
  readonly #reading = new Reading(() => this.#look());
  #read: Published[] = [];
  #readTo: string | null = null;
  readonly #unfollow = live.connection.followEvents({
    event: (line) => {
      if (!line) this.#reading.soon();
    },
    ratingFiles: () => this.#reading.soon(),
  });

  constructor() {
    void this.reload();
  }

  reload(): Promise<void> {
    return this.#reading.now();
  }

  close(): void {
    this.#unfollow();
    this.#reading.stop();
  }

  async #look(): Promise<Read> {
    try {
      let more: boolean;
      do {
        const query = { page_size: LARGEST_PAGE, ...(this.#readTo === null ? {} : { page_token: this.#readTo }) };
        const page = await call('list_exports', { path: {}, query });
        this.#read.push(...page.exports.map(published));
        this.#readTo = page.resume_token;
        more = page.next_page_token !== null;
      } while (more);
      this.files = newestFirst(this.#read);
      this.asOf = live.clock.now();
      this.problem = null;
      return 'read';
    } catch (error) {
      const problem = error instanceof Problem ? error : unreachable();
      if (problem.code === 'list_began_anew' && this.#readTo !== null) {
        [this.#read, this.#readTo] = [[], null];
        return this.#look();
      }
      this.problem = problem;
      return problem.passes ? 'trouble' : 'refused';
    }
  }
}
