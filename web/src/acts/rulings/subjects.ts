import type { Appeal, Dispute, Protest, Report, PenaltyRuling } from '../../contract/types';
import type { Decision } from '../../event/appeals';
import type { EventRulings } from '../../event/rulings.svelte';
import type { Option } from '../kit/field';
import type { OnEvent } from '../kit/subjects';
import { t } from '../../i18n';
import { formatScore } from '../../i18n/numbers';

/** Everything that was ruled so far stands beside what is to be ruled. */
export interface OnRulings extends OnEvent {
  rulings: EventRulings;
}
/** A penalty to come: whom it is against and at which board, where that is settled already. */
export interface OnOffence extends OnEvent {
  offender: string | null;
  round: number | null;
  table: number | null;
}
export interface OnRuling extends OnRulings {
  ruling: PenaltyRuling;
}
export interface OnProtest extends OnRulings {
  protest: Protest;
}
export interface OnAppeal extends OnRulings {
  appeal: Appeal;
}
export interface OnDispute extends OnEvent {
  dispute: Dispute;
}
export interface OnReport extends OnRulings {
  report: Report;
}
/** A decision, and whose it is to appeal: the entrant's; null for a spectator's own. */
export interface OnDecision extends OnRulings {
  decision: Decision;
  entrant: string | null;
}

/** An entrant's name; a dash for nobody. */
export const nameIn = ({ event }: OnEvent, entrant: string | null | undefined): string => event.nameOf(entrant, '–');

/** The boards of an entrant, or all, the newest first. */
export function boardOptions({ event, tournament }: OnEvent, entrant: string | null = null): Option[] {
  const named = (id: string): string => nameIn({ event, tournament }, id);
  return tournament.rounds.toReversed().flatMap((round) =>
    round.boards
      .filter((board) => entrant === null || board.black_entrant_id === entrant || board.white_entrant_id === entrant)
      .map((board) => ({
        value: boardKey(round.number, board.table),
        text: t('rulings.board.option', {
          round: round.number,
          table: board.table,
          black: named(board.black_entrant_id),
          white: named(board.white_entrant_id),
          score: board.result ? formatScore(board.result.black_discs, board.result.white_discs) : t('rulings.board.open'),
        }),
      })),
  );
}

/** A board as a field holds it. */
export const boardKey = (round: number, table: number): string => `${round}/${table}`;
export function boardOf(key: string | null | undefined): { round: number; table: number } | null {
  const [round, table] = (key ?? '').split('/').map(Number);
  return round && table ? { round, table } : null;
}
/** Who sits opposite an entrant at a board. */
export function opponentAt({ event }: OnEvent, entrant: string, key: string | null | undefined): string | null {
  const at = boardOf(key);
  const board = at && event.boardAt(at);
  if (!board) return null;
  return board.black_entrant_id === entrant ? board.white_entrant_id : board.black_entrant_id;
}
