import { gameText, movesText, wordOf } from '../contract/plies';
import { call } from '../contract/call';
import { Problem, unreachable } from '../contract/problem';
import type { ReplayPosition, Table } from '../contract/types';
import { Reading, type Read } from './reading';

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
  readonly #reading = new Reading(() => this.#read());
  /** The moves of the table as it was told last. */
  #told: string | null = null;
  #drawn: readonly string[] = [];
  #transcript = '';
  #tried = 0;

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
    if (!this.opened) await this.#reading.now();
    return this.opened;
  }

  /** A later table is here: reads what it has beyond what is known. Moves that were taken back are forgotten. */
  follow(table: Table): void {
    this.#told = gameText(table);
    this.#drawn = table.drawn_squares;
    if (this.opened && this.#told !== this.#transcript) this.#reading.soon();
  }

  close(): void {
    this.#reading.stop();
  }

  /** Shows the position after so many plies of the game; the last one is the end, and goes on with it. */
  to(ply: number): void {
    this.#leave();
    this.ply = ply >= this.last ? null : Math.max(0, ply);
  }

  /** Goes to the end, where the game goes on. */
  toEnd(): void {
    this.#leave();
    this.ply = null;
  }

  /** Whether there is a position on that side of what is shown. */
  goes(by: 1 | -1): boolean {
    if (!this.opened) return false;
    if (by < 0) return this.trial !== null || this.at > 0;
    return this.trial ? this.trial.at < this.trial.positions.length - 1 : this.ply !== null;
  }

  /** One position on or back: in a trial along its moves, and behind its first back to the game. */
  step(by: 1 | -1): void {
    if (!this.goes(by)) return;
    const { trial } = this;
    if (!trial) this.to((this.ply ?? this.last) + by);
    else if (trial.at + by < 0) this.to(trial.from - 1);
    else this.within(trial.at + by);
  }

  /** Goes back to the game from what was tried. Answers whether something was. */
  leaveTrial(): boolean {
    if (!this.trial) return false;
    this.to(this.trial.from);
    return true;
  }

  /** Shows one of the trial's positions. */
  within(at: number): void {
    const { trial } = this;
    this.#leave();
    if (trial) this.trial = { ...trial, at };
  }

  /** Tries a move from what is shown. */
  async try(square: string, flip: string | null = null): Promise<boolean> {
    const from = this.at;
    const line = this.trial ? lineOf(this.trial) : '';
    return this.tryLine(from, line + (wordOf({ square, flip }) ?? ''));
  }

  /** Tries these moves after so many plies of the game. */
  async tryLine(from: number, moves: string): Promise<boolean> {
    const own = (this.#tried += 1);
    try {
      const { positions } = await call('try_moves', { path: { game_id: this.game }, query: { from_ply: from, moves } });
      if (own !== this.#tried) return false;
      this.problem = null;
      this.trial = { from, positions, at: positions.length - 1 };
      return true;
    } catch (error) {
      if (own === this.#tried) this.problem = error instanceof Problem ? error : unreachable();
      return false;
    }
  }

  /** Whoever goes elsewhere waits for no answer any more, and leaves what was tried or refused. */
  #leave(): void {
    this.#tried += 1;
    this.trial = null;
    this.problem = null;
  }

  async #read(): Promise<Read> {
    this.loading = true;
    try {
      if (!(await this.#ask(this.last))) await this.#ask(0);
      this.problem = null;
      return this.#told === null || this.#told.length <= this.#transcript.length ? 'read' : 'behind';
    } catch (error) {
      this.problem = error instanceof Problem ? error : unreachable();
      return this.problem.passes ? 'trouble' : 'refused';
    } finally {
      this.loading = false;
    }
  }

  /** Reads from a ply on. Answers whether that fits what is known: not so where moves were taken back. */
  async #ask(fromPly: number): Promise<boolean> {
    const known = this.positions.slice(0, fromPly);
    try {
      const { positions, transcript } = await call('get_replay', { path: { game_id: this.game }, query: { from_ply: fromPly } });
      known.push(...positions);
      if (gameText({ plies: known, drawn_squares: this.#drawn }) !== transcript) return false;
      this.#transcript = transcript;
    } catch (error) {
      if (fromPly > 0 && error instanceof Problem && error.code === 'unknown_ply') return false;
      throw error;
    }
    this.positions = known;
    if (this.ply !== null && this.ply >= this.last) this.ply = null;
    if (this.trial && known[this.trial.from]?.board !== this.trial.positions[0]?.board) this.toEnd();
    return true;
  }
}
