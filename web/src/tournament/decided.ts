import type { Standings } from '../api/types';
import { fullName } from '../format/names';
import type { LiveEvent } from '../live/event.svelte';
import { t } from '../messages';

type Row = Standings['rows'][number];

/** Why the row stands below the one above, with both names; empty in the first place. */
export function decidedSentence(row: Row, event: Pick<LiveEvent, 'entrant'>): string {
  if (!row.decided) return '';
  const name = (id: string): string => {
    const entrant = event.entrant(id);
    return entrant ? fullName(entrant) : id;
  };
  const above = name(row.decided.above_entrant_id);
  const below = name(row.entrant_id);
  return row.decided.sentence.replaceAll('{above}', () => above).replaceAll('{below}', () => below);
}

/** The titles that an entrant won, in words. */
export function titlesOf(entrant: string, event: LiveEvent): string[] {
  return (event.tournament?.titles ?? [])
    .filter((won) => won.entrant_id === entrant)
    .map((won) => (won.title === 'womens_champion' ? t('title.womens_champion') : t('title.champion')));
}
