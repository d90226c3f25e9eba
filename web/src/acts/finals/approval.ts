import { session } from '../../contract/session.svelte';
import { t } from '../../i18n';
import { actOn } from '../kit/act';
import { reason } from '../kit/fields';
import { ofEvent, type OnEvent } from '../kit/subjects';

const PLACE = { page: '/t/:tournament/documents', at: 'beside the rating file; also /t/:tournament/desk/closing' };
const administers = (): string | null => (session.account?.administrator ? null : t('closing.administrators'));

export const approveEvent = actOn<OnEvent>()('approve_event', {
  deed: null,
  place: PLACE,
  title: ({ tournament }) => t(tournament.lapsed_approval ? 'closing.approve.renew' : 'closing.approve'),
  fields: { reason: reason(500) },
  blocked: ({ tournament }) => {
    if (tournament.approval) return administers() ?? t('closing.approve.given');
    const count = unsigned(tournament);
    return administers() ?? (count > 0 ? t('closing.approve.unsigned', { count }) : null);
  },
  path: ofEvent,
  body: ({ reason }) => ({ reason }),
});

export const withdrawApproval = actOn<OnEvent>()('withdraw_approval', {
  deed: null,
  place: PLACE,
  title: () => t('closing.withdraw'),
  fields: { reason: reason(500) },
  blocked: ({ tournament }) => administers() ?? (tournament.approval ? null : t('closing.withdraw.none')),
  path: ofEvent,
  body: ({ reason }) => ({ reason }),
  danger: true,
});

export const declareOverTheBoard = actOn<OnEvent>()('declare_over_the_board', {
  place: PLACE,
  title: ({ tournament }) => t('closing.sign', { count: unsigned(tournament) }),
  fields: { reason: reason(500) },
  blocked: ({ tournament }) => (unsigned(tournament) > 0 ? null : t('closing.sign.none')),
  path: ofEvent,
  body: ({ reason }) => ({ reason }),
});

const unsigned = (tournament: OnEvent['tournament']): number => tournament.results_without_game.filter((one) => !one.over_the_board).length;
