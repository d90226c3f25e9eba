import { sentences, t } from '../../i18n';
import { actOn, type Question } from '../kit/act';
import { ofEvent, type OnEvent } from '../kit/subjects';

const PLACE = { page: '/t/:tournament/desk/closing', at: 'the confirmation' };

/** What is not covered when an event is confirmed: it is told in the question. */
function open({ tournament }: OnEvent): string[] {
  const claims = tournament.entrants.filter((one) => one.claimed).length;
  const unsigned = tournament.results_without_game.filter((one) => !one.over_the_board).length;
  return [
    claims > 0 ? t('closing.open.claims', { count: claims }) : '',
    unsigned > 0 && !tournament.variant_unrated ? t('closing.open.unsigned', { count: unsigned }) : '',
    tournament.conformant ? '' : t('closing.open.departed'),
  ].filter(Boolean);
}

const asked = (title: string, agree: string, subject: OnEvent, text: string): Question => ({
  title,
  text: sentences([...open(subject), text]),
  agree,
});

export const confirmTournament = actOn<OnEvent>()('confirm_tournament', {
  place: PLACE,
  title: () => t('closing.confirm'),
  fields: {},
  blocked: ({ tournament }) => (tournament.next?.kind === 'confirm' ? null : t('closing.confirm.blocked')),
  ask: (_, subject) => asked(t('closing.confirm.ask'), t('closing.confirm'), subject, t('closing.confirm.text')),
  path: ofEvent,
  body: () => ({ without_finals: false }),
});

export const confirmWithoutFinals = actOn<OnEvent>()('confirm_tournament', {
  place: PLACE,
  title: () => t('closing.without_finals'),
  fields: {},
  blocked: ({ tournament }) =>
    tournament.stages.length > 1 && ['publish_round', 'announce_finals', 'draw_lots'].includes(tournament.next?.kind ?? '')
      ? null
      : t('closing.without_finals.blocked'),
  ask: (_, subject) => asked(t('closing.without_finals.ask'), t('closing.without_finals'), subject, t('closing.without_finals.text')),
  path: ofEvent,
  body: () => ({ without_finals: true }),
});
