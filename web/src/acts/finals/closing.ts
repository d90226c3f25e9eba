import type { components } from '../../contract/schema';
import { t } from '../../i18n';
import { actOn } from '../kit/act';
import { reason } from '../kit/fields';
import { ofEvent, type OnEvent } from '../kit/subjects';

export type Amendment = components['schemas']['Amendment'];
/** A confirmed event and the results that are to be otherwise. */
export interface OnAmendments extends OnEvent {
  amendments: Amendment[];
}

export const amendConfirmed = actOn<OnAmendments>()('amend_confirmed', {
  place: { page: '/t/:tournament/desk/closing', at: 'the amendment of a confirmed event' },
  title: ({ amendments }) => (amendments.length > 0 ? t('closing.amend', { count: amendments.length }) : t('closing.amendments')),
  fields: { reason: reason(500, 'closing.amend.reason') },
  blocked: ({ amendments }) => (amendments.length > 0 ? null : t('closing.amend.none')),
  ask: (_, { tournament, amendments }) => ({
    title: t('closing.amend.ask', { version: tournament.ranking_version + 1 }),
    text: t('closing.amend.text', { version: tournament.ranking_version }),
    agree: t('closing.amend', { count: amendments.length }),
  }),
  path: ofEvent,
  body: ({ reason }, { amendments }) => ({ results: amendments, reason }),
});
