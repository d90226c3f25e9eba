import type { Season, SeasonSummary } from '../../contract/types';
import { t, things } from '../../i18n';
import { seriesName } from '../../i18n/names';

export function stateOf({ closed, calendar_fixed }: SeasonSummary): string {
  if (closed) return t('seasons.state.closed');
  return t(calendar_fixed ? 'seasons.state.fixed' : 'seasons.state.open');
}

/** How a season is counted, a sentence for each of its terms. */
export function termsSaid({ summary, terms }: Season): string[] {
  const { points, best_results: best, tie_best_results: tie, shared_from_rank: shared, tied_by_points, hosts_differ } = terms;
  return [
    t('seasons.counted.places', { points: things(points.map(String)) }),
    best > 0 ? t('seasons.counted.best', { count: best }) : t('seasons.counted.all'),
    best > 0 && tie > best ? t('seasons.counted.tie', { count: tie }) : '',
    t('seasons.counted.shared', { place: shared }),
    tied_by_points ? t('seasons.counted.by_points') : '',
    hosts_differ ? t('seasons.counted.hosts') : '',
    summary.series === null ? '' : t('seasons.counted.series', { series: seriesName(summary.series) }),
  ].filter(Boolean);
}

/** Points as the field writes them: `37½` for `37 1/2`. Other fractions stay as they are. */
export const pointsText = (points: string): string => points.replace(/ 1\/2$/, '½');
