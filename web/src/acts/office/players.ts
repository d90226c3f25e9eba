import { offices } from '../../contract/offices.svelte';
import { numberHolders } from '../../event/number-holders.svelte';
import { sentences, t } from '../../i18n';
import { actOn } from '../kit/act';
import { optional } from '../kit/field';
import { made, reason, text } from '../kit/fields';
import { readNumber } from './player-number';
import PlayerNumber from './PlayerNumber.svelte';

/** Whoever is renumbered is named in the form. */
type OnNobodyYet = object;

const LONGEST_NAME = 64;
const number = (label: 'players.number' | 'players.to') =>
  made<number, OnNobodyYet>({ label, by: PlayerNumber, initial: () => '', read: readNumber });

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
  unfit: ({ from, to, surname, given_names }) => {
    if (from === to && !surname && !given_names) return t('players.same');
    const unknown = [from, to].find((one) => !numberHolders.isKnown(one));
    return unknown === undefined ? null : numberHolders.text(unknown);
  },
  ask: (numbers) => ({
    title: t('players.renumber.ask', written(numbers)),
    text: sentences([...[...new Set([numbers.from, numbers.to])].map((one) => numberHolders.text(one)), t('players.renumber.text')]),
    agree: t('players.renumber.do', written(numbers)),
  }),
  path: (_, { from }) => ({ federation_number: from }),
  body: ({ to, surname, given_names, reason }) => ({ to, reason, ...(surname && { surname }), ...(given_names && { given_names }) }),
  done: ({ events }, numbers) => t('players.renumbered', { count: events.filter(({ refusal }) => !refusal).length, ...written(numbers) }),
});
