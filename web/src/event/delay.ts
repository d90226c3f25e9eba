import type { Table, Tournament } from '../contract/types';
import { listText, t } from '../i18n';
import { formatMinutes } from '../i18n/numbers';
import { isOverTheBoard } from './hall';
import { documentOf } from './penalties';

/** From here on a time is told in minutes. */
const MINUTES_FROM_MS = 120_000;

interface Delay {
  policy: string;
  plies: number;
  ms: number;
}

/** What holds for spectators: as a game says it, which may be under earlier rules than the event's, else by these. */
function holds(tournament: Pick<Tournament, 'rule_set_json'>, table: Table | undefined): Delay {
  if (table?.spectators) {
    const { policy, delay_plies: plies, delay_ms: ms } = table.spectators;
    return { policy, plies, ms };
  }
  const { kind = 'on', plies = 0, ms = 0 } = documentOf(tournament).spectators ?? {};
  return { policy: kind, plies, ms };
}

/** How much later than they happen spectators see the moves of running games, in a sentence; null where they see them at once. */
export function delayText(tournament: Pick<Tournament, 'rule_set_json'>, table?: Table): string | null {
  return isOverTheBoard(tournament) ? null : textOf(holds(tournament, table));
}

/** The same of one game, as it says itself. */
export const delayOfGame = ({ policy, delay_plies: plies, delay_ms: ms }: NonNullable<Table['spectators']>): string | null =>
  textOf({ policy, plies, ms });

function textOf({ policy, plies, ms }: Delay): string | null {
  if (policy === 'off') return t('delay.off');
  if (policy !== 'delayed' || plies + ms === 0) return null;
  const delays = [
    ...(plies > 0 ? [t('delay.moves', { count: plies })] : []),
    ...(ms > 0
      ? [ms < MINUTES_FROM_MS ? t('delay.seconds', { count: Math.ceil(ms / 1000) }) : t('delay.minutes', { minutes: formatMinutes(ms) })]
      : []),
  ];
  return t('delay.games', { delay: listText(delays) });
}
