import type { ActAnswer, Interests, Tournament } from '../api/types';
import { t } from '../messages';

/** Whether consent does what is refused otherwise: under rules that know a single official, where one directs alone. */
export function isSoleDirector(tournament: Tournament | null): boolean {
  const directors = tournament?.officials.filter((one) => DIRECTORS.includes(one.role)).length ?? 0;
  return directors === 1 && /"single_official":\s*true/.test(tournament?.rule_set_json ?? '');
}
const DIRECTORS = ['head_director', 'assistant_director'];

/** Why an act about these entrants is not the caller's; null where it is. An act named in part stands for its kinds. */
export function barred(told: Interests | null, act: string, entrants: string[], account: string | undefined, sole = false): string | null {
  const row = told?.acts.find((one) => one.act === act);
  if (!told || !row) return null;
  const touches = (own: string[]): boolean => entrants.some((entrant) => own.includes(entrant));
  const consented = told.consents.some(
    (one) => one.official_account_id === account && isOf(one.act, act) && (one.entrant_id === null || entrants.includes(one.entrant_id)),
  );
  if (consented) return null;
  if (touches(told.entrant_ids)) return said(row.own_game, sole, t('interest.own_game'), t('interest.own_game.consent'));
  if (touches(told.opponent_entrant_ids)) return said(row.opponent, sole, t('interest.opponent'), t('interest.opponent.consent'));
  return null;
}

const isOf = (act: string, name: string): boolean => act === name || act.startsWith(`${name}.`);

function said(answer: string, sole: boolean, refused: string, consent: string): string | null {
  if (answer === 'consent') return consent;
  if (answer === 'refused') return sole ? consent : refused;
  return null;
}

/** The acts to which somebody may have to consent. */
export const consentable = (told: Interests, sole: boolean): string[] =>
  told.acts.filter((row) => answers(row).some((answer) => answer === 'consent' || (sole && answer === 'refused'))).map((row) => row.act);

const answers = (row: ActAnswer): string[] => [row.own_game, row.opponent, row.rival];
