import type { BodyOf } from '../../contract/call';
import { say, sentences, t } from '../../i18n';
import { actOn, type Question } from '../kit/act';
import { askedIf, type Known } from '../kit/field';
import { choice, count, made, reason, tick } from '../kit/fields';
import { ofEvent, type OnEvent } from '../kit/subjects';
import BoardScores from './BoardScores.svelte';
import { openBoards, readScores, unfinishedRound, type Adjudicated } from './open-boards';
import { DESK } from './subjects';

type Unfinished = NonNullable<BodyOf<'end_early'>['unfinished']>;

const place = { page: DESK, at: 'ending otherwise than planned' };

const hasUnfinished = (_: Known, subject: OnEvent): boolean => unfinishedRound(subject) !== null;
const boards = askedIf(
  (known: Known, subject: OnEvent) => known['fate'] === 'adjudicated' && openBoards(subject).length > 0,
  made({ label: 'end.boards', by: BoardScores, initial: () => '', read: readScores }),
);

function unfinishedOf(fate: string | undefined, scores: Adjudicated | undefined): Unfinished | null {
  return fate === undefined ? null : { fate, ...(scores ? { boards: scores } : {}) };
}

/** What becomes of the round that is open, in a sentence; nothing where none is. */
function fateText(subject: OnEvent, fate: string | undefined): string {
  const round = unfinishedRound(subject)?.number;
  if (round === undefined || fate === undefined) return '';
  if (fate === 'completed') return t('end.fate.completed.text', { round });
  return fate === 'adjudicated' ? t('end.fate.adjudicated.text', { round }) : t('end.fate.annulled.text', { round });
}

const question = (title: string, texts: string[], agree: string): Question => ({ title, text: sentences(texts), agree });
const done = (): string => say('end.done');
const accepts = { departure_unconfirmed: 'accept_deviations' } as const;

export const shorten = actOn<OnEvent>()('shorten_qualification', {
  place,
  title: () => t('end.shorten'),
  fields: { rounds: count({ label: 'end.rounds', least: 1, most: 64 }), reason: reason() },
  name: ({ rounds }, { tournament }) => t('end.shorten.do', { count: rounds, planned: tournament.summary.rounds }),
  path: ofEvent,
  body: ({ rounds, reason }) => ({ rounds, reason }),
  accepts,
  done,
});

export const endEarly = actOn<OnEvent>()('end_early', {
  place,
  title: () => t('end.early'),
  fields: {
    fate: askedIf(
      hasUnfinished,
      choice({
        label: 'end.fate',
        options: { completed: 'end.fate.completed', adjudicated: 'end.fate.adjudicated', annulled: 'end.fate.annulled' },
      }),
    ),
    boards,
    withoutFinals: tick({ label: 'end.without_finals' }),
    reason: reason(),
  },
  name: ({ withoutFinals }, { event }) => {
    const round = event.round?.number ?? 0;
    return withoutFinals ? t('end.early.do.without_finals', { round }) : t('end.early.do', { round });
  },
  ask: ({ fate, withoutFinals }, subject) =>
    question(
      t('end.early.ask'),
      [fateText(subject, fate), t(withoutFinals ? 'end.early.text.without_finals' : 'end.early.text')],
      t('end.early.agree'),
    ),
  path: ofEvent,
  body: ({ fate, boards, withoutFinals, reason }) => ({
    unfinished: unfinishedOf(fate, boards),
    without_finals: withoutFinals,
    reason,
  }),
  accepts,
  done,
  danger: true,
});

export const abandon = actOn<OnEvent>()('abandon_tournament', {
  place,
  title: () => t('end.abandon'),
  fields: {
    fate: askedIf(
      hasUnfinished,
      choice({ label: 'end.fate', options: { annulled: 'end.fate.annulled', adjudicated: 'end.fate.adjudicated' } }),
    ),
    boards,
    confirmRanking: tick({ label: 'end.abandon.ranking' }),
    reason: reason(),
  },
  name: () => t('end.abandon.do'),
  ask: ({ fate, confirmRanking }, subject) =>
    question(
      t('end.abandon.ask'),
      [t('end.abandon.text'), fateText(subject, fate), t(confirmRanking ? 'end.abandon.text.confirmed' : 'end.abandon.text.listed')],
      t('end.abandon.do'),
    ),
  path: ofEvent,
  body: ({ fate, boards, confirmRanking, reason }) => ({ unfinished: unfinishedOf(fate, boards), confirm_ranking: confirmRanking, reason }),
  accepts,
  done,
  danger: true,
});

export const cancel = actOn<OnEvent>()('cancel_tournament', {
  place,
  title: () => t('end.cancel'),
  fields: {
    annulRounds: askedIf((_, { event }) => event.round !== null, tick({ label: 'end.cancel.annul', must: true })),
    reason: reason(),
  },
  name: ({ annulRounds }, { tournament }) =>
    annulRounds ? t('end.cancel.do.annul', { count: tournament.rounds.length }) : t('end.cancel.do'),
  ask: ({ annulRounds }) =>
    question(t('end.cancel.ask'), [t('end.cancel.text'), annulRounds ? t('end.cancel.text.annul') : ''], t('end.cancel.do')),
  path: ofEvent,
  body: ({ annulRounds, reason }) => ({ annul_rounds: annulRounds ?? false, reason }),
  done,
  danger: true,
});
