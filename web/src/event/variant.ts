import type { Table, Tournament } from '../contract/types';
import { formatScore } from '../i18n/numbers';
import { listText, t, things } from '../i18n';
import { opposite } from '../board/colors';

/** The variant of an event or of a table. */
export type Variant = NonNullable<Tournament['variant']>;

const OTHELLO: Variant = { goal: 'most', opening: 'standard', board_size: 8 };

/** What is played in an event. */
export const variantOf = (tournament: Pick<Tournament, 'variant'> | null): Variant => tournament?.variant ?? OTHELLO;

/** The squares of the board: the discs of a score together. */
export const squaresIn = (variant: Pick<Variant, 'board_size'>): number => variant.board_size ** 2;

/** What the variant is, in words; empty for Othello. */
export function variantText(variant: Variant): string {
  return things([
    variant.opening === 'placed_1883' ? t('variant.placed_1883') : '',
    variant.opening === 'placed_1883_may_flip' ? t('variant.may_flip') : '',
    variant.opening === 'placed_1883_must_flip' ? t('variant.must_flip') : '',
    variant.goal === 'fewest' ? t('variant.fewest') : '',
    variant.board_size === OTHELLO.board_size ? '' : t('variant.size', { size: variant.board_size }),
  ]);
}

/** What stands on a table’s board before the start: who begins with which corners, and who therefore moves first, or the plies that the lot drew; empty without either. */
export function beforeStartText(table: Pick<Table, 'handicap_to' | 'handicap_squares' | 'drawn_squares'>): string {
  if (table.drawn_squares.length > 0) return t('variant.drawn', { squares: table.drawn_squares.join(' ') });
  if (!table.handicap_to) return '';
  const first = opposite(table.handicap_to);
  return t('variant.handicap', {
    color: t(`color.${table.handicap_to}`),
    squares: listText(table.handicap_squares),
    first: t(`color.${first}`),
  });
}

/** Whether the next disc is one of the four that an opening of 1883 has placed in the centre. */
export function isPlacing(table: Pick<Table, 'opening' | 'black_discs' | 'white_discs' | 'handicap_squares'>): boolean {
  return table.opening !== 'standard' && table.black_discs + table.white_discs - table.handicap_squares.length < 4;
}

type Goal = Pick<Variant, 'goal' | 'board_size'>;

/** A score, the speaker's discs first, where so many squares speak for the speaker. */
function spoken(game: Goal, counted: number): string {
  const rest = squaresIn(game) - counted;
  return game.goal === 'fewest' ? formatScore(rest, counted) : formatScore(counted, rest);
}

/** Everything lost: 0–64, and where the fewest discs win 64–0. */
export const lossOfAll = (game: Goal): string => spoken(game, 0);

/** Everything won: 64–0. */
export const winOfAll = (game: Goal): string => spoken(game, squaresIn(game));

/** The least win: 33–31. */
export const leastWin = (game: Goal): string => spoken(game, squaresIn(game) / 2 + 1);
