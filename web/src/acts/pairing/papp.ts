import type { BodyOf } from '../../contract/call';
import { say, t } from '../../i18n';
import { actOn } from '../kit/act';
import { reason } from '../kit/fields';
import { ofEvent, type OnEvent } from '../kit/subjects';

/** Files that PAPP left, with what taking them would come to. */
export interface OnPapp extends OnEvent {
  files: BodyOf<'take_papp_files'>['files'];
  /** How many things are done. */
  steps: number;
  /** Why they are not taken; null where nothing stands in the way. */
  barred: string | null;
}

/** Brings the event where PAPP left it. */
export const takePappFiles = actOn<OnPapp>()('take_papp_files', {
  // Every act that it is made of is judged by itself.
  deed: null,
  place: { page: '/t/:tournament/desk/pairing', at: 'If the server cannot be reached: PAPP' },
  title: () => say('papp.take'),
  fields: { reason: reason<OnPapp>(500, 'act.reason') },
  blocked: ({ steps, barred }) => barred ?? (steps === 0 ? say('papp.nothing') : null),
  path: ofEvent,
  body: ({ reason }, { files }) => ({ files, reason }),
  accepts: { departure_unconfirmed: 'accept_deviations' },
  done: (_, __, { steps }) => t('papp.taken', { count: steps }),
});
