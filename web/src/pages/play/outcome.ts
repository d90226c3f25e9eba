import type { CasualGame, Color } from '../../contract/types';
import { opposite } from '../../board/colors';
import { t } from '../../i18n';
import { formatScore } from '../../i18n/numbers';

/** How it ended for a side: `Won 40–24`; null while nothing is told. */
export function outcomeText({ result }: Pick<CasualGame, 'result'>, side: Color): string | null {
  if (!result) return null;
  const discs = { black: result.black_discs, white: result.white_discs };
  const score = formatScore(discs[side], discs[opposite(side)]);
  if (!result.winner) return t('casual_games.drawn', { score });
  return t(result.winner === side ? 'casual_games.won' : 'casual_games.lost', { score });
}
