import { isPlacing } from '../../event/variant';
import { isCasual, isHidden, isSealing } from '../../event/life';
import { opposite } from '../../board/colors';
import { cited } from '../../event/result';
import { discAt, placeOf, sizeOf } from '../../board/squares';
import { preferences } from '../../browser/preferences.svelte';
import { session } from '../../contract/session.svelte';
import type { Color } from '../../contract/types';
import { t } from '../../i18n';
import { nowBySecond } from '../../live/ticker';
import type { LiveTable } from '../../live/table.svelte';
import { Premove } from './premove.svelte';

/** Which side of a table the viewer has; null where none. */
function ownSide(table: LiveTable['table']): Color | null {
  // At the table of a game of no event accounts sit themselves.
  const entrant = table && (isCasual(table) ? session.account?.id : session.entrantIn(table.tournament_id));
  if (!table || !entrant) return null;
  if (entrant === table.black_entrant_id) return 'black';
  return entrant === table.white_entrant_id ? 'white' : null;
}

/** The viewer’s hand at a table: what they may play there, what they have chosen, and what was wrong with it. */
export interface Hand {
  readonly own: Color | null;
  /** They are on move and nothing of theirs is on its way. */
  readonly playing: boolean;
  /** A call for the director holds the clocks, and nobody at the table sees the board. */
  readonly hidden: boolean;
  readonly sent: { square: string; color: Color } | null;
  /** Chosen and to be confirmed. */
  chosen: string | null;
  /** A square that was pressed and is not legal, and what is wrong with it. */
  readonly illegal: { square: string; why: string } | null;
  /** A move may be chosen ahead here: not where every move is confirmed. */
  readonly premoves: boolean;
  /** And now is the time for it: the opponent thinks. */
  readonly keeps: boolean;
  /** A square that is kept for the next turn. */
  readonly kept: string | null;
  /** One that was kept and did not fit the turn that came. */
  readonly fallen: string | null;
  /** Presses a square: plays it, chooses it where moves are confirmed, or keeps it for the next turn. */
  choose(square: string): void;
  play(square: string | null): void;
  /** Answers whether it was time to pass. */
  pass(): boolean;
  /** Keeps no square any more; answers whether one was kept. */
  letGo(): boolean;
  /** Says what is wrong with a square. */
  refuse(square: string, on: string, placing: boolean): void;
  /** Nothing is chosen any more, and nothing is wrong. */
  forget(): void;
}

/** A hand at a table whose rules go by this name; to be made while a component is being made. */
export function handAt(desk: LiveTable, ruleSet: () => string | undefined): Hand {
  let chosen = $state<string | null>(null);
  let illegal = $state.raw<Hand['illegal']>(null);

  const table = $derived(desk.table);
  const own = $derived(ownSide(table));
  /** The winner on time may play on for both sides. */
  const forBoth = $derived(
    table !== null && own !== null && table.default_policy === 'winner_plays_on' && table.defaulted === opposite(own),
  );
  const playing = $derived(table !== null && own !== null && table.phase === 'live' && (table.to_move === own || forBoth) && !desk.sent);
  const hidden = $derived(table !== null && isHidden(table));
  const sealing = $derived(table !== null && isSealing(table, nowBySecond()));
  const sent = $derived(
    desk.sent?.act === 'move' || desk.sent?.act === 'seal' ? { square: desk.sent.square, color: desk.sent.color } : null,
  );
  const premoves = $derived(own !== null && table?.premoves === true && !preferences.confirmMoves && !forBoth);
  const keeps = $derived(
    premoves && table !== null && table.phase === 'live' && table.to_move !== null && table.to_move !== own && !hidden && !isPlacing(table),
  );
  const premove = new Premove({ table: () => table, own: () => own, allowed: () => premoves, play: (square) => desk.move(square) });

  function refuse(square: string, on: string, placing: boolean): void {
    chosen = null;
    const taken = discAt(on, placeOf(square, sizeOf(on))) !== null;
    const why =
      taken || !placing
        ? t(taken ? 'table.illegal.taken' : 'table.illegal.flips', { rule: cited(ruleSet(), 'IV.5') })
        : t('table.illegal.centre');
    illegal = { square, why };
  }

  function choose(square: string): void {
    if (table && keeps) {
      if (discAt(table.board, placeOf(square, sizeOf(table.board))) !== null) return refuse(square, table.board, false);
      illegal = null;
      return premove.choose(square, table.ply);
    }
    if (!table || !playing) return;
    if (chosen && table.flippable_squares.includes(square)) {
      play(chosen, square);
      return;
    }
    if (!sealing && !table.legal_squares.includes(square)) return refuse(square, table.board, isPlacing(table));
    illegal = null;
    const confirms = preferences.confirmMoves || table.flippable_squares.length > 0;
    if (confirms && (chosen !== square || table.must_flip)) {
      chosen = square;
      return;
    }
    play(square);
  }

  function play(square: string | null, flip: string | null = null): void {
    if (table?.must_flip && flip === null) return;
    chosen = null;
    if (!square || !playing) return;
    if (sealing) desk.seal(square, flip);
    else desk.move(square, flip);
  }

  return {
    get own() {
      return own;
    },
    get playing() {
      return playing;
    },
    get hidden() {
      return hidden;
    },
    get sent() {
      return sent;
    },
    get chosen() {
      return chosen;
    },
    set chosen(square) {
      chosen = square;
    },
    get illegal() {
      return illegal;
    },
    get premoves() {
      return premoves;
    },
    get keeps() {
      return keeps;
    },
    get kept() {
      return premove.kept?.square ?? null;
    },
    get fallen() {
      return premove.fallen?.square ?? null;
    },
    letGo: () => premove.cancel(),
    choose,
    play: (square) => play(square),
    pass() {
      if (!playing || !table?.must_pass) return false;
      desk.pass();
      return true;
    },
    refuse,
    forget() {
      chosen = null;
      illegal = null;
    },
  };
}
