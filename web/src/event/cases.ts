import type { Report, Rulings } from '../contract/types';
import { isOpen } from './appeals';

/** Something that waits for a decision of officials. */
export interface OpenCase {
  kind: 'dispute' | 'protest' | 'appeal' | 'review' | 'report';
  /** Names it among the others, in addresses too. */
  key: string;
  /** Whose it is, or whom it is against; null for a spectator's or the record's. */
  entrant: string | null;
  round: number | null;
  table: number | null;
  /** The next pairing waits for it. */
  held: boolean;
}

export const caseOf = {
  dispute: (one: Rulings['disputes'][number]): string => `dispute-${one.round}-${one.table}`,
  protest: (one: { id: string }): string => `protest-${one.id}`,
  appeal: (one: { id: string }): string => `appeal-${one.id}`,
  review: (one: { id: string }): string => `review-${one.id}`,
  report: (one: { id: string }): string => `report-${one.id}`,
};

/** Everything that waits, in the order in which the desk shows it. */
export function openCases(known: Pick<Rulings, 'disputes' | 'protests' | 'appeals' | 'rulings'>, reports: readonly Report[]): OpenCase[] {
  const disputes = known.disputes
    .filter((one) => !one.decided)
    .map((one): OpenCase => {
      const { entrant_id: entrant, round, table, holds_pairing: held } = one;
      return { kind: 'dispute', key: caseOf.dispute(one), entrant, round, table, held };
    });
  const protests = known.protests
    .filter((one) => !one.decided)
    .map((one): OpenCase => {
      const { entrant_id: entrant, round, table } = one;
      return { kind: 'protest', key: caseOf.protest(one), entrant, round, table, held: false };
    });
  const appeals = known.appeals.filter(isOpen).map((one): OpenCase => {
    return { kind: 'appeal', key: caseOf.appeal(one), entrant: one.entrant_id, round: null, table: null, held: false };
  });
  const reviews = known.rulings
    .filter((one) => one.status === 'proposed')
    .map((one): OpenCase => {
      const { round, table } = one.penalty;
      return { kind: 'review', key: caseOf.review(one), entrant: one.entrant_id, round, table, held: false };
    });
  const told = reports
    .filter((one) => one.outcome === null)
    .map((one): OpenCase => {
      const { round, table } = one;
      return { kind: 'report', key: caseOf.report(one), entrant: null, round, table, held: false };
    });
  return [...disputes, ...protests, ...appeals, ...reviews, ...told];
}
