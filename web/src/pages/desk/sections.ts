import type { Snippet } from 'svelte';
import type { DeskSection } from '../../browser/routes';
import type { Tournament } from '../../contract/types';
import type { LiveEvent } from '../../event/event.svelte';
import type { EventRulings } from '../../event/rulings.svelte';
import type { Lazy } from '../../ui/lazy';
import type { PairingDraft } from './pairing/draft.svelte';

/** What every section of the desk is given. */
export interface SectionGiven {
  event: LiveEvent;
  tournament: Tournament;
  /** The next step and what waits for the director: stands first in the section's right column. */
  first: Snippet;
  /** The next round as it is about to be published. */
  draft: PairingDraft;
  /** What was ruled and waits for a decision. */
  rulings: EventRulings;
}

/** Each section's code and texts. What every section says is here with the desk. */
export const SECTIONS: Record<DeskSection, Lazy> = {
  round: { load: () => import('./round/RoundSection.svelte'), texts: ['round', 'acts_round'] },
  pairing: { load: () => import('./pairing/PairingSection.svelte'), texts: ['rules', 'acts_pairing'] },
  entrants: { load: () => import('./entrants/EntrantsSection.svelte'), texts: ['entrants', 'acts_entrants'] },
  rulings: { load: () => import('./rulings/RulingsSection.svelte'), texts: ['acts_rulings', 'acts_round'] },
  finals: { load: () => import('./finals/FinalsSection.svelte'), texts: ['acts_finals', 'acts_matches'] },
  event: { load: () => import('./event/EventSection.svelte'), texts: ['rules', 'acts_setup'] },
  officials: { load: () => import('./officials/OfficialsSection.svelte'), texts: ['entrants', 'acts_entrants'] },
  closing: { load: () => import('./closing/ClosingSection.svelte'), texts: ['acts_finals', 'event', 'office'] },
};

/** What waits for a decision, beside every other section. */
export const WAITING: Lazy = { load: () => import('./rulings/Waiting.svelte'), texts: ['waiting'] };
