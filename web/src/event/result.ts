import type { Board, Color, Table } from '../contract/types';
import { opposite } from '../board/colors';
import { formatScore } from '../i18n/numbers';
import { asWords, t } from '../i18n';

/** What the event has on record of a game; null where it has nothing yet. */
export type Recorded = Board['result'];

type Score = Pick<NonNullable<Table['result']>, 'black_discs' | 'white_discs' | 'winner'>;

/** The score, own discs first, or the winner's for a spectator. */
function scoreOf(result: Score, own: Color | null): string {
  const first = own ?? result.winner ?? 'black';
  const discs = { black: result.black_discs, white: result.white_discs };
  return formatScore(discs[first], discs[opposite(first)]);
}

/** What counts: the event's record of the game where it has one, else how it ended at the table. */
function counted(result: Score, recorded: Recorded): Score {
  if (!recorded) return result;
  return { ...recorded, winner: recorded.winner === 'none' ? null : recorded.winner };
}

/** The result as the viewer sees it. */
export function resultText(table: Table, own: Color | null, recorded: Recorded = null): string | null {
  if (!table.result) return null;
  const result = counted(table.result, recorded);
  const score = scoreOf(result, own);
  if (table.result.both_absent && !recorded) return t('table.result.both_absent');
  if (result.black_discs + result.white_discs === 0) return t('table.result.nobody');
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
  // What replaced the end of a game is an official's word, whatever kind it says.
  const how = (recorded && recordedText(recorded)) || tableReason(recorded?.corrected ? 'ruling' : reason, ruleSet);
  return recorded?.corrected ? `${how} ${t('table.reason.corrected')}` : how;
}

/** How the game ended at its table, where something else counts; empty where that counts. */
export function replacedText(table: Table, own: Color | null, recorded: Recorded): string {
  if (!table.result || !recorded || table.result.reason === 'ruling') return '';
  const same = table.result.black_discs === recorded.black_discs && table.result.white_discs === recorded.white_discs;
  return same ? '' : t('table.reason.replaced', { score: scoreOf(table.result, own) });
}

function tableReason(reason: string, ruleSet: string | undefined): string {
  if (reason === 'resigned') return t('table.reason.resigned', { rule: cited(ruleSet, 'IV.8') });
  if (reason === 'time_default') return t('table.reason.time_default', { rule: cited(ruleSet, 'IV.6') });
  if (reason === 'played' || reason === 'absence' || reason === 'ruling') return t(`table.reason.${reason}`);
  return t('table.reason.other', { reason: asWords(reason) });
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
