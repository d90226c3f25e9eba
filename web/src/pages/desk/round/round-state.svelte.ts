import { SvelteSet } from 'svelte/reactivity';
import type { OnBoard, OnTable } from '../../../acts/kit/subjects';
import type { Board, Round, Tournament } from '../../../contract/types';
import { isInHall } from '../../../event/hall';
import type { LiveEvent } from '../../../event/event.svelte';
import { boardState, worse, type BoardState } from '../../../event/trouble';
import type { LiveGames } from '../../../live/games.svelte';
import { nowBySecond } from '../../../live/ticker';

/** A board of the round with what is the matter there. */
export interface BoardLine {
  board: Board;
  subject: OnBoard;
  state: BoardState;
}

interface Given {
  event: LiveEvent;
  tournament: Tournament;
  round: Round;
  games: LiveGames | null;
}

/** One round at the desk: its boards, which of them is open in the panel, and which are ticked. */
export class RoundState {
  readonly #given: () => Given;
  order = $state<'trouble' | 'table'>('trouble');
  chosen = $state<number | null>(null);
  readonly ticked = new SvelteSet<number>();

  constructor(given: () => Given) {
    this.#given = given;
  }

  readonly lines = $derived.by((): BoardLine[] => {
    const { event, tournament, round, games } = this.#given();
    // Where nobody has a seat the boards stand in a hall: nobody is missed here.
    const here = !isInHall(tournament);
    const seated = (entrant: string): boolean => !here || (event.entrant(entrant)?.seated ?? true);
    return round.boards.map((board) => {
      const table = games?.tables.get(board.game_id);
      const subject = { event, tournament, round, board, table };
      return {
        board,
        subject,
        state: boardState(board, table, here ? games?.presence.get(board.game_id) : undefined, seated, nowBySecond()),
      };
    });
  });

  readonly ordered = $derived(
    this.order === 'table'
      ? this.lines
      : this.lines.toSorted((one, other) => worse(one.state.trouble, other.state.trouble) || one.board.table - other.board.table),
  );

  readonly open = $derived(this.lines.filter(({ board }) => board.result === null));
  readonly shown = $derived(this.lines.find(({ board }) => board.table === this.chosen) ?? null);

  /** The ticked boards that have a table. */
  readonly several = $derived(this.lines.flatMap(({ subject }) => (this.ticked.has(subject.board.table) ? onTable(subject) : [])));

  /** The next board without a result behind this one, from the first again after the last; null when none is left. */
  nextOpen(table: number | null): number | null {
    const left = this.open.map(({ board }) => board.table).filter((one) => one !== table);
    return left.find((one) => one > (table ?? 0)) ?? left[0] ?? null;
  }

  /** The line so many places further in the order that is shown. */
  beside(by: number): number | null {
    const place = this.ordered.findIndex(({ board }) => board.table === this.chosen);
    return this.ordered[Math.min(this.ordered.length - 1, Math.max(0, place + by))]?.board.table ?? null;
  }

  tickAll(): void {
    const all = this.open.every(({ board }) => this.ticked.has(board.table));
    this.ticked.clear();
    if (!all) for (const { board } of this.open) this.ticked.add(board.table);
  }
}

/** The subject as one whose game can be looked at. */
export const onTable = (subject: OnBoard): OnTable[] => (subject.table ? [{ ...subject, table: subject.table }] : []);
