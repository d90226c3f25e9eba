import type { PlayedPly } from '../../contract/types';

export interface TranscriptRow {
  black: PlayedPly | null;
  white: PlayedPly | null;
}

/**
 * The plies in lines of a Black and a White ply. Passes are plies here, so colours
 * alternate; where they do not, a new line begins.
 */
export function transcriptRows(plies: readonly PlayedPly[]): TranscriptRow[] {
  const rows: TranscriptRow[] = [];
  for (const ply of plies) {
    const last = rows.at(-1);
    if (ply.color === 'white' && last && last.white === null) last.white = ply;
    else rows.push(ply.color === 'black' ? { black: ply, white: null } : { black: null, white: ply });
  }
  return rows;
}
