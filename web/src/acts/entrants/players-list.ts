import type { components } from '../../contract/schema';
import { t } from '../../i18n';
import { actOn } from '../kit/act';

export type PlayersList = components['schemas']['PlayersList'];
export interface OnPlayersList {
  list: PlayersList;
  /** All that are kept. */
  lists: readonly PlayersList[];
}

/** The list that counts once this one does no longer. */
const before = ({ list, lists }: OnPlayersList): PlayersList | null =>
  lists.filter((one) => one.number < list.number && one.taken_back_at_ms === null).toSorted((one, other) => other.number - one.number)[0] ??
  null;

export const takeBackPlayersList = actOn<OnPlayersList>()('take_back_players_list', {
  deed: null,
  place: { page: '/t/:tournament/desk/entrants', at: 'the players list that counts, for administrators' },
  title: ({ list }) => t('players_list.take_back', { number: `${list.number}` }),
  fields: {},
  blocked: (subject) => {
    if (!subject.list.current) return t('players_list.blocked.not_current');
    return before(subject) === null ? t('players_list.blocked.first') : null;
  },
  ask: (_, subject) => ({
    title: t('players_list.ask', { number: `${subject.list.number}` }),
    text: t('players_list.ask.text', { number: `${before(subject)?.number}` }),
    agree: t('players_list.take_back', { number: `${subject.list.number}` }),
  }),
  path: () => ({}),
  body: (_, { list }) => ({ number: list.number }),
  danger: true,
});
