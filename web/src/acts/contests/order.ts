import { goesOn } from '../../event/contests';
import { say, t } from '../../i18n';
import { actOn } from '../kit/act';
import { oneOf } from '../kit/fields';
import { ofContest, type OnContest, type OnOwnContest } from './subjects';

const place = { page: '/contests/:contest', at: 'Keep order, for its founder and moderators' };

const nameOf = ({ entrants }: OnOwnContest, account: string): string =>
  entrants.find(({ player }) => player.account_id === account)?.player.display_name || say('account.nameless');

export const removeContestEntrant = actOn<OnOwnContest>()('remove_contest_entrant', {
  deed: null,
  place,
  title: () => say('contests.remove'),
  fields: {
    account: oneOf<OnOwnContest>({
      label: 'contests.remove.who',
      options: ({ entrants }) =>
        entrants
          .filter(({ removed }) => !removed)
          .map(({ player }) => ({ value: player.account_id, text: player.display_name || say('account.nameless') })),
    }),
  },
  name: ({ account }, subject) => t('contests.remove.do', { name: nameOf(subject, account) }),
  ask: ({ account }, subject) => ({
    title: t('contests.remove.ask', { name: nameOf(subject, account) }),
    text: say('contests.remove.text'),
    agree: t('contests.remove.do', { name: nameOf(subject, account) }),
  }),
  path: (subject, { account }) => ({ ...ofContest(subject), account_id: account }),
  danger: true,
});

export const endContest = actOn<OnContest>()('end_contest', {
  deed: null,
  place,
  title: () => say('contests.end'),
  fields: {},
  blocked: ({ contest }) => (goesOn(contest) ? null : say('contests.blocked.over')),
  ask: (_, { contest }) => ({
    title: t('contests.end.ask', { title: contest.title }),
    text: say('contests.end.text'),
    agree: say('contests.end'),
  }),
  path: ofContest,
  done: (_, __, { contest }) => t('contests.end.done', { title: contest.title }),
  danger: true,
});
