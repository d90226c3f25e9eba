import type { Cell, Round, Standings, Table } from '../contract/types';
import { formatScore } from '../i18n/numbers';
import { t } from '../i18n';
import { squaresIn, type Variant } from './variant';
import { kindWord, markOf } from './kinds';
import { isHidden } from './life';

/** What one cell of the crosstable shows, and says. */
export interface CellView {
  kind: 'won' | 'lost' | 'drawn' | 'live' | 'open' | 'bye' | 'unplayed' | 'none';
  color: 'black' | 'white';
  /** The opponent's line in the list, 0 without an opponent. */
  line: number;
  discs: number | null;
  /** The opponent's discs; null where there are none. */
  other: number | null;
  /** The letter of a result that no game gave, or that somebody disputes; empty for a game. */
  mark: string;
  game: string | null;
  words: string;
}

const NOTHING: CellView = { kind: 'none', color: 'black', line: 0, discs: null, other: null, mark: '', game: null, words: '' };

/** How cells name an opponent: by the line in the list, since several may share a rank, and aloud by rank and name. */
export interface Listed {
  rank: number;
  place: number;
  name: string;
  cells?: Cell[];
}

/** The list by entrant, for the opponents named in cells. */
export function listed(standings: Standings, nameOf: (id: string) => string): Map<string, Listed> {
  return new Map(standings.rows.map(({ entrant_id: id, rank, place, cells }) => [id, { rank, place, name: nameOf(id), cells }]));
}

/** The mark of a game whose result somebody disputes. */
export const DISPUTED = '?';
/** A game whose clocks stand for a while is played all the same. */
const RUNS: readonly Table['phase'][] = ['live', 'paused', 'adjourned'];
const NONE: ReadonlySet<string> = new Set();
const placeKey = (round: number, table: number): string => `${round}-${table}`;

/** The boards whose results are disputed, for the cells that show them. */
export const disputedIn = (rounds: readonly Round[] | undefined): ReadonlySet<string> =>
  new Set(rounds?.flatMap(({ number, boards }) => boards.filter((one) => one.disputed).map(({ table }) => placeKey(number, table))));

/** What the mark of disputed games means, where one is shown. */
export const disputedLegend = (rounds: readonly Round[] | undefined): string[] =>
  disputedIn(rounds).size > 0 ? [`${DISPUTED} ${t('kind.disputed')}`] : [];

/**
 * The view of a cell; `live` is the running table of an open one, as far as it is known. Discs are as lists count
 * them: where the fewest win, the opponent's speak for a player.
 */
export function cellView(
  cell: Cell | undefined,
  list: Map<string, Listed>,
  live: Table | undefined,
  variant: Variant,
  disputed: ReadonlySet<string> = NONE,
): CellView {
  if (!cell) return NOTHING;
  const view = cellOf(cell, list, live, variant);
  if (!disputed.has(placeKey(cell.round, cell.table))) return view;
  return { ...view, mark: DISPUTED, words: t('standings.cell.how', { cell: view.words, how: t('kind.disputed') }) };
}

function cellOf(cell: Cell, list: Map<string, Listed>, live: Table | undefined, variant: Variant): CellView {
  const { round } = cell;
  const color = cell.black ? 'black' : 'white';
  const { rank, place: line, name, cells } = list.get(cell.opponent_entrant_id ?? '') ?? { rank: 0, place: 0, name: '…' };
  const common = { color, line, other: null, mark: '', game: cell.game_id } as const;
  const names = { round, color: t(`color.${color}`), rank, opponent: name };
  if (cell.kind === 'bye') return { ...common, kind: 'bye', discs: null, words: t('standings.cell.bye', { round }) };
  if (cell.kind === 'unplayed') {
    return { ...common, kind: 'unplayed', discs: null, words: t('standings.cell.unplayed', { round }) };
  }
  if (cell.kind === 'open') {
    if (!live || !RUNS.includes(live.phase)) return { ...common, kind: 'open', discs: null, words: t('standings.cell.open', names) };
    // While a call hides the board nobody is told how it stands.
    if (isHidden(live)) return { ...common, kind: 'live', discs: null, words: t('standings.cell.hidden', names) };
    const ownSpeak = cell.black === (variant.goal === 'most');
    const mine = ownSpeak ? live.black_discs : live.white_discs;
    const theirs = ownSpeak ? live.white_discs : live.black_discs;
    const words = t('standings.cell.live', { ...names, score: formatScore(mine, theirs) });
    return { ...common, kind: 'live', discs: mine, other: theirs, words };
  }
  // Where both lost, nobody has the rest of the squares.
  const other = cells?.find((one) => one.round === round && one.table === cell.table)?.discs ?? squaresIn(variant) - cell.discs;
  const kind = cell.half_points === 2 ? 'won' : cell.half_points === 1 ? 'drawn' : 'lost';
  const score = t(`standings.cell.${kind}`, { ...names, score: formatScore(cell.discs, other) });
  const how = kindWord(cell.result_kind);
  const words = how ? t('standings.cell.how', { cell: score, how }) : score;
  return { ...common, kind, discs: cell.discs, other, mark: markOf(cell.result_kind), words };
}
