import type { Cell, Entrant, Standings, Table } from '../api/types';
import { fullName } from '../format/names';
import { formatScore } from '../format/numbers';
import { t } from '../messages';

/** What one cell of the crosstable shows, and says. */
export interface CellView {
  kind: 'won' | 'lost' | 'drawn' | 'live' | 'open' | 'bye' | 'unplayed' | 'none';
  color: 'black' | 'white';
  /** The opponent's rank in the list, 0 without an opponent. */
  rank: number;
  discs: number | null;
  game: string | null;
  words: string;
}

const NOTHING: CellView = { kind: 'none', color: 'black', rank: 0, discs: null, game: null, words: '' };

/** How cells name an opponent: by the rank in the list, and aloud, since several may share it, by name. */
export interface Listed {
  rank: number;
  name: string;
}

/** The list by entrant, for the opponents named in cells. */
export function listed(standings: Standings, entrant: (id: string) => Entrant | null): Map<string, Listed> {
  return new Map(
    standings.rows.map(({ entrant_id: id, rank }) => {
      const found = entrant(id);
      return [id, { rank, name: found ? fullName(found) : '…' }];
    }),
  );
}

/** The view of a cell; `live` is the running table of an open one, as far as it is known. */
export function cellView(cell: Cell | undefined, list: Map<string, Listed>, live: Table | undefined): CellView {
  if (!cell) return NOTHING;
  const { round } = cell;
  const color = cell.black ? 'black' : 'white';
  const { rank, name } = list.get(cell.opponent_entrant_id ?? '') ?? { rank: 0, name: '…' };
  const common = { color, rank, game: cell.game_id } as const;
  const names = { round, color: t(`color.${color}`), rank, opponent: name };
  if (cell.kind === 'bye') return { ...common, kind: 'bye', discs: null, words: t('standings.cell.bye', { round }) };
  if (cell.kind === 'unplayed') {
    return { ...common, kind: 'unplayed', discs: null, words: t('standings.cell.unplayed', { round }) };
  }
  if (cell.kind === 'open') {
    if (live?.phase !== 'live') return { ...common, kind: 'open', discs: null, words: t('standings.cell.open', names) };
    const mine = cell.black ? live.black_discs : live.white_discs;
    const theirs = cell.black ? live.white_discs : live.black_discs;
    const words = t('standings.cell.live', { ...names, score: formatScore(mine, theirs) });
    return { ...common, kind: 'live', discs: mine, words };
  }
  const kind = cell.half_points === 2 ? 'won' : cell.half_points === 1 ? 'drawn' : 'lost';
  const words = t(`standings.cell.${kind}`, { ...names, score: formatScore(cell.discs, 64 - cell.discs) });
  return { ...common, kind, discs: cell.discs, words };
}
