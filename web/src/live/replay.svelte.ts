import { movesText, wordOf } from '../contract/plies';
import { call } from '../contract/call';
import { Problem, unreachable } from '../contract/problem';
import type { ReplayPosition, Table } from '../contract/types';

/** Moves that were tried from a position of the game. */
export interface Trial {
  /** The ply that they were tried after. */
  from: number;
  /** That position, and the one after each of them. */
  positions: readonly ReplayPosition[];
  /** Which of these is shown. */
  at: number;
}

/** The moves that lead to one of a trial's positions: a pass is made by itself. */
export const lineOf = ({ positions, at }: Trial): string => movesText(positions.slice(1, at + 1));

/** A game position by position: where its viewer stands in it, and what they tried there. */
export class Replay {
  readonly game: string;
  /** From the start to the last that may be seen; empty until it is asked for. */
  positions = $state.raw<readonly ReplayPosition[]>([]);
  /** The ply that is shown; null at the end, which goes on with the game. */
  ply = $state<number | null>(null);
  trial = $state.raw<Trial | null>(null);
  problem = $state.raw<Problem | null>(null);
  loading = $state(false);
  #asked = 0;
  #transcript = '';

  constructor(game: string) {
    this.game = game;
  }

  get opened(): boolean {
    return this.positions.length > 0;
  }

  get last(): number {
    return this.positions.at(-1)?.ply ?? 0;
  }

  /** The ply of the game that is shown or that a trial begins at. */
  get at(): number {
    return this.trial?.from ?? this.ply ?? this.last;
  }

  /** What is shown in place of the table; null where the table itself is. */
  get shown(): ReplayPosition | null {
    if (this.trial) return this.trial.positions[this.trial.at] ?? null;
    return this.ply === null ? null : (this.positions[this.ply] ?? null);
  }

  /** The position on the board, that of the table among them, once the game is read. */
  get here(): ReplayPosition | null {
    return this.shown ?? this.positions.at(-1) ?? null;
  }

  /** Reads the game; what is read already is not read again. */
  async open(): Promise<boolean> {
    if (this.opened) return true;
    return this.#ask(0);
  }

  /** A later table is here: reads what it has beyond what is known. Moves that were taken back are forgotten. */
  async follow(table: Table): Promise<void> {
    if (!this.opened || this.loading) return;
    const played = movesText(table.plies);
    if (played === this.#transcript && table.plies.length === this.last) return;
    await this.#ask(this.last);
  }

  /** Shows the position after so many plies of the game; the last one is the end, and goes on with it. */
  to(ply: number): void {
    this.trial = null;
    this.ply = ply >= this.last ? null : Math.max(0, ply);
  }

  /** Goes to the end, where the game goes on. */
  toEnd(): void {
    this.trial = null;
    this.ply = null;
  }

  /** One position on or back: in a trial along its moves, and behind its first back to the game. */
  step(by: 1 | -1): void {
    const { trial } = this;
    if (!trial) return this.to((this.ply ?? this.last) + by);
    const at = trial.at + by;
    if (at < 0) return this.to(trial.from - 1);
    if (at < trial.positions.length) this.trial = { ...trial, at };
  }

  /** Goes back to the game from what was tried. Answers whether something was. */
  leaveTrial(): boolean {
    if (!this.trial) return false;
    this.to(this.trial.from);
    return true;
  }

  /** Shows one of the trial's positions. */
  within(at: number): void {
    if (this.trial) this.trial = { ...this.trial, at };
  }

  /** Tries a move from what is shown. */
  async try(square: string, flip: string | null = null): Promise<boolean> {
    const from = this.at;
    const line = this.trial ? lineOf(this.trial) : '';
    return this.tryLine(from, line + (wordOf({ square, flip }) ?? ''));
  }

  /** Tries these moves after so many plies of the game. */
  async tryLine(from: number, moves: string): Promise<boolean> {
    const own = (this.#asked += 1);
    try {
      const { positions } = await call('try_moves', { path: { game_id: this.game }, query: { from_ply: from, moves } });
      if (own !== this.#asked) return false;
      this.problem = null;
      this.trial = { from, positions, at: positions.length - 1 };
      return true;
    } catch (error) {
      if (own === this.#asked) this.problem = error instanceof Problem ? error : unreachable();
      return false;
    }
  }

  async #ask(fromPly: number): Promise<boolean> {
    this.loading = true;
    try {
      const { positions, transcript } = await call('get_replay', { path: { game_id: this.game }, query: { from_ply: fromPly } });
      const before = this.positions.slice(0, fromPly);
      const known = [...before, ...positions];
      if (movesText(known) !== transcript) return fromPly > 0 ? await this.#ask(0) : false;
      this.#transcript = transcript;
      this.positions = known;
      this.problem = null;
      if (this.ply !== null && this.ply >= this.last) this.ply = null;
      return true;
    } catch (error) {
      const problem = error instanceof Problem ? error : unreachable();
      // Fewer plies than are known here: some were taken back.
      if (problem.code === 'unknown_ply' && fromPly > 0) return await this.#ask(0);
      this.problem = problem;
      return false;
    } finally {
      this.loading = false;
    }
  }
}
