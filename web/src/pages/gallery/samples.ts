import { actOn, type Act } from '../../acts/kit/act';
import { optional, startingWith } from '../../acts/kit/field';
import {
  choice,
  clockTime,
  count,
  country,
  day,
  inOrder,
  lines,
  moment,
  oneOf,
  points,
  someOf,
  square,
  text,
  tick,
} from '../../acts/kit/fields';
import { formatClock } from '../../clock/clock';
import { flips, squaresOf } from '../../board/squares';
import { Problem, unreachable } from '../../contract/problem';
import type { Clocks, Color, Table, TableAct } from '../../contract/types';
import { say, t } from '../../i18n';

const problem = (code: string, detail: string, rule: string | null): Problem =>
  new Problem({ code, title: '', detail, rule, parameters: {}, field: null }, 409);

/** As a server refuses something by a paragraph. */
export const refused = problem('game_over', 'The game is over: nothing can be changed at its table.', 'IV.8');
const departure = problem('departure_unconfirmed', 'Five minutes a player are fewer than the text asks for.', 'IV.1');

/** What the sample acts are done to. */
export interface Sample {
  over: boolean;
}
const on = actOn<Sample>();
const place = { page: '/gallery', at: 'the sample' };
/** Nothing of the gallery is sent: it is refused on its way. */
const path = (): never => {
  throw refused;
};
const ruling = (act: TableAct): { act: TableAct; reason: string } => ({ act, reason: '' });
const SIDES = { black: 'color.black', white: 'color.white' } as const;
const blocked = ({ over }: Sample): string | null => (over ? say('gallery.act.over') : null);

const side = choice<Color, Sample>({ label: 'gallery.field.side', options: SIDES });
const time = clockTime<Sample>({ label: 'gallery.field.time', signed: true });
/** Both filled in. */
export const readyFields = { side, time: startingWith<number, Sample>(() => '-2:00', time) };

/** With fields, and named after what it does. */
export const takeTime = on('officiate', {
  place,
  title: () => t('gallery.act.take'),
  fields: { side, time },
  name: ({ side, time }) => t('gallery.act.take.do', { time: formatClock(Math.abs(time), false), side: t(`color.${side}`) }),
  blocked,
  path,
  body: ({ side, time }) => ruling({ type: 'adjust_time', color: side, ms: time }),
});

/** With nothing to fill in. */
export const resume = on('officiate', {
  place,
  title: () => t('gallery.act.resume'),
  fields: {},
  path,
  body: () => ruling({ type: 'resume' }),
});

/** Asks first, and cannot be brought back. */
export const annul = on('officiate', {
  place,
  title: () => t('gallery.act.annul'),
  fields: {},
  danger: true,
  blocked,
  ask: () => ({ title: t('gallery.asked'), text: t('gallery.asked.text'), rule: 'V.2', agree: t('gallery.asked.agree') }),
  path,
  body: () => ruling({ type: 'annul' }),
});

/** Refused with a question that somebody may say yes to. */
export const publish = on('publish_round', {
  place,
  title: () => t('gallery.act.publish'),
  fields: {},
  accepts: { departure_unconfirmed: 'accept_deviations' },
  path: () => {
    throw departure;
  },
  body: () => ({ starts_at_ms: null, accept_deviations: false }),
});

const twoOptions = () => [
  { value: 'first', text: t('gallery.option.first') },
  { value: 'second', text: t('gallery.option.second'), blocked: t('gallery.option.blocked') },
];
const CHAIN = ['points', 'quotient', 'discs'] as const;

/** A field of each kind. */
export const kinds = on('officiate', {
  place,
  title: () => t('gallery.act.kinds'),
  fields: {
    line: text({ label: 'gallery.field.line', most: 40, placeholder: 'Vestergrund' }),
    number: count({ label: 'gallery.field.number', least: 1, most: 9 }),
    time: clockTime({ label: 'gallery.field.time' }),
    points: points({ label: 'gallery.field.points', most: 20 }),
    square: square({ label: 'gallery.field.square' }),
    side: choice({ label: 'gallery.field.side', options: SIDES }),
    country: country({ label: 'gallery.field.country' }),
    one: oneOf({ label: 'gallery.field.one', options: twoOptions }),
    at: moment({ label: 'gallery.field.at' }),
    day: day({ label: 'gallery.field.day' }),
    note: optional(lines({ label: 'gallery.field.note', most: 400 })),
    some: someOf({ label: 'gallery.field.some', options: twoOptions }),
    chain: inOrder({
      label: 'gallery.field.chain',
      options: () => CHAIN.map((value) => ({ value, text: t(`gallery.chain.${value}`) })),
      initial: () => ['points', 'quotient'],
    }),
    yes: tick({ label: 'gallery.field.yes', must: true }),
  },
  path,
  // Nothing of the contract has a field of each kind.
  body: (values) => values as never,
});

/** A game after three moves; `clocks` say what is left. */
export function sampleTable(clocks: Partial<Clocks>, phase: Table['phase'] = 'live'): Table {
  const whole: Clocks = { black_ms: 754_000, white_ms: 1_201_000, running: null, as_of_ms: 0, ...clocks } as Clocks;
  return { game_id: 'sample', phase, clocks: whole, main_time_ms: 1_500_000, black_time_control: null, white_time_control: null } as Table;
}

/** On its way, and no answer came. */
export const lost: Act<Sample> = {
  ...resume,
  path: () => {
    throw unreachable();
  },
};

const board = `${'-'.repeat(18)}*${'-'.repeat(8)}**${'-'.repeat(6)}O**${'-'.repeat(5)}O${'-'.repeat(20)}`;

/** The position after `f5 d6 c3`, and what White may answer. */
export const POSITION = {
  board,
  last: 'c3',
  flipped: ['d4'],
  legal: squaresOf(8).filter((name) => flips(board, name, 'white') > 0),
  toMove: 'white' as Color,
};
export const SMALL = `${'-'.repeat(14)}O*${'-'.repeat(4)}*O${'-'.repeat(14)}`;
