import { accountNames } from '../../contract/account-names.svelte';
import { offices } from '../../contract/offices.svelte';
import { session } from '../../contract/session.svelte';
import { t } from '../../i18n';
import { account } from '../kit/accounts';
import { actOn } from '../kit/act';
import { optional, startingWith, taken, type Field } from '../kit/field';
import { reason, text } from '../kit/fields';
import type { OnFederation, OnMember } from './subjects';

const place = (at: string): { page: string; at: string } => ({ page: '/federations', at });
const LONGEST_REASON = 500;
const LONGEST_NAME = 100;
const CODE = /^[A-Z]{3,8}$/;
const NATION = /^[A-Z]{3}$/;

/** Nothing is there yet. */
type OnNothing = object;

const administers = (): string | null => (session.account?.administrator ? null : t('federations.blocked.administrators'));
/** Whether whoever looks is a rating officer of that federation. */
const isOffice = ({ federation }: OnFederation): string | null =>
  offices.federations.some(({ code }) => code === federation.code) ? null : t('federations.blocked.officers');
const ofCode = ({ federation }: OnFederation): { code: string } => ({ code: federation.code });

function code<S>(): Field<string, S> {
  const field = text<S>({ label: 'federations.code', hint: 'federations.code.hint', most: 8, placeholder: 'DNK' });
  return {
    ...field,
    read: (raw, subject, known) => {
      const read = field.read(raw, subject, known);
      if (!read.ok) return read;
      const code = read.value.toUpperCase();
      return CODE.test(code) ? taken(code) : { ok: false, why: t('federations.code.bad') };
    },
  };
}

/** The nations of a confederation, by their codes with blanks or commas between. */
function members<S>(): Field<string[] | null, S> {
  const field = text<S>({ label: 'federations.members', hint: 'federations.members.hint', most: 1_300, placeholder: 'DNK, NOR, SWE' });
  return optional({
    ...field,
    read: (raw, subject, known) => {
      const read = field.read(raw, subject, known);
      if (!read.ok) return read;
      const codes = [
        ...new Set(
          read.value
            .toUpperCase()
            .split(/[\s,;]+/)
            .filter(Boolean),
        ),
      ];
      return codes.every((one) => NATION.test(one)) ? taken(codes) : { ok: false, why: t('federations.members.bad') };
    },
  });
}

export const registerFederation = actOn<OnNothing>()('register_federation', {
  deed: null,
  place: place('Make a federation known'),
  title: () => t('federations.register'),
  fields: {
    code: code<OnNothing>(),
    name: text<OnNothing>({ label: 'federations.name', most: LONGEST_NAME }),
    members: members<OnNothing>(),
  },
  name: ({ code }) => t('federations.register.do', { code }),
  blocked: administers,
  path: () => ({}),
  body: ({ code, name, members }) => ({ code, name, members: members ?? [] }),
});

export const changeFederation = actOn<OnFederation>()('change_federation', {
  deed: null,
  place: place('a federation'),
  title: ({ federation }) => t('federations.change', { code: federation.code }),
  fields: {
    name: startingWith(
      ({ federation }: OnFederation) => federation.name,
      text<OnFederation>({ label: 'federations.name', most: LONGEST_NAME }),
    ),
    members: startingWith(({ federation }: OnFederation) => federation.members.join(', '), members<OnFederation>()),
  },
  blocked: administers,
  path: ofCode,
  body: ({ name, members }) => ({ name, members: members ?? [] }),
});

export const appointRatingOfficer = actOn<OnFederation>()('appoint_rating_officer', {
  deed: null,
  place: place('the officers of a federation'),
  title: ({ federation }) => t('federations.appoint', { code: federation.code }),
  fields: { account: account<OnFederation>('federations.account') },
  name: ({ account: who }, { federation }) => t('federations.appoint.do', { name: accountNames.of(who), code: federation.code }),
  blocked: administers,
  path: ({ federation }, { account: who }) => ({ code: federation.code, account_id: who }),
  body: () => ({}),
});

export const dismissRatingOfficer = actOn<OnMember>()('dismiss_rating_officer', {
  deed: null,
  place: place('a rating officer’s row'),
  title: ({ name }) => t('federations.dismiss', { name }),
  fields: {},
  blocked: administers,
  ask: (_, { name, federation }) => ({
    title: t('federations.dismiss.ask', { name }),
    text: t('federations.dismiss.text', { federation: federation.name }),
    agree: t('federations.dismiss', { name }),
  }),
  path: ({ federation, account: who }) => ({ code: federation.code, account_id: who }),
  body: () => ({}),
  danger: true,
});

/** Somebody whom the officer finds, or a certain one: the director of an event. */
export const approveDirector = {
  found: actOn<OnFederation>()('approve_director', {
    deed: null,
    place: place('the approved directors of a federation'),
    title: ({ federation }) => t('federations.approve', { code: federation.code }),
    fields: { account: account<OnFederation>('federations.account'), reason: reason(LONGEST_REASON, 'federations.approve.reason') },
    name: ({ account: who }, { federation }) => t('federations.approve.do', { name: accountNames.of(who), code: federation.code }),
    blocked: isOffice,
    unfit: ({ account: who }) => (who === session.account?.id ? t('federations.blocked.oneself') : null),
    path: ({ federation }, { account: who }) => ({ code: federation.code, account_id: who }),
    body: ({ reason }) => ({ reason }),
  }),
  of_event: actOn<OnMember>()('approve_director', {
    deed: null,
    place: { page: '/rating-office?event=:tournament', at: 'the check of an event whose director nobody approved' },
    title: ({ federation, name }) => t('federations.approve.do', { name, code: federation.code }),
    fields: { reason: reason(LONGEST_REASON, 'federations.approve.reason') },
    blocked: (subject) => isOffice(subject) ?? (subject.account === session.account?.id ? t('federations.blocked.oneself') : null),
    path: ({ federation, account: who }) => ({ code: federation.code, account_id: who }),
    body: ({ reason }) => ({ reason }),
  }),
} as const;

export const withdrawDirector = actOn<OnMember>()('withdraw_director', {
  deed: null,
  place: place('an approved director’s row'),
  title: ({ name }) => t('federations.withdraw', { name }),
  fields: { reason: reason(LONGEST_REASON) },
  blocked: isOffice,
  path: ({ federation, account: who }) => ({ code: federation.code, account_id: who }),
  body: ({ reason }) => ({ reason }),
  danger: true,
});
