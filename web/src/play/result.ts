import type { Board, Color, Table } from '../api/types';
import { formatScore } from '../format/numbers';
import { t } from '../messages';

/** What the event has on record of a game; null where it has nothing yet. */
export type Recorded = Board['result'];

export const opposite = (color: Color): Color => (color === 'black' ? 'white' : 'black');

/** The result as the viewer sees it: own discs first, or the winner's for a spectator. */
export function resultText(table: Table, own: Color | null): string | null {
  const { result } = table;
  if (!result) return null;
  const discs = { black: result.black_discs, white: result.white_discs };
  const first = own ?? result.winner ?? 'black';
  const score = formatScore(discs[first], discs[opposite(first)]);
  if (result.both_absent) return t('table.result.both_absent');
  if (discs.black + discs.white === 0) return t('table.result.nobody');
  if (!result.winner) return t('table.result.drawn', { score });
  if (own) return t(own === result.winner ? 'table.result.won' : 'table.result.lost', { score });
  return t('table.result.color', { color: t(`color.${result.winner}`), score });
}

/** The text whose paragraphs are cited under a rule set, as `EGP`; empty when it follows none. */
export function ruleText(ruleSet: string | undefined): string {
  return /^(woc|egp)-/.exec(ruleSet ?? '')?.[1]?.toUpperCase() ?? '';
}

/** A paragraph in brackets behind a sentence; nothing where the rule set follows no text. */
export function cited(ruleSet: string | undefined, paragraph: string): string {
  const text = ruleText(ruleSet);
  return text ? ` (${text} ${paragraph})` : '';
}

/** How it came to the result, with its paragraph where there is one; in the event's own words where it has it on record. */
export function reasonText(reason: string, ruleSet: string | undefined, recorded: Recorded = null): string {
  const how = (recorded && recordedText(recorded)) || tableReason(reason, ruleSet);
  return recorded?.corrected ? `${how} ${t('table.reason.corrected')}` : how;
}

function tableReason(reason: string, ruleSet: string | undefined): string {
  if (reason === 'resigned') return t('table.reason.resigned', { rule: cited(ruleSet, 'IV.8') });
  if (reason === 'time_default') return t('table.reason.time_default', { rule: cited(ruleSet, 'IV.6') });
  if (reason === 'played' || reason === 'absence' || reason === 'ruling') return t(`table.reason.${reason}`);
  return t('table.reason.other', { reason: reason.replaceAll('_', ' ') });
}

/** What only the event knows: why a game counts as it does that was not ended by its players. Empty for others. */
function recordedText(recorded: NonNullable<Recorded>): string {
  const gone: Color | null = recorded.black_absent === recorded.white_absent ? null : recorded.black_absent ? 'black' : 'white';
  const color = gone ? t(`color.${gone}`) : '';
  switch (recorded.kind) {
    case 'adjudicated':
      return t('table.reason.adjudicated');
    case 'forfeit':
      return t('table.reason.forfeit');
    case 'double_forfeit':
      return t('table.reason.double_forfeit');
    case 'no_show':
      return gone ? t('table.reason.no_show', { color }) : t('table.reason.no_show.both');
    case 'walkover':
      return gone ? t('table.reason.walkover', { color }) : t('table.reason.walkover.both');
    default:
      return '';
  }
}
