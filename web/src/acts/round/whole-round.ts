import type { RoundOutcome, TableAct } from '../../contract/types';
import { say, t, type PlainKey } from '../../i18n';
import { actOn, type Act } from '../kit/act';
import type { Fields, Values } from '../kit/field';
import { minutes } from '../kit/fields';
import { ofRound, type OnRound } from '../kit/subjects';
import { ruledBy, type Ruled } from './ruled';

/** The acts that every open table of a round takes at once. */
type RoundActType = Extract<
  TableAct['type'],
  'pause' | 'resume' | 'announce_adjournment' | 'cancel_adjournment' | 'resume_adjourned' | 'open_spectators_chat' | 'close_spectators_chat'
>;

interface RoundActDefinition<F extends Fields<OnRound>> {
  title: PlainKey;
  paragraph?: string;
  fields?: F;
  name?: (values: Values<F>) => string;
  act: (values: Values<F>, nowMs: number) => TableAct;
}

/** How many tables did it, and how many refused it. */
function outcome({ tables }: RoundOutcome): string {
  const refused = tables.filter((one) => one.code !== null).length;
  const done = t('round_act.done', { count: tables.length - refused });
  return refused === 0 ? done : `${done} ${t('round_act.refused', { count: refused })}`;
}

function inRound<const F extends Fields<OnRound>>(type: RoundActType, definition: RoundActDefinition<F>): Act<OnRound> {
  const { title, paragraph, fields, name, act } = definition;
  const whole = { ...(fields ?? {}), ...ruledBy<OnRound>(paragraph) };
  type Whole = Values<F> & Values<Ruled<OnRound>>;
  return actOn<OnRound>()('officiate_round', {
    deed: () => `officiate.${type}`,
    place: { page: '/t/:tournament/desk/round', at: 'above the boards' },
    title: () => say(title),
    fields: whole,
    blocked: ({ round }) => (round.boards.some((board) => board.result === null) ? null : t('round_act.blocked.over')),
    path: ofRound,
    body: (values, _, nowMs) => {
      const all = values as unknown as Whole;
      return { act: act(all, nowMs), paragraph: all.paragraph, reason: all.reason };
    },
    ...(name && { name: (values) => name(values as unknown as Whole) }),
    done: outcome,
  });
}

const span = minutes<OnRound>({ label: 'table_act.in_minutes', most: 1440 });

/** What an official does at every open table of a round at once. */
export const roundOfficiateActs = {
  pause: inRound('pause', { title: 'round_act.pause', paragraph: 'IV.7', act: () => ({ type: 'pause', until_ms: null }) }),
  resume: inRound('resume', { title: 'round_act.resume', paragraph: 'IV.7', act: () => ({ type: 'resume' }) }),
  announce_adjournment: inRound('announce_adjournment', {
    title: 'round_act.announce_adjournment',
    fields: { span },
    name: ({ span }) => t('round_act.announce_adjournment.do', { count: span / 60_000 }),
    act: ({ span }, nowMs) => ({ type: 'announce_adjournment', at_ms: nowMs + span }),
  }),
  cancel_adjournment: inRound('cancel_adjournment', {
    title: 'round_act.cancel_adjournment',
    act: () => ({ type: 'cancel_adjournment' }),
  }),
  resume_adjourned: inRound('resume_adjourned', { title: 'round_act.resume_adjourned', act: () => ({ type: 'resume_adjourned' }) }),
  open_spectators_chat: inRound('open_spectators_chat', {
    title: 'round_act.open_spectators_chat',
    act: () => ({ type: 'open_spectators_chat' }),
  }),
  close_spectators_chat: inRound('close_spectators_chat', {
    title: 'round_act.close_spectators_chat',
    act: () => ({ type: 'close_spectators_chat' }),
  }),
} satisfies Record<RoundActType, Act<OnRound>>;
