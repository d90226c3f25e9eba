import { call } from '../contract/call';
import type { Board, Ruling, Table } from '../contract/types';
import type { LiveEvent } from './event.svelte';

/** A decision about the result of an own game that somebody disputed. */
export interface DecidedDispute {
  round: number;
  board: Board;
  atMs: number;
  reason: string;
  /** Who decided; null where it came by the desk, which tells no name to the table. */
  by: string | null;
}

const officialOf = ({ official_account_id: by }: Ruling): string | null => (by === null || by.startsWith('service:') ? null : by);

/** What officials decided about disputed results of an entrant's games. It is kept with the games, each of which is read once. */
export class OwnDisputes {
  readonly #event: LiveEvent;
  readonly #entrant: () => string | null;
  #tables = $state.raw<ReadonlyMap<string, Table>>(new Map());

  constructor(event: LiveEvent, entrant: () => string | null) {
    this.#event = event;
    this.#entrant = entrant;
    $effect(() => {
      for (const { board } of this.#games) if (!this.#tables.has(this.#key(board))) void this.#read(board);
    });
  }

  readonly #games = $derived.by(() => {
    const own = this.#entrant();
    return (this.#event.tournament?.rounds ?? []).flatMap(({ number, boards }) =>
      boards
        .filter((board) => [board.black_entrant_id, board.white_entrant_id].includes(own ?? '') && board.result !== null && !board.disputed)
        .map((board) => ({ round: number, board })),
    );
  });

  readonly decided = $derived.by((): DecidedDispute[] =>
    this.#games.flatMap(({ round, board }) => {
      const ruling = this.#tables.get(this.#key(board))?.rulings.findLast((one) => one.act === 'settle_dispute');
      return ruling ? [{ round, board, atMs: ruling.at_ms, reason: ruling.reason ?? '', by: officialOf(ruling) }] : [];
    }),
  );

  /** A game as it stands with this result: another result is another decision. */
  #key({ game_id, result }: Board): string {
    return `${game_id} ${result?.black_discs} ${result?.kind}`;
  }

  async #read(board: Board): Promise<void> {
    try {
      const table = await call('get_table', { path: { game_id: board.game_id } });
      this.#tables = new Map(this.#tables).set(this.#key(board), table);
    } catch {
      // It is read again when the event changes.
    }
  }
}
