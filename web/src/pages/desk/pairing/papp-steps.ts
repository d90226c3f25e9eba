import type { AnswerOf } from '../../../contract/call';
import type { LiveEvent } from '../../../event/event.svelte';
import { listText, t } from '../../../i18n';

export type PappPreview = AnswerOf<'preview_papp_files'>;
export type PappStep = PappPreview['steps'][number];

/** What is done in a round, a line each; its results are counted. */
export interface StepsOfRound {
  round: number;
  lines: string[];
}

/** The steps by the rounds that they are about, in their order. */
export function stepsByRound(event: Pick<LiveEvent, 'nameOf'>, steps: readonly PappStep[]): StepsOfRound[] {
  const rounds = [...new Set(steps.map(({ round }) => round))];
  return rounds.map((round) => {
    const own = steps.filter((step) => step.round === round);
    const results = own.filter(({ kind }) => kind === 'result').length;
    const lines = own.flatMap((step) => textOf(event, step));
    if (results > 0) lines.push(t('papp.step.results', { count: results }));
    if (own.some(({ kind }) => kind === 'finish')) lines.push(t('papp.step.finish'));
    return { round, lines };
  });
}

function textOf(event: Pick<LiveEvent, 'nameOf'>, { kind, entrant_ids, pairing }: PappStep): string[] {
  const names = listText(entrant_ids.map((id) => event.nameOf(id)));
  switch (kind) {
    case 'publish':
      return [t('papp.step.publish', { count: pairing?.pairs.length ?? 0 })];
    case 'absence':
      return [t('papp.step.absence', { names })];
    case 'return':
      return [t('papp.step.return', { names })];
    case 'withdrawal':
      return [t('papp.step.withdrawal', { names })];
    case 'check_in':
      return [t('papp.step.check_in', { count: entrant_ids.length })];
    default:
      return [];
  }
}
