import type { Color, Table } from '../api/types';
import { formatScore } from '../format/numbers';
import { t } from '../messages';

export const opposite = (color: Color): Color => (color === 'black' ? 'white' : 'black');

/** The result as the viewer sees it: own discs first, or the winner's for a spectator. */
export function resultText(table: Table, own: Color | null): string | null {
  const { result } = table;
  if (!result) return null;
  const discs = { black: result.black_discs, white: result.white_discs };
  const first = own ?? result.winner ?? 'black';
  const score = formatScore(discs[first], discs[opposite(first)]);
  if (result.both_absent) return t('table.result.both_absent');
  if (!result.winner) return t('table.result.drawn', { score });
  if (own) return t(own === result.winner ? 'table.result.won' : 'table.result.lost', { score });
  return t('table.result.color', { color: t(`color.${result.winner}`), score });
}

/** How it came to the result, with its paragraph where there is one. */
export function reasonText(reason: string): string {
  if (reason === 'played' || reason === 'time_default' || reason === 'resigned' || reason === 'absence' || reason === 'ruling') {
    return t(`table.reason.${reason}`);
  }
  return t('table.reason.other', { reason: reason.replaceAll('_', ' ') });
}
