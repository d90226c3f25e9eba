import { formatClock } from '../clock/clock';
import type { Penalty, Tournament } from '../contract/types';
import { formatHalves, formatMoment, formatScore } from '../i18n/numbers';
import { t } from '../i18n';
import type { PenaltyKind } from './penalties';
import { squaresIn, variantOf } from './variant';

/** What a penalty does, in a few words: `2:00 taken`. Who bears it, and at which table, is said beside it. */
export function penaltyText(penalty: Penalty, tournament: Tournament): string {
  const squares = squaresIn(variantOf(tournament));
  const { kind, half_points: halves, opponent_discs: discs, places } = penalty;
  switch (kind as PenaltyKind) {
    case 'time':
      return timeText(penalty.taken_ms, penalty.given_ms);
    case 'final_score':
      return t('penalty.is.final_score', { score: formatScore(squares - discs, discs) });
    case 'loss_of_game':
      return t('penalty.is.loss_of_game', { score: discs === 0 ? formatScore(0, squares) : formatScore(squares - discs, discs) });
    case 'points':
      return t('penalty.is.points', { points: formatHalves(halves), count: halves <= 2 ? 1 : halves / 2 });
    case 'position':
      return penalty.round === null ? t('penalty.is.position', { count: places }) : t('penalty.is.position.game');
    case 'room_expulsion':
      return penalty.until_ms === null
        ? t('penalty.is.room_expulsion')
        : t('penalty.is.room_expulsion.until', { moment: formatMoment(penalty.until_ms) });
    case 'warning':
    case 'draw':
    case 'expulsion':
    case 'disqualification':
    case 'series_disqualification':
    case 'ban':
      return t(`penalty.is.${kind as 'ban'}`);
  }
}

function timeText(taken: number, given: number): string {
  const of = (ms: number): string => formatClock(ms, false);
  if (given === 0) return t('penalty.is.time.taken', { taken: of(taken) });
  if (taken === 0) return t('penalty.is.time.given', { given: of(given) });
  return t('penalty.is.time.both', { taken: of(taken), given: of(given) });
}
