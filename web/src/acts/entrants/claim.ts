import { t } from '../../i18n';
import { fullName } from '../../i18n/names';
import { actOn } from '../kit/act';
import { startingWith } from '../kit/field';
import { count } from '../kit/fields';
import { ofEntrant, type OnEntrant } from '../kit/subjects';

const PAGE = '/t/:tournament/desk/entrants';

const claims = ({ entrant }: OnEntrant): string | null => (entrant.claimed ? null : t('entrant.blocked.no_claim'));

/** What an entrant says of the players list: the number is right or another one, or they do not stand on it. */
export const settleClaim = {
  number: actOn<OnEntrant>()('confirm_listed_player', {
    place: { page: PAGE, at: 'an entrant’s acts' },
    title: () => t('entrant.claim'),
    fields: {
      number: startingWith(
        ({ entrant }: OnEntrant) => `${entrant.federation_number}`,
        count<OnEntrant>({ label: 'entrants.number', least: 1, most: 999_999, hint: 'entrants.claim.text' }),
      ),
    },
    name: ({ number }, { entrant }) => t('entrant.claim.do', { name: fullName(entrant), number: `${number}` }),
    blocked: claims,
    touches: ({ entrant }) => [entrant.id],
    path: ofEntrant,
    body: ({ number }) => ({ federation_number: number }),
  }),
  none: actOn<OnEntrant>()('confirm_listed_player', {
    place: { page: PAGE, at: 'an entrant’s acts' },
    title: ({ entrant }) => t('entrant.claim.none', { name: fullName(entrant) }),
    fields: {},
    blocked: claims,
    touches: ({ entrant }) => [entrant.id],
    ask: (_, { entrant }) => ({
      title: t('entrant.claim.none', { name: fullName(entrant) }),
      text: t('entrant.claim.none.text'),
      agree: t('entrant.claim.none.do'),
    }),
    path: ofEntrant,
    body: () => ({ federation_number: null }),
  }),
} as const;
