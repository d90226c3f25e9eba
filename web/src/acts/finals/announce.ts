import { plannedFinals } from '../../event/timetable';
import { t } from '../../i18n';
import { actOn } from '../kit/act';
import { startBody, startFields } from '../kit/starts';
import { ofEvent, type OnEvent } from '../kit/subjects';

export const announceFinals = actOn<OnEvent>()('announce_finals_round', {
  place: { page: '/t/:tournament/desk/finals', at: 'above the bracket, and the next step' },
  title: () => t('finals.announce'),
  fields: startFields<OnEvent>(({ tournament }) => plannedFinals(tournament)),
  blocked: ({ tournament }) => (tournament.next?.kind === 'announce_finals' ? null : t('finals.announce.blocked')),
  path: ofEvent,
  body: (values, { tournament }, nowMs) => ({ starts_at_ms: startBody(values, plannedFinals(tournament) !== null, nowMs) }),
  accepts: { departure_unconfirmed: 'accept_deviations' },
});
