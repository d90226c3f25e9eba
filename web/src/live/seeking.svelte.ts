import { newCommandId } from '../contract/command-id';
import { Problem, unreachable } from '../contract/problem';
import { session } from '../contract/session.svelte';
import { loadTexts, t } from '../i18n';
import { router } from '../browser/router.svelte';
import type { Page } from '../browser/routes';
import type { ServerFrame, Sought } from './frames';
import { live } from './live.svelte';

export type { Sought } from './frames';

/** What a seek is refused with that has stood as long as one may. */
const LAPSED = 'seek_lapsed';
/** Refusals that mean "not now": the same is sought again a little later. */
const PASSES = [
  'conflict',
  'contest_contended',
  'outcome_unknown',
  'unavailable',
  'role_away',
  'stopping',
  'shutting_down',
  'too_many_requests',
];
const AGAIN_MS = 2_000;
/** Whoever looks at one of these goes on to the table of a game that begins. */
const LEAD_ON: readonly Page[] = ['play', 'challenge', 'table', 'casualGames', 'casualGamesOf', 'contests', 'contest'];

/** The casual game that is sought on the live line of this page, until there is an opponent. */
class Seeking {
  sought = $state.raw<Sought | null>(null);
  /** Since when it stands, cluster time in ms; null before it does. */
  sinceMs = $state<number | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** It stood as long as one may, and found nobody. */
  inVain = $state(false);
  /** A game that began while a page was looked at that leads to no table. */
  begun = $state<string | null>(null);
  #id = '';
  #account: string | null = null;
  #last = '';
  /** When an arena that it is of pairs nobody any more, cluster time in ms. */
  #untilMs: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    live.connection.beside = (frame) => (frame ? this.hear(frame) : this.#say());
    session.onChange(() => {
      if (this.#account !== null && session.account?.id !== this.#account) this.#end();
    });
  }

  /**
   * Seeks a game, in place of what was sought before; whoever is not signed in becomes a guest. An arena pairs nobody any more
   * from `untilMs` on, cluster time.
   */
  async seek(sought: Sought, untilMs: number | null = null): Promise<void> {
    this.#end();
    this.forget();
    this.#untilMs = untilMs;
    this.sought = sought;
    this.#tell();
    this.#id = newCommandId();
    try {
      await signedIn();
    } catch (error) {
      if (this.sought === sought) this.#refuse(error instanceof Problem ? error : unreachable());
      return;
    }
    this.#account = session.account?.id ?? null;
    // A line that is still to be opened says it once it stands.
    this.#say();
  }

  stop(): void {
    this.#end();
    live.connection.say({ type: 'unseek' });
  }

  /** What became of the last seek is no more of interest. */
  forget(): void {
    this.problem = null;
    this.inVain = false;
  }

  /** The game that began was seen, or is no more of interest. */
  dismiss(): void {
    this.begun = null;
    this.#tell();
  }

  /** Goes to the table of a game that has begun, unless it has been gone to already. */
  meet(game: string): void {
    this.#end();
    if (game === this.#last) return;
    this.#last = game;
    router.go(`/g/${game}`);
  }

  hear(frame: ServerFrame): void {
    if (frame.type === 'booked') return this.#booked(frame.game);
    if (!this.sought || !('id' in frame) || frame.id !== this.#id) return;
    if (frame.type === 'seeking') this.#stands(frame.since_ms);
    else if (frame.type !== 'refused') return;
    else if (PASSES.includes(frame.problem.code)) this.#later(() => this.#say(), AGAIN_MS);
    else if (frame.problem.code === LAPSED) this.#lapse();
    else this.#refuse(new Problem(frame.problem, 422));
  }

  #say(): void {
    if (this.sought && session.account) live.connection.say({ type: 'seek', id: this.#id, ...this.sought });
  }

  #stands(sinceMs: number): void {
    // What was refused before is not said again: it stands.
    clearTimeout(this.#timer);
    this.sinceMs ??= sinceMs;
    if (this.#untilMs !== null) this.#later(() => this.stop(), this.#untilMs - live.clock.now());
  }

  #lapse(): void {
    this.#end();
    this.inVain = true;
  }

  #booked(game: string): void {
    live.gameNews += 1;
    const leads = this.sought !== null || LEAD_ON.includes(router.match.page);
    this.#end();
    // It may be told more than once.
    if (game === this.#last) return;
    this.#last = game;
    void callTo(game).catch(() => undefined);
    if (leads) router.go(`/g/${game}`);
    else this.begun = game;
    this.#tell();
  }

  #refuse(problem: Problem): void {
    this.#end();
    this.problem = problem;
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.sought = null;
    this.sinceMs = null;
    this.#tell();
  }

  #later(act: () => void, ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, Math.max(0, ms));
  }

  #tell(): void {
    live.casual = this.sought !== null || this.begun !== null;
  }
}

/** Calls whoever looks elsewhere. */
async function callTo(game: string): Promise<void> {
  const [{ ring }] = await Promise.all([import('./summon.svelte'), loadTexts(['casual'])]);
  ring(t('casual.begins'), game);
}

/** Somebody is signed in afterwards: a guest where nobody was. */
export async function signedIn(): Promise<void> {
  if (session.account) return;
  // Whose session it is is not known yet: no other one takes its place.
  if (session.awaited) throw unreachable();
  await session.openGuestSession(null);
}

export const seeking = new Seeking();
