import { t } from '../../i18n';
import { countryName } from '../../i18n/countries';
import { account } from '../kit/accounts';
import { actOn } from '../kit/act';
import { askedIf, type Known } from '../kit/field';
import { choice, country, day, reason, tick } from '../kit/fields';
import { ofEvent, type OnEvent } from '../kit/subjects';
import { accountName } from './fields';
import type { OnInvited, OnNation } from './subjects';

const PAGE = '/t/:tournament/desk/entrants?part=admission';
const ofNation = ({ event, nation }: OnNation): { tournament_id: string; country: string } => ({
  tournament_id: event.id,
  country: nation.country,
});
const nameOf = ({ nation }: OnNation): string => countryName(nation.country);

const isNoMember = (known: Known): boolean => known['member'] === false;
const isDecided = (known: Known): boolean => isNoMember(known) && known['decision'] !== 'open';

export const enterNation = actOn<OnEvent>()('enter_nation', {
  place: { page: PAGE, at: 'Enter a nation' },
  title: () => t('entrant.nation'),
  fields: {
    country: country<OnEvent>({ label: 'entrants.country' }),
    sends: choice<'team' | 'one', OnEvent>({
      label: 'entrant.nation.sends',
      options: { team: 'entrant.nation.team', one: 'entrant.nation.one' },
    }),
    host: tick<OnEvent>({ label: 'entrant.nation.host' }),
    member: tick<OnEvent>({ label: 'entrant.nation.member', initial: true }),
    applied_on: askedIf(isNoMember, day<OnEvent>({ label: 'entrant.nation.applied' })),
    decision: askedIf(
      isNoMember,
      choice<'open' | 'admitted' | 'refused', OnEvent>({
        label: 'entrant.nation.decision',
        options: { open: 'entrant.nation.open', admitted: 'entrant.nation.admitted', refused: 'entrant.nation.refused' },
      }),
    ),
    decided_on: askedIf(isDecided, day<OnEvent>({ label: 'entrant.nation.decided' })),
  },
  name: (values) => t('entrant.nation.do', { nation: countryName(values.country) }),
  path: ofEvent,
  body: (values) => ({
    country: values.country,
    contact_person: values.sends === 'one',
    host: values.host,
    non_member: !values.member,
    ...(values.member
      ? {}
      : {
          applied_on: values.applied_on ?? null,
          decided_on: values.decided_on ?? null,
          admitted: values.decision === 'admitted',
        }),
  }),
});

export const removeNation = actOn<OnNation>()('remove_nation', {
  place: { page: PAGE, at: 'a nation’s row' },
  title: (subject) => t('entrant.nation.remove', { nation: nameOf(subject) }),
  fields: {},
  blocked: ({ tournament, nation }) =>
    tournament.entrants.some((one) => one.country === nation.country && one.withdrawn_from_round === 0)
      ? t('entrant.blocked.has_players')
      : null,
  ask: (_, subject) => ({
    title: t('entrant.nation.remove', { nation: nameOf(subject) }),
    text: t('entrant.nation.remove.text'),
    agree: t('entrant.nation.remove', { nation: nameOf(subject) }),
  }),
  path: ofNation,
  danger: true,
});

export const decideNation = actOn<OnNation>()('decide_nation', {
  place: { page: PAGE, at: 'a nation’s row' },
  title: (subject) => t('entrant.nation.decide', { nation: nameOf(subject) }),
  fields: {
    decision: choice<'admitted' | 'refused', OnNation>({
      label: 'entrant.nation.decision',
      options: { admitted: 'entrant.nation.admitted', refused: 'entrant.nation.refused' },
    }),
    decided_on: day<OnNation>({ label: 'entrant.nation.decided' }),
  },
  name: ({ decision }, subject) =>
    t(decision === 'admitted' ? 'entrant.nation.admit' : 'entrant.nation.refuse', { nation: nameOf(subject) }),
  blocked: ({ nation }) => (nation.non_member ? null : t('entrant.blocked.member')),
  path: ofNation,
  body: ({ decision, decided_on }) => ({ decided_on, admitted: decision === 'admitted' }),
});

export const permitLateChange = actOn<OnNation>()('permit_late_change', {
  place: { page: PAGE, at: 'a nation’s row' },
  title: (subject) => t('entrant.nation.permit', { nation: nameOf(subject) }),
  fields: { reason: reason<OnNation>() },
  blocked: ({ tournament, nation }) => (tournament.late_changes_permitted.includes(nation.country) ? t('entrant.blocked.permitted') : null),
  name: (_, subject) => t('entrant.nation.permit', { nation: nameOf(subject) }),
  path: ofNation,
  body: ({ reason: why }) => ({ reason: why }),
});

export const invite = actOn<OnEvent>()('invite_entrant', {
  place: { page: PAGE, at: 'Invitations' },
  title: () => t('entrant.invite'),
  fields: { account: account<OnEvent>('entrant.account') },
  name: ({ account: who }) => t('entrant.invite.do', { name: accountName(who) }),
  path: ofEvent,
  body: ({ account: who }) => ({ account_id: who }),
});

export const revokeInvitation = actOn<OnInvited>()('revoke_invitation', {
  place: { page: PAGE, at: 'who is invited' },
  title: ({ account: who }) => t('entrant.invite.revoke', { name: accountName(who) }),
  fields: {},
  path: ({ event, account: who }) => ({ tournament_id: event.id, account_id: who }),
});
