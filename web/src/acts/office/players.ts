import { offices } from '../../contract/offices.svelte';
import { t } from '../../i18n';
import { actOn } from '../kit/act';
import { optional } from '../kit/field';
import { count, reason, text } from '../kit/fields';

/** Whoever is renumbered is named in the form. */
type OnNobodyYet = object;

const LONGEST_NAME = 64;
const number = (label: 'players.number' | 'players.to') => count<OnNobodyYet>({ label, least: 1, most: 999_999 });

/** Both as they stand in the list: without separators. */
const written = ({ from, to }: { from: number; to: number }) => ({ from: `${from}`, to: `${to}` });

export const renumberPlayer = actOn<OnNobodyYet>()('renumber_player', {
  deed: null,
  place: { page: '/rating-office/players', at: 'the form' },
  title: () => t('players.renumber'),
  fields: {
    from: number('players.number'),
    to: number('players.to'),
    surname: optional(text<OnNobodyYet>({ label: 'players.surname', hint: 'players.name.hint', most: LONGEST_NAME })),
    given_names: optional(text<OnNobodyYet>({ label: 'players.given_names', hint: 'players.name.hint', most: LONGEST_NAME })),
    reason: reason(),
  },
  name: (numbers) => t('players.renumber.do', written(numbers)),
  blocked: () => (offices.federations.length > 0 ? null : t('players.blocked')),
  unfit: ({ from, to, surname, given_names }) => (from === to && !surname && !given_names ? t('players.same') : null),
  ask: (numbers) => ({
    title: t('players.renumber.ask', written(numbers)),
    text: t('players.renumber.text'),
    agree: t('players.renumber.do', written(numbers)),
  }),
  path: (_, { from }) => ({ federation_number: from }),
  body: ({ to, surname, given_names, reason }) => ({ to, reason, ...(surname && { surname }), ...(given_names && { given_names }) }),
  done: ({ events }, numbers) => t('players.renumbered', { count: events.filter(({ refusal }) => !refusal).length, ...written(numbers) }),
});
