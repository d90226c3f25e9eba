import { session } from '../../contract/session.svelte';
import type { Tournament } from '../../contract/types';
import { barred } from '../../event/interest';
import { t } from '../../i18n';
import { refusal } from '../../i18n/server-words';
import type { Act } from './act';
import type { OnEvent } from './subjects';

/**
 * Why somebody may not do an act to this subject now, or it cannot be done: by what the page knows of the subject, by what
 * the event's state refuses whatever is named, by office, and by interest. Null where nothing known stands against it.
 */
export function whyNot<S>(act: Act<S>, subject: S): string | null {
  const impossible = act.blocked(subject);
  if (impossible !== null || !isOfEvent(subject)) return impossible;
  const refused = refusedNow(subject.tournament, act.operation);
  if (refused !== null) return refused;
  const told = subject.event.interests;
  const deed = act.deed(subject);
  if (deed === null) return null;
  if (told?.acts.some((one) => one.act === deed && !one.in_office)) return t('act.not_your_office');
  return barred(told, deed, act.touches(subject), session.account?.id);
}

/** What the event's state says against an operation, whoever asks and whatever it names. */
export function refusedNow(tournament: Tournament, operation: string): string | null {
  const said = tournament.acts.find((one) => one.act === operation)?.refusal;
  return said ? refusal(said) : null;
}

export function isOfEvent(subject: unknown): subject is OnEvent {
  return typeof subject === 'object' && subject !== null && 'event' in subject && 'tournament' in subject;
}
