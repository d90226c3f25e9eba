import { keepText, keptText } from '../../../browser/kept';
import { UNTOUCHED, type Plan } from './plan';

/** The plan of the event that was planned last in this browser: it outlasts a reload. */
const NAME = 'pairing';

interface Kept {
  event: string;
  round: number;
  plan: Plan;
}

/** What was kept of an event's next round; null where another event was planned since. */
export function keptPlan(event: string): Kept | null {
  try {
    const kept = JSON.parse(keptText(NAME) ?? 'null') as Kept | null;
    return kept?.event === event ? { ...kept, plan: { ...UNTOUCHED, ...kept.plan } } : null;
  } catch {
    return null;
  }
}

/** Keeps the plan of an event's next round. */
export function keepPlan(kept: Kept): void {
  keepText(NAME, JSON.stringify(kept));
}
