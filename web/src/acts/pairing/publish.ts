import type { BodyOf } from '../../contract/call';
import type { Round } from '../../contract/types';
import { t } from '../../i18n';
import { actOn } from '../kit/act';
import { ofEvent, type OnEvent } from '../kit/subjects';

/** The round that comes next, as it is to be published. */
export interface OnNextRound extends OnEvent {
  number: number;
  /** When it starts, asked for as it is sent; null: as planned, or now. */
  startsAt: (nowMs: number) => number | null;
  /** What the director fixed of it. */
  hand: Pick<BodyOf<'publish_round'>, 'constraints' | 'manual' | 'clocks' | 'handicaps'>;
}

/** Pairs and publishes the next round. */
export const publishRound = actOn<OnNextRound>()('publish_round', {
  place: { page: '/t/:tournament/desk/pairing', at: 'Next step, on every section of the desk' },
  title: ({ number }) => t('desk.publish', { round: number }),
  fields: {},
  path: ofEvent,
  body: (_, { startsAt, hand }, nowMs) => ({ ...hand, starts_at_ms: startsAt(nowMs) }),
  accepts: { departure_unconfirmed: 'accept_deviations', start_in_break: 'into_break' },
  done: (answer: Round) => t('desk.published', { round: answer.number }),
});
