import { namedText } from '../../event/casual';
import { goesOn } from '../../event/contests';
import { say, t } from '../../i18n';
import { actOn } from '../kit/act';
import { askedIf, type Field } from '../kit/field';
import { oneOf, reason } from '../kit/fields';
import { ofContest, type OnKeptContest, type OnOwnContest } from './subjects';

const place = { page: '/contests/:contest', at: 'Keep order, for its founder and moderators' };

/** What the moderators’ log says of it; whoever founded the contest owes no reason. */
const why = <S extends OnKeptContest>(): Field<string | undefined, S> => askedIf((_, { founded }) => !founded, reason<S>());
const saying = (told: string | undefined): { reason?: string } => (told === undefined ? {} : { reason: told });

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
        entrants.filter(({ removed }) => !removed).map(({ player }) => ({ value: player.account_id, text: namedText(player) })),
    }),
    reason: why<OnOwnContest>(),
  },
  name: ({ account }, subject) => t('contests.remove.do', { name: nameOf(subject, account) }),
  ask: ({ account }, subject) => ({
    title: t('contests.remove.ask', { name: nameOf(subject, account) }),
    text: say('contests.remove.text'),
    agree: t('contests.remove.do', { name: nameOf(subject, account) }),
  }),
  path: (subject, { account }) => ({ ...ofContest(subject), account_id: account }),
  body: ({ reason: told }) => saying(told),
  danger: true,
});

/** Of what is over a moderator takes the name: its founder may have ended it so that it stays in the lists. */
const takesName = ({ contest, founded }: OnKeptContest): boolean => !founded && !goesOn(contest) && contest.title !== '';

export const endContest = actOn<OnKeptContest>()('end_contest', {
  deed: null,
  place,
  title: (subject) => say(takesName(subject) ? 'contests.unname' : 'contests.end'),
  fields: { reason: why<OnKeptContest>() },
  blocked: (subject) => (goesOn(subject.contest) || takesName(subject) ? null : say('contests.blocked.over')),
  ask: (_, subject) => {
    const { title } = subject.contest;
    if (takesName(subject))
      return { title: t('contests.unname.ask', { title }), text: say('contests.unname.text'), agree: say('contests.unname') };
    return {
      title: t('contests.end.ask', { title }),
      text: say(subject.founded ? 'contests.end.text' : 'contests.end.text.moderator'),
      agree: say('contests.end'),
    };
  },
  path: ofContest,
  body: ({ reason: told }) => saying(told),
  done: (_, __, subject) => (takesName(subject) ? say('contests.unname.done') : t('contests.end.done', { title: subject.contest.title })),
  danger: true,
});
