import { t } from '../../i18n';
import { actOn } from '../kit/act';
import { reason } from '../kit/fields';
import { ofEvent, type OnEvent } from '../kit/subjects';

export const declareOverTheBoard = actOn<OnEvent>()('declare_over_the_board', {
  place: { page: '/t/:tournament/documents', at: 'beside the rating file; also /t/:tournament/desk/closing' },
  title: ({ tournament }) => t('closing.sign', { count: unsigned(tournament) }),
  fields: { reason: reason(500) },
  blocked: ({ tournament }) => (unsigned(tournament) > 0 ? null : t('closing.sign.none')),
  path: ofEvent,
  body: ({ reason }) => ({ reason }),
});

const unsigned = (tournament: OnEvent['tournament']): number => tournament.results_without_game.filter((one) => !one.over_the_board).length;
