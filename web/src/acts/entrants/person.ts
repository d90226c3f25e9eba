import type { BodyOf } from '../../contract/call';
import { entryRules } from '../../event/entry-rules';
import { ruleText } from '../../event/result';
import { t } from '../../i18n';
import { fullName } from '../../i18n/names';
import { actOn } from '../kit/act';
import { askedIf, optional, startingWith, type Known } from '../kit/field';
import { country, reason, text, tick } from '../kit/fields';
import { ofEntrant, ofEvent, type OnEntrant, type OnEvent } from '../kit/subjects';
import {
  CATEGORY_NAMES,
  categories,
  categoriesOf,
  federationNumber,
  givenNames,
  rating,
  representationFields,
  representationOf,
  surname,
} from './fields';

const PAGE = '/t/:tournament/desk/entrants';
const WORD = 500;

const isComputer = (known: Known): boolean => known['computer'] === true;
const asksRepresentation = (_: Known, { tournament }: OnEvent): boolean => entryRules(tournament).teams.citizens_or_residents;
const asksMembership = (known: Known, { tournament }: OnEvent): boolean =>
  isComputer(known) && entryRules(tournament).entry.computers.members_only;
const asksAcceptance = (_: Known, { tournament }: OnEvent): boolean => entryRules(tournament).entry.acceptance === 'asked';

/** Refusals of an entry that are questions. */
const QUESTIONS = { departure_unconfirmed: 'accept_deviations', same_person: 'accept_same_person' } as const;

export const register = actOn<OnEvent>()('register_entrant', {
  place: { page: PAGE, at: 'Enter by hand, the players list and the pasted list' },
  title: () => t('entrants.by_hand'),
  fields: {
    given_names: givenNames(),
    surname: surname(),
    country: country<OnEvent>({ label: 'entrants.country', initial: ({ tournament }) => tournament.summary.country }),
    rating: rating(),
    number: federationNumber(),
    categories: categories(),
    ...representationFields<OnEvent>(asksRepresentation),
    additional: askedIf(
      (known, { tournament }) =>
        entryRules(tournament).teams.host_additional_player &&
        tournament.nations.some((one) => one.host && one.country === known['country']),
      tick<OnEvent>({ label: 'entrant.additional' }),
    ),
    computer: tick<OnEvent>({ label: 'entrants.computer' }),
    operator: askedIf(isComputer, optional(text<OnEvent>({ label: 'entrant.operator', most: 140 }))),
    computer_member: askedIf(asksMembership, tick<OnEvent>({ label: 'entrant.computer_member' })),
    operator_member: askedIf(asksMembership, tick<OnEvent>({ label: 'entrant.operator_member' })),
    word: askedIf(asksAcceptance, optional(text<OnEvent>({ label: 'entrant.word', hint: 'entrant.word.hint', most: WORD }))),
  },
  name: () => t('entrants.add'),
  path: ofEvent,
  body: (values) => newEntrant(values, values),
  accepts: QUESTIONS,
  done: (answer, values) =>
    t(answer?.waiting ? 'entrant.waits' : 'entrants.added', {
      name: fullName({ surname: values.surname, given_names: values.given_names ?? '' }),
    }),
});

interface Person {
  surname: string;
  given_names: string | null;
  country: string;
  rating: number | null;
  number: number | null;
  categories: string[];
}
interface Declared {
  additional: boolean | undefined;
  computer: boolean;
  operator: string | null | undefined;
  computer_member: boolean | undefined;
  operator_member: boolean | undefined;
  word: string | null | undefined;
}

function newEntrant(person: Person, declared: Declared & Parameters<typeof representationOf>[0]): BodyOf<'register_entrant'> {
  const representation = representationOf(declared);
  return {
    surname: person.surname,
    given_names: person.given_names ?? '',
    country: person.country,
    ...(person.rating !== null && { rating: person.rating }),
    ...(person.number !== null && { federation_number: person.number }),
    ...(person.categories.length > 0 && { categories: categoriesOf(person.categories) }),
    ...(representation && { representation }),
    ...(declared.additional && { additional: true }),
    ...(declared.computer && { computer: true }),
    ...(declared.operator && { operator: declared.operator }),
    ...(declared.computer_member && { computer_member: true }),
    ...(declared.operator_member && { operator_member: true }),
    ...(declared.word && { rules_accepted_on_word_of: declared.word }),
  };
}

/** What the register act needs to be told of somebody who stands on a list already. */
export const listed = (person: Person, known: Known = {}): Known => ({ computer: false, ...known, ...person });

const already = ({ entrant }: OnEntrant): string[] => CATEGORY_NAMES.filter((one) => entrant.categories?.[one]);

export const correct = actOn<OnEntrant>()('correct_entrant', {
  place: { page: PAGE, at: 'Correct, in an entrant’s row' },
  title: ({ entrant }) => t('entrants.correct_who', { name: fullName(entrant) }),
  fields: {
    given_names: startingWith(({ entrant }: OnEntrant) => entrant.given_names, givenNames<OnEntrant>()),
    surname: startingWith(({ entrant }: OnEntrant) => entrant.surname, surname<OnEntrant>()),
    country: country<OnEntrant>({ label: 'entrants.country', initial: ({ entrant }) => entrant.country }),
    rating: startingWith(({ entrant }: OnEntrant) => (entrant.rating > 0 ? `${entrant.rating}` : ''), rating<OnEntrant>()),
    categories: categories<OnEntrant>(already),
    ...representationFields<OnEntrant>(
      (known, { tournament, entrant }) => entryRules(tournament).teams.citizens_or_residents && known['country'] !== entrant.country,
    ),
    reason: reason<OnEntrant>(WORD, 'entrants.correct.reason'),
  },
  name: () => t('entrants.correct.do'),
  touches: ({ entrant }) => [entrant.id],
  path: ofEntrant,
  body: (values) => {
    const representation = representationOf(values);
    return {
      surname: values.surname,
      given_names: values.given_names ?? '',
      country: values.country,
      rating: values.rating ?? 0,
      categories: categoriesOf(values.categories),
      reason: values.reason,
      ...(representation && { representation }),
    };
  },
  accepts: QUESTIONS,
  done: (_, values) => t('entrants.correct.done', { name: fullName({ surname: values.surname, given_names: values.given_names ?? '' }) }),
});

export const remove = actOn<OnEntrant>()('remove_entrant', {
  place: { page: PAGE, at: 'Remove, in an entrant’s row before round 1' },
  title: ({ entrant }) => t('entrants.remove_who', { name: fullName(entrant) }),
  fields: {},
  touches: ({ entrant }) => [entrant.id],
  ask: (_, { entrant }) => ({
    title: t('entrant.remove.ask', { name: fullName(entrant) }),
    text: t('entrant.remove.text'),
    agree: t('entrants.remove_who', { name: fullName(entrant) }),
  }),
  path: ofEntrant,
  danger: true,
});

/** The paragraph by which nobody comes back, where the event follows a text that has one. */
export function withdrawalRule(ruleSet: string): string | null {
  const text = ruleText(ruleSet);
  return text === 'EGP' ? 'EGP II.6' : text === 'WOC' ? 'WOC II.7' : null;
}

export const withdraw = actOn<OnEntrant>()('withdraw_entrant', {
  place: { page: PAGE, at: 'Withdraw, in an entrant’s row' },
  title: ({ entrant }) => t('entrants.withdraw_who', { name: fullName(entrant) }),
  fields: {},
  blocked: ({ entrant }) => (entrant.withdrawn_from_round > 0 ? t('entrants.withdrawn', { round: entrant.withdrawn_from_round }) : null),
  touches: ({ entrant }) => [entrant.id],
  ask: (_, { entrant, tournament }) => ({
    title: t('entrant.withdraw.ask', { name: fullName(entrant) }),
    text: t('entrant.withdraw.text', { name: fullName(entrant) }),
    rule: withdrawalRule(tournament.summary.rule_set),
    agree: t('entrants.withdraw.do', { name: fullName(entrant) }),
  }),
  path: ofEntrant,
  danger: true,
});
