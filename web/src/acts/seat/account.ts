import type { Account, ApiKey, ApiScope } from '../../contract/types';
import { say, t } from '../../i18n';
import { actOn } from '../kit/act';
import { optional } from '../kit/field';
import { moment, oneOf, secret, someOf, text } from '../kit/fields';

/** The own account, with the programs that it operates. */
export interface OnAccount {
  account: Account;
  programs: Account[];
}
export interface OnApiKey extends OnAccount {
  key: ApiKey;
}

/** An account that takes another name: the own one, or a program's. */
export interface OnNamed {
  account: Account;
}

const SCOPES: readonly ApiScope[] = ['read', 'play', 'direct', 'office'];
const MOST_NAME = 64;
const MOST_DISPLAY_NAME = 70;
const MOST_PASSWORD = 200;
const place = (at: string): { page: string; at: string } => ({ page: '/account', at });

export const issueApiKey = actOn<OnAccount>()('issue_api_key', {
  deed: null,
  place: place('API keys'),
  title: () => say('api_keys.issue'),
  fields: {
    name: text<OnAccount>({ label: 'api_keys.name', most: MOST_NAME }),
    account: oneOf<OnAccount>({
      label: 'api_keys.account',
      options: ({ account, programs }) => [account, ...programs].map((one) => ({ value: one.id, text: one.display_name })),
      initial: ({ account }) => account.id,
    }),
    scopes: someOf<OnAccount>({
      label: 'api_keys.scopes',
      options: () => SCOPES.map((scope) => ({ value: scope, text: t(`api_keys.scope.${scope}`) })),
      initial: () => ['read'],
      least: 1,
    }),
    expires: optional(moment<OnAccount>({ label: 'api_keys.expires' })),
    password: secret<OnAccount>({ label: 'api_keys.password', most: MOST_PASSWORD }),
  },
  name: ({ name }) => t('api_keys.issue.do', { name }),
  path: () => ({}),
  body: ({ account, name, scopes, expires, password }, subject) => ({
    account_id: account === subject.account.id ? null : account,
    name,
    scopes: scopes as ApiScope[],
    expires_at_ms: expires,
    password,
  }),
});

export const revokeApiKey = actOn<OnApiKey>()('revoke_api_key', {
  deed: null,
  place: place('API keys'),
  title: ({ key }) => t('api_keys.revoke', { name: key.name }),
  fields: {},
  blocked: ({ key }) => (key.revoked_at_ms === null ? null : say('api_keys.revoked')),
  ask: (_, { key }) => ({
    title: t('api_keys.revoke.ask', { name: key.name }),
    text: say('api_keys.revoke.text'),
    agree: say('api_keys.revoke.do'),
  }),
  path: ({ key }) => ({ id: key.id }),
  danger: true,
});

export const createProgram = actOn<OnAccount>()('create_program', {
  deed: null,
  place: place('Programs'),
  title: () => say('programs.create'),
  fields: { name: text<OnAccount>({ label: 'programs.name', most: MOST_NAME }) },
  name: ({ name }) => t('programs.create.do', { name }),
  path: () => ({}),
  body: ({ name }) => ({ display_name: name }),
});

const isOwn = ({ account }: OnNamed): boolean => account.operator_account_id === null;

export const renameAccount = actOn<OnNamed>()('rename_account', {
  deed: null,
  place: place('below the own name, and at each program'),
  title: (subject) => (isOwn(subject) ? say('account.rename') : t('account.rename.program', { name: subject.account.display_name })),
  fields: {
    name: text<OnNamed>({ label: 'account.rename.name', hint: 'account.rename.hint', most: MOST_DISPLAY_NAME }),
  },
  name: ({ name }) => t('account.rename.do', { name }),
  unfit: ({ name }, { account }) => (name === account.display_name ? say('account.rename.same') : null),
  path: () => ({}),
  body: ({ name }, subject) => ({ account_id: isOwn(subject) ? null : subject.account.id, display_name: name }),
});
