import { t } from '../../i18n';
import { fullName } from '../../i18n/names';
import { settleClaim } from '../entrants/claim';
import type { Act } from '../kit/act';
import type { OnEntrant } from '../kit/subjects';
import { notYours } from './rating-file';
import type { OnNumber } from './subjects';

const place = { page: '/rating-office?event=:tournament', at: 'below the checks, each entrant whose number is claimed or unknown' };

/** What is sent is what a director sends; who may is an officer without a part in the event, and nobody asks for an office in it. */
const atOffice = (act: Act<OnEntrant>, words: Partial<Act<OnNumber>>): Act<OnNumber> => ({
  ...act,
  deed: () => null,
  touches: () => [],
  blocked: notYours,
  place,
  ...words,
});

/** Who an entrant is in the players list, as a rating officer says it. */
export const settleNumber = {
  number_at_office: atOffice(settleClaim.number, {
    title: ({ entrant }) => t('office.number', { name: fullName(entrant) }),
    unfit: ({ number }, { entrant }) => (!entrant.claimed && number === entrant.federation_number ? t('office.number.stands') : null),
  }),
  none_at_office: atOffice(settleClaim.none, {
    blocked: (subject) =>
      subject.entrant.claimed || subject.entrant.confirmed_by !== null ? notYours(subject) : t('entrant.blocked.no_claim'),
  }),
} as const;
