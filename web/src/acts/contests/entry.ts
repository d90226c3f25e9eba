import { goesOn } from '../../event/contests';
import { say, t } from '../../i18n';
import { actOn } from '../kit/act';
import { ofContest, type OnContest } from './subjects';

const place = { page: '/contests/:contest', at: 'below the rules' };
const isOver = ({ contest }: OnContest): string | null => (goesOn(contest) ? null : say('contests.blocked.over'));

export const joinContest = actOn<OnContest>()('join_contest', {
  deed: null,
  place,
  title: () => say('contests.join'),
  fields: {},
  blocked: isOver,
  path: ofContest,
  done: (_, __, { contest }) => t('contests.join.done', { title: contest.title }),
});

export const leaveContest = actOn<OnContest>()('leave_contest', {
  deed: null,
  place,
  title: () => say('contests.leave'),
  fields: {},
  blocked: isOver,
  ask: (_, { contest }) => ({
    title: t('contests.leave.ask', { title: contest.title }),
    text: t(`contests.leave.text.${contest.kind}`),
    agree: say('contests.leave'),
  }),
  path: ofContest,
  done: (_, __, { contest }) => t('contests.leave.done', { title: contest.title }),
});
