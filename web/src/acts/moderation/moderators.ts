import { accountNames } from '../../contract/account-names.svelte';
import { session } from '../../contract/session.svelte';
import { say, t } from '../../i18n';
import { account } from '../kit/accounts';
import { actOn } from '../kit/act';
import type { OnModerator } from './subjects';

/** Whoever is named is chosen in the form. */
type OnNobodyYet = object;

const administers = (): string | null => (session.account?.administrator ? null : say('moderators.blocked.administrators'));

export const nameModerator = actOn<OnNobodyYet>()('name_moderator', {
  deed: null,
  place: { page: '/federations', at: 'Moderators of casual play' },
  title: () => say('moderators.name'),
  fields: { account: account<OnNobodyYet>('moderators.account') },
  name: ({ account: who }) => t('moderators.name.do', { name: accountNames.of(who) }),
  blocked: administers,
  path: (_, { account: who }) => ({ account_id: who }),
  body: () => ({}),
});

export const dismissModerator = actOn<OnModerator>()('dismiss_moderator', {
  deed: null,
  place: { page: '/federations', at: 'a moderator’s row' },
  title: ({ name }) => t('moderators.dismiss', { name }),
  fields: {},
  blocked: administers,
  ask: (_, { name }) => ({
    title: t('moderators.dismiss.ask', { name }),
    text: say('moderators.dismiss.text'),
    agree: t('moderators.dismiss', { name }),
  }),
  path: ({ account: who }) => ({ account_id: who }),
  body: () => ({}),
  danger: true,
});
