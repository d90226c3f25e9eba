/** A ply as transcripts have it: `f5`, `e5xd4` for a disc and the one that it flipped by choice; null for a pass. */
export function wordOf({ square, flip }: { square: string | null; flip: string | null }): string | null {
  return square && flip ? `${square}x${flip}` : square;
}

/** Plies as one transcript: passes are left out. */
export const movesText = (plies: readonly { square: string | null; flip: string | null }[]): string =>
  plies.map((one) => wordOf(one) ?? '').join('');

/** A game from the usual start as one transcript, the plies of a drawn opening first. */
export const gameText = (table: { plies: Parameters<typeof movesText>[0]; drawn_squares: readonly string[] }): string =>
  table.drawn_squares.join('') + movesText(table.plies);
