import { t } from '../i18n';

/** A round of so many; those of the finals are beyond their number, and before an event is known nobody knows it. */
export const roundText = (round: number, rounds = 0): string =>
  round > rounds ? t('event.round_tab', { round }) : t('table.round', { round, rounds });
