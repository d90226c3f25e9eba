import type { Evidence } from '../contract/types';
import { told } from '../i18n/server-words';
import type { LiveNotice } from '../live/frames';

type Alert = Extract<LiveNotice, { kind: 'alert' }>;
type Verdict = NonNullable<Evidence['seats'][number]['verdict']>;

/** What the officials of an event are alerted to. */
export function alertText({ code, text, parameters }: Alert): string {
  const count = Number(parameters['boards_hit'] ?? parameters['boards']);
  const kind = code === 'server_fault' && 'gateway_id' in parameters ? 'server_fault.gateway' : code;
  return told(`alert.${kind}`, text, { ...parameters, count });
}

/** Whether the server was at fault, and what its records cannot show. */
export function whyText({ code, why, parameters }: Verdict): string {
  const all = Number(parameters['others_dropped']) + Number(parameters['others_open']);
  return told(`verdict.${code}`, why, { ...parameters, all });
}
export const cannotKnowText = ({ cannot_know, cannot_know_code: code }: Verdict): string => told(`verdict.gap.${code}`, cannot_know);
