import type { Standings } from '../contract/types';
import type { LiveEvent } from './event.svelte';
import { t, type Parameters } from '../i18n';
import { told } from '../i18n/server-words';
import { criterionWord } from './criteria';

type Row = Standings['rows'][number];

/** Why the row stands below the one above, with both names; empty in the first place. */
export function decidedSentence(row: Row, event: Pick<LiveEvent, 'nameOf'>): string {
  if (!row.decided) return '';
  const above = event.nameOf(row.decided.above_entrant_id);
  const below = event.nameOf(row.entrant_id);
  const { sentence, code, parameters } = row.decided;
  const english = sentence.replaceAll('{above}', () => above).replaceAll('{below}', () => below);
  const { criterion, positions } = parameters;
  return told(`decided.${code}`, english, {
    ...(parameters as Parameters),
    upper: above,
    lower: below,
    ...(typeof criterion === 'string' && { criterion: criterionWord(criterion) }),
    ...(typeof positions === 'number' && { count: positions }),
  });
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
