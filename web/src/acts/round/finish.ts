import { t } from '../../i18n';
import { actOn } from '../kit/act';
import { ofRound, type OnRound } from '../kit/subjects';

/** The round is over: nobody plays in it any more. */
export const finishRound = actOn<OnRound>()('finish_round', {
  place: { page: '/t/:tournament/desk', at: 'the next step' },
  title: ({ round }) => t('round_act.finish', { round: round.number }),
  fields: {},
  blocked: ({ round }) => (round.finished ? t('round_act.blocked.finished') : null),
  path: ofRound,
});
