import type { Tournament } from '../contract/types';
import { listText, t } from '../i18n';
import { fullName } from '../i18n/names';
import { documentOf, paragraphOf } from './penalties';

type Ruled = Pick<Tournament, 'rule_set_json'>;

/** Round 1 pairs group A against the others (WOC II.6.1). */
export const hasGroupA = (tournament: Ruled): boolean => documentOf(tournament).pairing?.first_round === 'woc_groups';

/** Who is in group A, in a sentence. */
export function groupAText({ group_a: group, entrants }: Pick<Tournament, 'group_a' | 'entrants'>): string {
  if (group === null) return t('group_a.unnamed');
  const members = entrants.filter(({ id }) => group.entrant_ids.includes(id)).map(fullName);
  return members.length === 0 ? t('group_a.nobody') : t('group_a.members', { names: listText(members) });
}

/** What the group is for, with the paragraph where a text says so. */
export function groupAPurpose(tournament: Ruled): string {
  const paragraph = paragraphOf(tournament, 'pairing.first_round');
  return paragraph === '' ? t('group_a.for') : t('group_a.for.rule', { paragraph });
}
