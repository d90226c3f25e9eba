import type { ActAnswer, Interests } from '../contract/types';
import { asWords, t, textOf } from '../i18n';

/** Why an act about these entrants is not the caller's; null where it is. An act named in part stands for its kinds. */
export function barred(told: Interests | null, act: string, entrants: string[], account: string | undefined): string | null {
  const row = told?.acts.find((one) => one.act === act);
  if (!told || !row) return null;
  const touches = (own: string[]): boolean => entrants.some((entrant) => own.includes(entrant));
  const isShared = (own: string[]): boolean => !touches(own.filter((entrant) => !told.shared_entrant_ids.includes(entrant)));
  const consented = told.consents.some(
    (one) => one.official_account_id === account && isOf(one.act, act) && (one.entrant_id === null || entrants.includes(one.entrant_id)),
  );
  if (consented) return null;
  if (touches(told.entrant_ids)) return said(row.own_game, 'own_game', isShared(told.entrant_ids));
  if (touches(told.opponent_entrant_ids)) return said(row.opponent, 'opponent', isShared(told.opponent_entrant_ids));
  return null;
}

const isOf = (act: string, name: string): boolean => act === name || act.startsWith(`${name}.`);

function said(answer: string, interest: 'own_game' | 'opponent', isShared: boolean): string | null {
  if (answer !== 'consent' && answer !== 'refused') return null;
  const whose = isShared ? t(`interest.${interest}.shared`) : t(`interest.${interest}`);
  return answer === 'consent' ? t(`interest.${interest}.consented`, { whose }) : t('interest.another', { whose });
}

/** The acts to which somebody may have to consent. */
export const consentable = (told: Interests): string[] => told.acts.filter((row) => answers(row).includes('consent')).map((row) => row.act);

const answers = (row: ActAnswer): string[] => [row.own_game, row.opponent, row.rival];

/** What an official's act is called where it is done. */
export const deedText = (name: string): string =>
  textOf(`deed.${name}`) ?? textOf(name.replace('officiate.', 'table_act.')) ?? asWords(name).replaceAll('.', ' ');
