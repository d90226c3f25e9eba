import { entryRules } from '../../event/entry-rules';
import { t } from '../../i18n';
import { fullName } from '../../i18n/names';
import { actOn } from '../kit/act';
import { askedIf, optional } from '../kit/field';
import { choice, lines, minutes, text, tick } from '../kit/fields';
import { ofEntrant, type OnEntrant } from '../kit/subjects';
import { account, representationFields, representationOf } from './fields';
import type { OnEntry } from './subjects';

const PLACE = { page: '/t/:tournament/desk/entrants', at: 'an entrant’s acts' } as const;
const touches = ({ entrant }: OnEntrant): string[] => [entrant.id];
const gone = ({ entrant }: OnEntrant): string | null =>
  entrant.withdrawn_from_round > 0 ? t('entrants.withdrawn', { round: entrant.withdrawn_from_round }) : null;

const asks = ({ tournament }: OnEntrant) => {
  const { entry, teams } = entryRules(tournament);
  return { representation: teams.citizens_or_residents, acceptance: entry.acceptance === 'asked', members: entry.computers.members_only };
};
const asksMembers = (subject: OnEntrant): boolean => subject.entrant.computer && asks(subject).members;

/** Whether the rules ask an entrant for something that they have not declared. */
export function declarationDue(subject: OnEntry): boolean {
  const { facts } = subject;
  if (!facts) return false;
  const { representation, acceptance } = asks(subject);
  const members = asksMembers(subject) && !(facts.computer_member && facts.operator_member);
  return (representation && !facts.representation) || (acceptance && !facts.accepted) || members;
}

export const declare = actOn<OnEntry>()('declare_entry', {
  place: PLACE,
  title: ({ entrant }) => t('entrant.declare', { name: fullName(entrant) }),
  fields: {
    ...representationFields<OnEntry>((_, subject) => asks(subject).representation),
    computer_member: askedIf((_, subject) => asksMembers(subject), tick<OnEntry>({ label: 'entrant.computer_member' })),
    operator_member: askedIf((_, subject) => asksMembers(subject), tick<OnEntry>({ label: 'entrant.operator_member' })),
    accepts: askedIf((_, subject) => asks(subject).acceptance, tick<OnEntry>({ label: 'entrant.accepts' })),
    word: askedIf(
      (known, subject) => asks(subject).acceptance && known['accepts'] === true,
      text<OnEntry>({ label: 'entrant.word', hint: 'entrant.word.hint', most: 500 }),
    ),
  },
  name: (_, { entrant }) => t('entrant.declare.do', { name: fullName(entrant) }),
  blocked: (subject) => {
    const { representation, acceptance } = asks(subject);
    return representation || acceptance || asksMembers(subject) ? null : t('entrant.blocked.nothing_asked');
  },
  touches,
  path: ofEntrant,
  body: (values) => {
    const representation = representationOf(values);
    return {
      ...(representation && { representation }),
      ...(values.computer_member && { computer_member: true }),
      ...(values.operator_member && { operator_member: true }),
      ...(values.accepts && { accept_rules: true, rules_accepted_on_word_of: values.word ?? null }),
    };
  },
});

const isPaid = ({ facts }: OnEntry): boolean => facts?.fee?.paid === true;

export const noteFee = actOn<OnEntry>()('note_fee', {
  place: PLACE,
  title: (subject) => t(isPaid(subject) ? 'entrant.fee.unpaid' : 'entrant.fee.paid', { name: fullName(subject.entrant) }),
  fields: {},
  touches,
  path: ofEntrant,
  body: (_, subject) => ({ paid: !isPaid(subject) }),
});

export const noteAgreement = actOn<OnEntry>()('note_federation_agreement', {
  place: PLACE,
  title: ({ entrant }) => t('entrant.agreement', { name: fullName(entrant) }),
  fields: {
    answer: choice<'agrees' | 'refuses', OnEntry>({
      label: 'entrant.agreement.answer',
      options: { agrees: 'entrant.agreement.yes', refuses: 'entrant.agreement.no' },
    }),
    said_by: text<OnEntry>({ label: 'entrant.agreement.said_by', hint: 'entrant.agreement.hint', most: 500 }),
  },
  name: ({ answer }, { entrant }) =>
    t(answer === 'agrees' ? 'entrant.agreement.do' : 'entrant.agreement.do_not', { name: fullName(entrant) }),
  touches,
  path: ofEntrant,
  body: ({ answer, said_by }) => ({ agrees: answer === 'agrees', said_by }),
});

/** What a player needs, or that they need it no longer. */
export const accommodation = {
  grant: actOn<OnEntry>()('grant_accommodation', {
    place: PLACE,
    title: ({ entrant }) => t('entrant.accommodation', { name: fullName(entrant) }),
    fields: {
      extra: optional(minutes<OnEntry>({ label: 'entrant.accommodation.extra', most: 120 })),
      sight: tick<OnEntry>({ label: 'entrant.accommodation.sight' }),
      assistant: optional(account<OnEntry>('entrant.accommodation.assistant', 'entrant.accommodation.assistant.hint')),
    },
    name: ({ extra }, { entrant }) =>
      extra === null
        ? t('entrant.accommodation.do', { name: fullName(entrant) })
        : t('entrant.accommodation.do.extra', { count: extra / 60_000, name: fullName(entrant) }),
    blocked: gone,
    touches,
    path: ofEntrant,
    body: ({ extra, sight, assistant }) => ({ extra_ms: extra ?? 0, sight_impaired: sight, assistant_account_id: assistant }),
    accepts: { departure_unconfirmed: 'accept_deviations' },
  }),
  take_back: actOn<OnEntry>()('grant_accommodation', {
    place: PLACE,
    title: ({ entrant }) => t('entrant.accommodation.end', { name: fullName(entrant) }),
    fields: {},
    blocked: (subject) => gone(subject) ?? (subject.accommodation ? null : t('entrant.blocked.no_accommodation')),
    touches,
    path: ofEntrant,
    body: () => ({}),
  }),
} as const;

const isProgram = ({ entrant }: OnEntrant): string | null => (entrant.computer ? null : t('entrant.blocked.person'));

export const setParameters = actOn<OnEntrant>()('set_computer_parameters', {
  place: PLACE,
  title: ({ entrant }) => t('entrant.parameters', { name: fullName(entrant) }),
  fields: { parameters: lines<OnEntrant>({ label: 'entrant.parameters.label', most: 500 }) },
  name: (_, { entrant }) => t('entrant.parameters', { name: fullName(entrant) }),
  blocked: (subject) => gone(subject) ?? isProgram(subject),
  touches,
  path: ofEntrant,
  body: ({ parameters }) => ({ parameters }),
});

const isPerson = (subject: OnEntrant): string | null => {
  if (subject.entrant.computer) return t('entrant.blocked.computer');
  return entryRules(subject.tournament).entry.computers.may_be_refused ? null : t('entrant.blocked.not_refusable');
};

export const refuseComputers = actOn<OnEntrant>()('refuse_computers', {
  place: PLACE,
  title: ({ entrant }) => t('entrant.computers.refuse', { name: fullName(entrant) }),
  fields: { rather: tick<OnEntrant>({ label: 'entrant.computers.rather' }) },
  name: (_, { entrant }) => t('entrant.computers.refuse', { name: fullName(entrant) }),
  blocked: (subject) => gone(subject) ?? isPerson(subject),
  touches,
  path: ofEntrant,
  body: ({ rather }) => ({ rather_than_bye: rather }),
});

export const acceptComputers = actOn<OnEntrant>()('accept_computers', {
  place: PLACE,
  title: ({ entrant }) => t('entrant.computers.accept', { name: fullName(entrant) }),
  fields: {},
  blocked: (subject) => gone(subject) ?? isPerson(subject),
  touches,
  path: ofEntrant,
});
