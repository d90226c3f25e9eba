import type { ReplayPosition } from '../../../contract/types';
import type { Replay } from '../../../live/replay.svelte';
import type { Hand } from '../hand.svelte';

/** Tries a move in the replay; the game is not touched. */
export function tryMove(square: string, from: ReplayPosition, hand: Hand, replay: Replay): void {
  if (hand.chosen && from.flippable_squares.includes(square)) {
    void replay.try(hand.chosen, square);
  } else if (!from.legal_squares.includes(square)) {
    if (from.to_move) hand.refuse(square, from.board, false);
  } else if (from.flippable_squares.length > 0 && (hand.chosen !== square || from.must_flip)) {
    hand.chosen = square;
  } else {
    void replay.try(square);
  }
}
