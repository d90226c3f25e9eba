import { startBody } from '../../../acts/kit/starts';
import { call, type AnswerOf } from '../../../contract/call';
import { list } from '../../../contract/client';
import { Problem, unreachable } from '../../../contract/problem';
import type { Tournament } from '../../../contract/types';
import type { LiveEvent } from '../../../event/event.svelte';
import { presentFor } from '../../../event/presence';
import { noticeMinutes, plannedFinals, plannedStart } from '../../../event/timetable';
import { live } from '../../../live/live.svelte';
import { keepPlan, keptPlan } from './kept-plan';
import { BEGINNING, changes, handOf, keptTo, moved, redone, stepped, undone, type History, type Move } from './plan';
import { at, nextPlace, placeOf, reseated, samePlace, swapped, type Place, type Seating } from './seating';

export type Preview = AnswerOf<'preview_round'>;
/** When the next round starts: in so many minutes, at a moment, or as the timetable has it. */
export type Start = number | 'at' | 'planned';
interface Carried {
  round: number;
  who: string;
  from: Place;
  to: Place;
}

/** How many pairings are kept, so that a step that is undone shows at once what stood before it. */
const KEPT = 32;

function seatingOf(preview: Preview | null): Seating {
  const boards = preview?.round?.boards ?? [];
  const pairs = boards.map(({ black_entrant_id: black, white_entrant_id: white }) => ({ black, white }));
  return { pairs, byes: preview?.round?.bye_entrant_ids ?? [] };
}

/**
 * The next round as a director is about to publish it: what is fixed of it, when it starts, and what the server says it
 * would be. It stays while the desk is open, whichever section is looked at, and what is fixed of it over a reload.
 */
export class PairingDraft {
  readonly #event: LiveEvent;
  #history = $state.raw<{ round: number; steps: History }>({ round: 0, steps: BEGINNING });
  #carried = $state.raw<Carried | null>(null);
  /** When the next one is to start, and what that was said of: a pick for a round is none for finals, which want their notice. */
  #picked = $state.raw<{ start: Start; ofFinals: boolean } | null>(null);
  /** What a moment is picked by, as its control holds it. */
  moment = $state('');
  preview = $state.raw<Preview | null>(null);
  /** The board shows a plan that the server has not judged yet. */
  stale = $state(false);
  problem = $state.raw<Problem | null>(null);
  #heldBack = $state.raw<ReadonlySet<string>>(new Set());
  #reading = 0;
  /** What the server paired, by what it was asked for. */
  #known = $state.raw<ReadonlyMap<string, Seating>>(new Map());

  constructor(event: LiveEvent) {
    this.#event = event;
    const kept = keptPlan(event.id);
    if (kept) this.#history = { round: kept.round, steps: { ...BEGINNING, plan: kept.plan } };
  }

  get #tournament(): Tournament | null {
    return this.#event.tournament;
  }

  /** The round that comes next. */
  readonly round = $derived.by(() => (this.#tournament?.summary.round ?? 0) + 1);
  /** The steps taken on that round; those of another one are none of this. */
  readonly steps = $derived.by(() => (this.#history.round === this.round ? this.#history.steps : BEGINNING));
  readonly present = $derived.by(() => (this.#tournament ? presentFor(this.#tournament, this.round, this.#heldBack) : []));
  readonly plan = $derived.by(() => keptTo(this.steps.plan, this.present, (seating) => reseated(seating, this.present)));
  readonly hand = $derived.by(() => handOf(this.plan));
  /** How many things are fixed of it. */
  readonly changes = $derived.by(() => changes(this.plan));
  readonly heldBack = $derived.by(() => this.#heldBack);

  /** What is asked for, as far as the tables follow from it. */
  readonly #key = $derived.by(() => JSON.stringify([this.#tournament?.summary.seq, this.hand.constraints]));
  /** The round as the rules have it; while they are asked, as it stood before. */
  readonly #paired = $derived.by((): Seating => this.#known.get(this.#key) ?? seatingOf(this.preview));
  /** The round as it stands on the board, but for whoever is picked up. */
  readonly seating = $derived.by(() => this.plan.hand ?? this.#paired);
  /** A player who is picked up, and where they would be put down; nobody once the board they were taken from is another. */
  readonly carried = $derived.by(() => {
    const carried = this.#carried;
    const stands = carried?.round === this.round && at(this.seating, carried.from) === carried.who && at(this.seating, carried.to) !== null;
    return stands ? carried : null;
  });
  /** The round as the board shows it. */
  readonly shown = $derived.by(() => (this.carried ? swapped(this.seating, this.carried.from, this.carried.to) : this.seating));

  #take(steps: History): void {
    const before = JSON.stringify(this.hand);
    this.#history = { round: this.round, steps };
    keepPlan({ event: this.#event.id, round: this.round, plan: steps.plan });
    // What is sent is another thing now: what the server said is of the one before.
    if (JSON.stringify(this.hand) !== before) this.stale = true;
  }

  do(move: Move): void {
    this.#carried = null;
    this.#take(stepped(this.steps, moved(this.plan, move, this.seating)));
  }
  undo(): void {
    this.#carried = null;
    this.#take(undone(this.steps));
  }
  redo(): void {
    this.#carried = null;
    this.#take(redone(this.steps));
  }
  /** As nobody had touched it; a step that can be undone too. */
  reset(): void {
    this.#carried = null;
    this.#take(stepped(this.steps, BEGINNING.plan));
  }

  pickUp(from: Place): void {
    const who = at(this.seating, from);
    if (who !== null) this.#carried = { round: this.round, who, from, to: from };
  }
  /** Takes the one who is picked up to another place; who stands there goes where they came from. */
  carry(to: Place): void {
    if (this.carried) this.#carried = { ...this.carried, to };
  }
  carryBy(key: string): Place | null {
    if (!this.carried) return null;
    this.carry(nextPlace(this.seating, this.carried.to, key));
    return this.carried.to;
  }
  /** Whether anything came of it. */
  putDown(): boolean {
    const carried = this.carried;
    this.#carried = null;
    if (!carried || samePlace(carried.from, carried.to)) return false;
    this.do({ kind: 'swap', from: carried.from, to: carried.to });
    return true;
  }
  putBack(): void {
    this.#carried = null;
  }

  placeOf(entrant: string): Place | null {
    return placeOf(this.shown, entrant);
  }

  /** What the timetable says of its start, or of the finals that are to be announced. */
  readonly planned = $derived.by(() =>
    this.#tournament?.next?.kind === 'announce_finals' ? plannedFinals(this.#tournament) : plannedStart(this.#tournament, this.round),
  );
  /** Whether it is a round of finals that is to be announced. */
  readonly #ofFinals = $derived.by(() => this.#tournament?.next?.kind === 'announce_finals');
  /** Null: nobody picked anything. */
  readonly picked = $derived.by((): Start | null => (this.#picked?.ofFinals === this.#ofFinals ? this.#picked.start : null));
  pick(start: Start | null): void {
    this.#picked = start === null ? null : { start, ofFinals: this.#ofFinals };
  }
  /** As planned where that is said, else with the notice that the rules want or a little, unless something is picked. */
  readonly start = $derived.by((): Start => this.picked ?? (this.planned === null ? noticeMinutes(this.#tournament) : 'planned'));
  readonly momentMs = $derived.by(() => {
    const ms = new Date(this.moment).getTime();
    return Number.isFinite(ms) ? ms : null;
  });

  /** The start as an act's fields have it. */
  get picks(): { start: string; at: number | undefined } {
    return { start: String(this.start), at: this.momentMs ?? undefined };
  }
  /** The start that is asked for, as the contract takes it. */
  startsAt(nowMs: number): number | null {
    return startBody(this.picks, this.planned !== null, nowMs);
  }

  /** Asks the server what the round would be; of several questions the last one counts. */
  async look(): Promise<void> {
    this.#reading += 1;
    const asked = this.#reading;
    this.stale = true;
    const key = this.#key;
    try {
      const body = { ...this.hand, starts_at_ms: this.startsAt(live.clock.now()), into_break: true };
      const answer = await call('preview_round', { path: { tournament_id: this.#event.id }, body });
      if (asked !== this.#reading) return;
      this.preview = answer;
      if (body.manual === null) this.#known = new Map([...this.#known, [key, seatingOf(answer)] as const].slice(-KEPT));
      this.problem = null;
    } catch (error) {
      if (asked !== this.#reading) return;
      this.problem = error instanceof Problem ? error : unreachable();
    }
    this.stale = false;
  }

  /** Reads whom the rules hold back for want of a fee or an agreement. */
  async readHeldBack(): Promise<void> {
    try {
      type Fact = AnswerOf<'list_entry_facts'>['entries'][number];
      const facts = await list<'entries', Fact>(`/tournaments/${encodeURIComponent(this.#event.id)}/entry-facts`, 'entries');
      this.#heldBack = new Set(facts.filter((one) => one.held_back).map((one) => one.entrant_id));
    } catch {
      // Without it the server still says who cannot be paired.
    }
  }
}
