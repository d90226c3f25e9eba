import { formatClock } from '../clock/clock';
import type { Color } from '../contract/types';
import { t } from '../i18n';
import { formatScore, formatTime } from '../i18n/numbers';
import type { Fact } from '../live/frames';
import { ruledText, type Told } from './life';

const time = (ms: number): string => formatClock(Math.abs(ms), false);
const both = (clocks: NonNullable<Fact['clocks']>): Record<Color, string> => ({
  black: time(clocks.black.remaining_ms),
  white: time(clocks.white.remaining_ms),
});

/**
 * What an official's act did to the game, in a sentence: "The director took 2:00 from White: 12:57." `facts` are those of its
 * entry; without them the act alone is said.
 */
export function ruledSentence(ruling: Told, facts: readonly Fact[]): string {
  for (const fact of facts) {
    const said = factSentence(fact, ruling.act);
    if (said !== null) return said;
  }
  return ruledText(ruling);
}

function factSentence(fact: Fact, act: string): string | null {
  const { type, color, ms, clock, clocks, ply } = fact;
  const side = color ? t(`color.${color}`) : '';
  switch (type) {
    case 'time_adjusted':
      if (!color || ms === undefined || !clock) return null;
      return t(ms < 0 ? 'table.did.took' : 'table.did.gave', { time: time(ms), color: side, left: time(clock.remaining_ms) });
    case 'clocks_set':
      return clocks ? t('table.did.set_clocks', both(clocks)) : null;
    case 'taken_back':
      return clocks ? t('table.did.take_back', { ply: ply ?? 0, ...both(clocks) }) : null;
    case 'reopened':
      return clocks ? t('table.did.reopen', both(clocks)) : null;
    case 'replay_set':
      return fact.restored ? t('table.did.replay_from', { ply: fact.restored.ply, ...both(fact.restored.clocks) }) : null;
    case 'default_undone':
      return clocks ? t('table.did.undo_default', { color: side, ...both(clocks) }) : null;
    case 'paused':
      return act === 'pause' && fact.until_ms ? t('table.did.pause', { time: formatTime(fact.until_ms) }) : null;
    case 'adjournment_announced':
      return fact.at_ms ? t('table.did.adjourn', { time: formatTime(fact.at_ms) }) : null;
    case 'expelled':
    case 'readmitted':
      if (!fact.whom?.seat) return null;
      return t(type === 'expelled' ? 'table.did.expel' : 'table.did.readmit', { color: t(`color.${fact.whom.seat}`) });
    case 'finished':
      return fact.black_discs === undefined || fact.white_discs === undefined
        ? null
        : t('table.did.score', { score: formatScore(fact.black_discs, fact.white_discs) });
    default:
      return null;
  }
}
