import { accountNames } from '../contract/account-names.svelte';
import type { Appeal, Protest, Rulings, Tournament } from '../contract/types';
import { t, textOf } from '../i18n';
import { formatMoment } from '../i18n/numbers';
import { penaltyText } from './penalty-text';

/** Who decided something and when, as far as both are told: `decided by Ida Holm, 18 July 2026 at 14:02`. */
export function decidedText(by: string | null, atMs: number | null): string {
  const moment = atMs === null ? '' : formatMoment(atMs);
  if (by === null) return moment === '' ? '' : t('rulings.decided', { moment });
  const name = accountNames.of(by);
  return moment === '' ? t('rulings.decided.by', { name }) : t('rulings.decided.by.at', { name, moment });
}

/** The same of a protest or an appeal; empty while it is undecided. */
export const decisionBy = (one: Pick<Protest | Appeal, 'decided' | 'decided_by_account_id' | 'decided_at_ms'>): string =>
  one.decided ? decidedText(one.decided_by_account_id, one.decided_at_ms) : '';

/** How an appeal stands, in a word or two. */
export const appealState = ({ fallen, decided, upheld }: Appeal): string =>
  t(`log.state.${fallen ? 'fallen' : !decided ? 'open' : upheld ? 'upheld' : 'dismissed'}`);

/** What the decision of an appeal does, in a sentence; empty while it is undecided. */
export function effectText(appeal: Appeal, { rulings }: Pick<Rulings, 'rulings'>, tournament: Tournament): string {
  if (appeal.fallen) return t('appeal.effect.fallen');
  if (!appeal.decided || appeal.effect === null) return '';
  if (appeal.effect === 'nothing') return t(appeal.upheld ? 'appeal.effect.nothing' : 'appeal.effect.stands');
  const instead = rulings.find(({ id }) => id === appeal.replacement_ruling_id);
  if (appeal.effect === 'replace' && instead) return t('appeal.effect.replace.by', { penalty: penaltyText(instead.penalty, tournament) });
  return textOf(`appeal.effect.${appeal.effect}`) ?? '';
}
