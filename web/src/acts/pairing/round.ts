import { fullName } from '../../i18n/names';
import { say, t } from '../../i18n';
import { nowBySecond } from '../../live/ticker';
import { actOn } from '../kit/act';
import { reason, someOf } from '../kit/fields';
import { ofEvent, ofRound, type OnEvent, type OnRound } from '../kit/subjects';

const PAGE = '/t/:tournament/desk/pairing';

/** Takes the last published round back. */
export const unpublishRound = actOn<OnRound>()('unpublish_round', {
  place: { page: PAGE, at: 'The published round' },
  title: ({ round }) => t('pairing.unpublish', { round: round.number }),
  fields: { reason: reason<OnRound>(500, 'act.reason') },
  danger: true,
  blocked: ({ tournament, round }) => {
    if (tournament.rounds.at(-1)?.number !== round.number) return say('pairing.unpublish.not_last');
    if (round.boards.some((board) => board.result)) return say('pairing.unpublish.results');
    return nowBySecond() >= round.starts_at_ms ? say('pairing.unpublish.started') : null;
  },
  ask: (_, { round }) => ({
    title: t('pairing.unpublish.ask', { round: round.number }),
    text: say('pairing.unpublish.text'),
    agree: t('pairing.unpublish', { round: round.number }),
  }),
  path: ofRound,
  body: ({ reason }) => ({ reason }),
  done: (_, __, { round }) => t('pairing.unpublish.done', { round: round.number }),
});

const isGroupA = ({ group_a: group }: OnEvent['tournament'], members: readonly string[]): boolean =>
  group !== null && group.entrant_ids.toSorted().join() === members.toSorted().join();

/** Names group A of the first round, whole. */
export const nameGroupA = actOn<OnEvent>()('name_group_a', {
  place: { page: PAGE, at: 'Group A' },
  title: () => say('pairing.group_a.title'),
  fields: {
    members: someOf<OnEvent>({
      label: 'pairing.group_a.members',
      options: ({ tournament }) =>
        tournament.entrants
          .filter((one) => one.withdrawn_from_round === 0)
          .map((one) => ({ value: one.id, text: `${fullName(one)} ${one.country}` })),
      initial: ({ tournament }) => tournament.group_a?.entrant_ids ?? [],
    }),
  },
  name: ({ members }) => (members.length === 0 ? say('pairing.group_a.nobody') : t('pairing.group_a.name', { count: members.length })),
  unfit: ({ members }, { tournament }) => (isGroupA(tournament, members) ? say('pairing.group_a.unchanged') : null),
  path: ofEvent,
  body: ({ members }) => ({ entrant_ids: members }),
  done: (_, { members }) =>
    members.length === 0 ? say('pairing.group_a.done.nobody') : t('pairing.group_a.done', { count: members.length }),
});
