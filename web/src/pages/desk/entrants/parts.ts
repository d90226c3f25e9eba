import type { Tournament } from '../../../contract/types';
import { entryRules } from '../../../event/entry-rules';
import type { LiveEvent } from '../../../event/event.svelte';
import type { Lazy } from '../../../ui/lazy';
import type { EntrantKnowledge } from './knowledge.svelte';
import type { SeatLinks } from './links.svelte';

/** What each part of the section is given. */
export interface PartGiven {
  event: LiveEvent;
  tournament: Tournament;
  knowledge: EntrantKnowledge;
  links: SeatLinks;
}

export const PARTS = ['list', 'paste', 'links', 'check-in', 'admission'] as const;
export type EntrantsPart = (typeof PARTS)[number];

/** The parts that are fetched when somebody first looks at them; the list is here with the section. */
export const LAZY_PARTS: Record<Exclude<EntrantsPart, 'list'>, Lazy> = {
  paste: { load: () => import('./paste/PastePart.svelte'), texts: [] },
  links: { load: () => import('./LinksPart.svelte'), texts: [] },
  'check-in': { load: () => import('./CheckInPart.svelte'), texts: [] },
  admission: { load: () => import('./AdmissionPart.svelte'), texts: [] },
};

/** Whether anything stands there: nations and invitations have no place in every event. */
export function hasAdmission(tournament: Tournament): boolean {
  const { entry, teams } = entryRules(tournament);
  return teams.by_nation || tournament.nations.length > 0 || entry.mode === 'invited';
}
