import { t } from '../../i18n';
import { fullName } from '../../i18n/names';
import { actOn } from '../kit/act';
import { askedIf, startingWith } from '../kit/field';
import { country, tick } from '../kit/fields';
import { ofEvent } from '../kit/subjects';
import { categories, categoriesOf, federationNumber, givenNames, representationFields, representationOf, surname } from './fields';
import type { OnTerms } from './subjects';

/** The last word of a name, and what stands before it. */
const wordsOf = ({ displayName }: OnTerms): string[] => displayName.trim().split(/\s+/);

export const enter = actOn<OnTerms>()('enter_tournament', {
  deed: null,
  place: { page: '/t/:tournament/entry', at: 'the form' },
  title: ({ tournament }) => t('self_entry.do', { event: tournament.summary.name }),
  fields: {
    given_names: startingWith((subject: OnTerms) => wordsOf(subject).slice(0, -1).join(' '), givenNames<OnTerms>()),
    surname: startingWith((subject: OnTerms) => wordsOf(subject).at(-1) ?? '', surname<OnTerms>()),
    country: country<OnTerms>({ label: 'self_entry.country' }),
    number: { ...federationNumber<OnTerms>(), hint: () => t('self_entry.number.hint') },
    categories: categories<OnTerms>(),
    ...representationFields<OnTerms>((_, { terms }) => terms.asks_representation),
    accepts: askedIf((_, { terms }) => terms.acceptance === 'asked', tick<OnTerms>({ label: 'self_entry.accepts', must: true })),
  },
  name: (values) => t('self_entry.do.as', { name: fullName({ surname: values.surname, given_names: values.given_names ?? '' }) }),
  path: ofEvent,
  body: (values) => {
    const representation = representationOf(values);
    return {
      surname: values.surname,
      given_names: values.given_names ?? '',
      country: values.country,
      federation_number: values.number,
      ...(values.categories.length > 0 && { categories: categoriesOf(values.categories) }),
      ...(representation && { representation }),
      ...(values.accepts && { accept_rules: true }),
    };
  },
  done: (answer) => t(answer?.waiting ? 'self_entry.done.waiting' : 'self_entry.done'),
});
