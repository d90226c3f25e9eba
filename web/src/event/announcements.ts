import type { Announcement } from '../contract/types';
import { formatStart } from '../i18n/numbers';
import { asWords, sentences, t, textOf } from '../i18n';

/** What stands, newest first: what another announcement corrects is told there. */
export function standing(all: readonly Announcement[]): Announcement[] {
  const corrected = new Set(all.map((one) => one.corrects));
  return all.filter((one) => !corrected.has(one.number)).toSorted((one, other) => other.number - one.number);
}

/** What an announcement is about, and for whom it is where it is not for everybody. */
export function announcementLead(one: Pick<Announcement, 'kind' | 'audience' | 'round' | 'table' | 'corrects'>): string {
  return sentences([
    textOf(`announcement.${one.kind}`) ?? t('announcement.general'),
    one.audience === 'officials' ? t('announcement.for.officials') : '',
    one.audience === 'board' ? t('announcement.for.board', { round: one.round ?? '–', table: one.table ?? '–' }) : '',
    one.corrects === null ? '' : t('announcement.corrects'),
  ]);
}

const stageTitle = (stage: string): string => textOf(`stage.${stage}`) ?? asWords(stage);

type MovedStart = Announcement['starts'][number];

/** What an announcement says of the starts that it moves, a sentence each; rounds in a row that are open now share one. */
export function movedTexts(starts: readonly MovedStart[], nowMs: number): string[] {
  const runs: [MovedStart, ...MovedStart[]][] = [];
  for (const start of starts) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && isOpenAfter(last, start)) run.push(start);
    else runs.push([start]);
  }
  return runs.map((run) => {
    const [first, last] = [run[0], run.at(-1)];
    if (run.length === 1) return movedText(first, nowMs);
    return t('announcement.moved.open', { what: t('announcement.rounds', { first: first.round ?? 1, last: last?.round ?? 1 }) });
  });
}

const isOpenAfter = (one: MovedStart, next: MovedStart): boolean =>
  one.round !== null && next.round === one.round + 1 && one.now_ms === null && next.now_ms === null;

function movedText(start: MovedStart, nowMs: number): string {
  const what =
    start.round === null
      ? t('announcement.game', { stage: stageTitle(start.stage ?? ''), game: start.game ?? 1 })
      : t('event.round_tab', { round: start.round });
  if (start.now_ms === null) return t('announcement.moved.open', { what });
  const moment = formatStart(start.now_ms, nowMs);
  return start.before_ms === null
    ? t('announcement.moved.set', { what, moment })
    : t('announcement.moved', { what, moment, before: formatStart(start.before_ms, nowMs) });
}
