import { session } from '../../contract/session.svelte';
import { barred } from '../../event/interest';
import { t } from '../../i18n';
import type { Act } from './act';
import type { OnEvent } from './subjects';

/** Why somebody may not do an act to this subject now, or it cannot be done; null where nothing known stands against it. */
export function whyNot<S>(act: Act<S>, subject: S): string | null {
  const impossible = act.blocked(subject);
  if (impossible !== null || !isOfEvent(subject)) return impossible;
  const told = subject.event.interests;
  const deed = act.deed(subject, null);
  if (told?.acts.some((one) => one.act === deed && !one.in_office)) return t('act.not_your_office');
  return barred(told, deed, act.touches(subject), session.account?.id);
}

function isOfEvent(subject: unknown): subject is OnEvent {
  return typeof subject === 'object' && subject !== null && 'event' in subject;
}
