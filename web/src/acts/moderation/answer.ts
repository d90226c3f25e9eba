import { say, t } from '../../i18n';
import { actOn, type Act } from '../kit/act';
import { reason } from '../kit/fields';
import type { OnPlayerReport } from './subjects';

function answer(how: 'dismissed' | 'upheld'): Act<OnPlayerReport> {
  return actOn<OnPlayerReport>()('answer_player_report', {
    deed: null,
    place: { page: '/moderation?report=:report', at: 'below the report' },
    title: () => say(how === 'upheld' ? 'moderation.uphold' : 'moderation.dismiss'),
    fields: { reason: reason<OnPlayerReport>() },
    blocked: ({ report }) => {
      if (report.answer !== null) return say('moderation.blocked.answered');
      return report.concerns_caller ? say('moderation.blocked.concerns') : null;
    },
    path: ({ report }) => ({ report_id: report.id }),
    body: ({ reason }) => ({ answer: how, reason }),
    done: (_, __, { report }) =>
      t(how === 'upheld' ? 'moderation.upheld.done' : 'moderation.dismissed.done', { name: report.about.display_name }),
  });
}

/** How a report is answered; what is done about it are acts of their own. */
export const answerActs = { dismissed: answer('dismissed'), upheld: answer('upheld') } as const;
