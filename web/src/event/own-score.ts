import type { Table } from '../contract/types';
import { formatScore } from '../i18n/numbers';
import { isOpen } from './followed-games';
import { isHidden } from './life';
import type { Place } from './place';

/** The score at a player's board, own discs first: of its result, or as the table stands; null where neither is known. */
export function ownScore(
  { board, color }: Pick<Place, 'board' | 'color'>,
  table: Table | undefined,
): { text: string; live: boolean } | null {
  if (!board) return null;
  const live = isOpen(board);
  const counted = (live ? null : board.result) ?? (table && table.phase !== 'armed' && !isHidden(table) ? table : null);
  if (!counted) return null;
  const { black_discs: black, white_discs: white } = counted;
  return { text: color === 'black' ? formatScore(black, white) : formatScore(white, black), live };
}
