import type { Standings } from '../contract/types';
import type { LiveEvent } from './event.svelte';
import { t, type Parameters } from '../i18n';
import { told } from '../i18n/server-words';
import { criterionWord, valueText } from './criteria';

type Row = Standings['rows'][number];

/** Why the row stands below the one above, with both names; empty in the first place. */
export function decidedSentence(row: Row, event: Pick<LiveEvent, 'nameOf'>): string {
  if (!row.decided) return '';
  const above = event.nameOf(row.decided.above_entrant_id);
  const below = event.nameOf(row.entrant_id);
  const { sentence, code, parameters } = row.decided;
  const english = sentence.replaceAll('{above}', () => above).replaceAll('{below}', () => below);
  const { criterion, positions, above: more, below: less } = parameters;
  return told(`decided.${code}`, english, {
    ...(parameters as Parameters),
    upper: above,
    lower: below,
    ...(typeof more === 'string' && typeof less === 'string' && { above: valueText(more), below: valueText(less) }),
    ...(typeof criterion === 'string' && { criterion: criterionWord(criterion) }),
    ...(typeof positions === 'number' && { count: positions }),
  });
}

const TIE_BREAKS = ['criterion', 'head_to_head', 'lots'];

/** The ranks that several share, and the ranges of those whose equal points something behind the points parts. */
export function sharedAndParted(rows: readonly Row[]): { shared: string[]; parted: string[] } {
  const shared = new Set<number>();
  const parted: [from: number, to: number][] = [];
  for (const [index, { rank, decided }] of rows.entries()) {
    const above = rows[index - 1]?.rank ?? 0;
    if (rank === above) shared.add(rank);
    if (!decided || !TIE_BREAKS.includes(decided.code) || decided.parameters['criterion'] === 'points') continue;
    const range = parted.at(-1);
    if (range?.[1] === above) range[1] = rank;
    else parted.push([above, rank]);
  }
  return { shared: [...shared].map(String), parted: parted.map(([from, to]) => `${from}–${to}`) };
}

const TITLES: Record<string, 'title.champion' | 'title.womens_champion' | 'title.youth_champion' | 'title.senior_champion' | undefined> = {
  champion: 'title.champion',
  womens_champion: 'title.womens_champion',
  youth_champion: 'title.youth_champion',
  senior_champion: 'title.senior_champion',
};

/** The titles that an entrant won, in words. */
export function titlesOf(entrant: string, event: LiveEvent): string[] {
  return (event.tournament?.titles ?? [])
    .filter((won) => won.entrant_id === entrant)
    .map((won) => TITLES[won.title])
    .map((title) => (title ? t(title) : ''))
    .filter((title) => title !== '');
}
