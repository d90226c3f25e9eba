import { session } from '../../contract/session.svelte';
import { barred } from '../../event/interest';
import type { Tournament } from '../../contract/types';
import { refusal, t } from '../../i18n';
import type { Act } from './act';
import type { OnEvent } from './subjects';

/** Why somebody may not do an act to this subject now, or it cannot be done; null where nothing known stands against it. */
export function whyNot<S>(act: Act<S>, subject: S): string | null {
  const impossible = act.blocked(subject);
  if (impossible !== null || !isOfEvent(subject)) return impossible;
  const state = notNow(subject.tournament, act.operation);
  if (state !== null) return state;
  const told = subject.event.interests;
  const deed = act.deed(subject, null);
  if (told?.acts.some((one) => one.act === deed && !one.in_office)) return t('act.not_your_office');
  return barred(told, deed, act.touches(subject), session.account?.id);
}

/** What the state of an event says against an act, whatever it is done to; null where it says nothing. */
export function notNow(tournament: Tournament, act: string): string | null {
  const found = tournament.acts?.find((one) => one.act === act && !one.allowed);
  return found?.refusal ? refusal(found.refusal) : null;
}

function isOfEvent(subject: unknown): subject is OnEvent {
  return typeof subject === 'object' && subject !== null && 'event' in subject;
}
