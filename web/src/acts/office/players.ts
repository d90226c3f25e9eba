import { offices } from '../../contract/offices.svelte';
import { t } from '../../i18n';
import { actOn } from '../kit/act';
import { optional } from '../kit/field';
import { count, reason, text } from '../kit/fields';

/** Whoever is renumbered is named in the form. */
type OnNobodyYet = object;

const LONGEST_NAME = 64;
const number = (label: 'players.number' | 'players.to') => count<OnNobodyYet>({ label, least: 1, most: 999_999 });

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
  name: ({ from, to }) => t('players.renumber.do', { from, to }),
  blocked: () => (offices.federations.length > 0 ? null : t('players.blocked')),
  unfit: ({ from, to, surname, given_names }) => (from === to && !surname && !given_names ? t('players.same') : null),
  ask: ({ from, to }) => ({
    title: t('players.renumber.ask', { from, to }),
    text: t('players.renumber.text'),
    agree: t('players.renumber.do', { from, to }),
  }),
  path: (_, { from }) => ({ federation_number: from }),
  body: ({ to, surname, given_names, reason }) => ({ to, reason, ...(surname && { surname }), ...(given_names && { given_names }) }),
  done: ({ events }, { from, to }) => t('players.renumbered', { count: events.filter(({ refusal }) => !refusal).length, from, to }),
});
