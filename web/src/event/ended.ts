import type { Tournament } from '../contract/types';
import { asWords, sentences, t, textOf } from '../i18n';

type EarlyEnd = Tournament['early_ends'][number];

/** Whether the event stopped for good: nothing more is played, and nothing confirmed. */
export function isStopped(tournament: Pick<Tournament, 'summary'> | null): boolean {
  const phase = tournament?.summary.phase;
  return phase === 'abandoned' || phase === 'cancelled';
}

/** Whether no further round comes. */
export const isOver = (tournament: Tournament): boolean =>
  isStopped(tournament) || ['played', 'confirmed'].includes(tournament.summary.phase);

/** By what act an event ends otherwise than planned, and what that does to its rounds. */
export function earlyEndText(end: EarlyEnd): { fact: string; consequence: string } {
  const consequence = [
    end.unfinished_round === null ? '' : textOf(`ended.fate.${end.fate ?? ''}`, { round: end.unfinished_round }),
    end.without_finals ? t('ended.without_finals') : '',
    end.kind === 'abandoned' ? t(end.ranking_confirmed ? 'ended.ranking.confirmed' : 'ended.ranking.listed') : '',
  ];
  return {
    fact: textOf(`ended.${end.kind}`, { rounds: end.rounds, planned: end.planned, count: end.rounds }) ?? asWords(end.kind),
    consequence: sentences(consequence),
  };
}
