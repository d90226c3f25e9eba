import type { Delivery } from '../../contract/types';
import { asWords, t, textOf } from '../../i18n';
import { formatMoment } from '../../i18n/numbers';

/** What came of the last attempt: the answer, or why none came. */
export function answerOf({ problem, answer_status }: Delivery): string {
  const status = answer_status ?? 0;
  if (problem === null || problem === 'refused') {
    return t(status >= 300 && status < 400 ? 'webhooks.answered.redirect' : 'webhooks.answered', { status: `${status}` });
  }
  return textOf(`webhooks.problem.${problem}`) ?? asWords(problem);
}

/** What became of a delivery so far. */
export function fateOf({ state, kind, next_attempt_at_ms }: Delivery): string {
  if (state === 'waiting') {
    return next_attempt_at_ms === null ? t('webhooks.fate.waits') : t('webhooks.fate.again', { moment: formatMoment(next_attempt_at_ms) });
  }
  if (state === 'failed') return t(kind === 'ping' ? 'webhooks.fate.not_arrived' : 'webhooks.fate.given_up');
  return state === 'delivered' ? t('webhooks.fate.arrived') : asWords(state);
}

/** What an attempt by hand came to, as a sentence. */
export const attemptSaid = (what: string, delivery: Delivery): string =>
  t(delivery.problem === null ? 'webhooks.attempt.arrived' : 'webhooks.attempt.failed', { what, answer: answerOf(delivery) });
