import type { Appeal, Protest, Rulings, PenaltyRuling, Tournament } from '../contract/types';
import { penaltyRules, paragraphOf } from './penalties';

/** A ruling, or the decision of a protest: what can be appealed. */
export type Decision = { ruling: PenaltyRuling } | { protest: Protest };

/** Why a decision cannot be appealed, or until when it can. */
export type Appealing =
  | { may: false; why: 'final' | 'in_review' | 'not_in_force' | 'not_decided' | 'appealed' | 'too_late' | 'paired'; paragraph: string }
  | {
      may: true;
      /** Cluster time in ms; null where no time is set. */
      untilMs: number | null;
      /** The round whose pairing ends it; null where it ends nothing. */
      beforeRound: number | null;
      paragraph: string;
    };

/** What of a decision has been appealed already. */
export const appealOf = (known: Pick<Rulings, 'appeals'>, decision: Decision): Appeal | null =>
  known.appeals.find((one) => ('ruling' in decision ? one.ruling_id === decision.ruling.id : one.protest_id === decision.protest.id)) ??
  null;

/** Whether a decision can be appealed now, as the event's rules have it. The server has the last word. */
export function appealing(decision: Decision, known: Pick<Rulings, 'appeals'>, tournament: Tournament, nowMs: number): Appealing {
  const rules = penaltyRules(tournament).appeals;
  const paragraph = paragraphOf(tournament, 'penalties.appeals');
  const no = (why: (Appealing & { may: false })['why']): Appealing => ({ may: false, why, paragraph });
  if (rules === null) return no('final');
  if ('ruling' in decision && decision.ruling.status === 'proposed')
    return { may: false, why: 'in_review', paragraph: paragraphOf(tournament, 'penalties.reviewed') };
  if ('ruling' in decision && decision.ruling.status !== 'in_force') return no('not_in_force');
  if ('protest' in decision && !decision.protest.decided) return no('not_decided');
  if (appealOf(known, decision)) return no('appealed');
  const round = 'ruling' in decision ? decision.ruling.penalty.round : decision.protest.round;
  const beforeRound = rules.before_next_pairing && round !== null ? round + 1 : null;
  if (beforeRound !== null && tournament.summary.round >= beforeRound) return no('paired');
  const fromMs = 'ruling' in decision ? decision.ruling.at_ms : decision.protest.decided_at_ms;
  const untilMs = rules.window_ms === null || fromMs === null ? null : fromMs + rules.window_ms;
  if (untilMs !== null && nowMs > untilMs) return no('too_late');
  return { may: true, untilMs, beforeRound, paragraph };
}

/** An appeal that waits for its decision. */
export const isOpen = (appeal: Appeal): boolean => !appeal.decided && !appeal.fallen;

/** The round whose pairing an open appeal comes before; null where its rules set none. */
export function dueBefore(appeal: Appeal, tournament: Tournament): number | null {
  if (!isOpen(appeal) || !penaltyRules(tournament).appeals?.before_next_pairing) return null;
  return tournament.summary.round + 1;
}
