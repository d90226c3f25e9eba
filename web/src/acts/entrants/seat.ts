import { t } from '../../i18n';
import { fullName } from '../../i18n/names';
import { actOn } from '../kit/act';
import { ofEntrant } from '../kit/subjects';
import type { OnSeat } from './subjects';

/** A link by which somebody takes an entrant's seat: the first one, one more in place of the last, or one for a seat that is taken. */
export const issueLink = actOn<OnSeat>()('issue_seat_code', {
  place: { page: '/t/:tournament/desk/entrants', at: 'Make a seat link or New link, in an entrant’s row' },
  title: ({ entrant, sentUntilMs }) => {
    const name = fullName(entrant);
    if (entrant.seated) return t('entrants.seat.again_for', { name });
    return t(sentUntilMs === null ? 'entrants.seat.make_for' : 'entrants.seat.another_for', { name });
  },
  fields: {},
  blocked: ({ entrant }) => (entrant.withdrawn_from_round > 0 ? t('entrants.withdrawn', { round: entrant.withdrawn_from_round }) : null),
  touches: ({ entrant }) => [entrant.id],
  ask: (_, { entrant, sentUntilMs }) => {
    if (!entrant.seated && sentUntilMs === null) return null;
    const name = fullName(entrant);
    return {
      title: t('entrant.link.ask', { name }),
      text: entrant.seated ? t('entrant.link.taken', { name }) : t('entrant.link.sent'),
      agree: t('entrant.link.agree'),
    };
  },
  path: ofEntrant,
  done: (_, __, { entrant }) => t('entrant.link.done', { name: fullName(entrant) }),
});
