import type { Tournament } from '../../contract/types';
import type { LiveEvent } from '../../event/event.svelte';
import type { Lazy } from '../../ui/lazy';

/** What every such view is given. */
export interface ViewGiven {
  event: LiveEvent;
  tournament: Tournament;
}

/** Views of an event that are fetched when somebody first looks at them. */
export const VIEWS = {
  finals: { load: () => import('./finals/FinalsView.svelte'), texts: ['acts', 'acts_finals'] },
  lists: { load: () => import('./lists/ListsView.svelte'), texts: ['acts', 'acts_finals'] },
  entry: { load: () => import('./entry/EntryView.svelte'), texts: ['acts', 'acts_entrants'] },
  documents: { load: () => import('./Documents.svelte'), texts: ['rating_files'] },
  rules: { load: () => import('./rules/RulesView.svelte'), texts: [] },
} as const satisfies Record<string, Lazy>;
