import { say, t } from '../../i18n';
import { actOn } from '../kit/act';
import { ofContest, type OnChallenge, type OnLadderPlace } from './subjects';

const place = (at: string): { page: string; at: string } => ({ page: '/contests/:contest', at });
const called = ({ entrant }: OnLadderPlace): { name: string } => ({ name: entrant.player.display_name });

export const challengeOnLadder = actOn<OnLadderPlace>()('challenge_on_ladder', {
  deed: null,
  place: place('each row of the ladder within reach'),
  title: (subject) => t('contests.challenge', called(subject)),
  fields: {},
  blocked: ({ challenge }) => (challenge === null ? null : say('contests.blocked.challenged')),
  path: ofContest,
  body: (_, { entrant }) => ({ account_id: entrant.player.account_id }),
  done: (_, __, subject) => t('contests.challenge.done', called(subject)),
});

export const withdrawLadderChallenge = actOn<OnChallenge>()('withdraw_ladder_challenge', {
  deed: null,
  place: place('the own challenge, by who challenged'),
  title: () => say('contests.withdraw'),
  fields: {},
  ask: () => ({
    title: say('contests.withdraw.ask'),
    text: say('contests.withdraw.text'),
    agree: say('contests.withdraw'),
  }),
  path: ofContest,
  done: () => say('contests.withdraw.done'),
});

export const yieldOnLadder = actOn<OnChallenge>()('yield_on_ladder', {
  deed: null,
  place: place('the own challenge, by who was challenged'),
  title: () => say('contests.yield'),
  fields: {},
  ask: (_, { challenge: { challenger, challenged } }) => ({
    title: t('contests.yield.ask', { name: challenger.player.display_name }),
    text: t('contests.yield.text', { name: challenger.player.display_name, place: challenged.place ?? 0 }),
    agree: say('contests.yield'),
  }),
  path: ofContest,
  done: (_, __, { challenge: { challenger } }) => t('contests.yield.done', { name: challenger.player.display_name }),
  danger: true,
});
