import type { Table, Tournament } from '../contract/types';
import { isCasual } from './life';
import { documentOf } from './penalties';

/** Whether the server passes for whoever has no legal move: by the rules of an event, and wherever no event is played. */
export const passesByItself = (
  table: Pick<Table, 'tournament_id'>,
  tournament: Pick<Tournament, 'rule_set_json'> | null | undefined,
): boolean => isCasual(table) || (tournament != null && documentOf(tournament).pass_policy === 'automatic');
