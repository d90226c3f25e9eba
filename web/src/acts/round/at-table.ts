import type { TableAct } from '../../contract/types';
import { say, t, type PlainKey } from '../../i18n';
import { actOn, type Act, type Question } from '../kit/act';
import type { Fields, Values } from '../kit/field';
import { bothOf, type OnTable } from '../kit/subjects';
import { ruledBy, type Ruled } from './ruled';

interface TableActDefinition<F extends Fields<OnTable>> {
  title: PlainKey;
  /** The paragraph that usually stands behind it, without its text's name. */
  paragraph?: string;
  fields?: F;
  name?: (values: Values<F>, subject: OnTable) => string;
  blocked: (subject: OnTable) => string | null;
  ask?: (values: Values<F>, subject: OnTable) => Question | null;
  act: (values: Values<F>, nowMs: number, subject: OnTable) => TableAct;
  danger?: boolean;
}

/** An act of an official at a table: what `officiate` does, each kind with its fields. */
export function atTable<const F extends Fields<OnTable>>(type: TableAct['type'], definition: TableActDefinition<F>): Act<OnTable> {
  const { title, paragraph, fields, name, blocked, ask, act, danger } = definition;
  const whole = { ...(fields ?? {}), ...ruledBy<OnTable>(paragraph) };
  type Whole = Values<F> & Values<Ruled<OnTable>>;
  return actOn<OnTable>()('officiate', {
    deed: () => `officiate.${type}`,
    place: { page: '/t/:tournament/desk/round', at: 'a table’s panel' },
    title: () => say(title),
    fields: whole,
    touches: bothOf,
    blocked,
    path: ({ table }) => ({ game_id: table.game_id }),
    body: (values, subject, nowMs) => {
      const all = values as unknown as Whole;
      return { act: act(all, nowMs, subject), paragraph: all.paragraph, reason: all.reason };
    },
    ...(name && { name: (values, subject) => name(values as unknown as Whole, subject) }),
    ...(ask && { ask: (values, subject) => ask(values as unknown as Whole, subject) }),
    ...(danger && { danger }),
    done: (_, values, subject) => {
      const act = name ? name(values as unknown as Whole, subject) : say(title);
      return t('table_act.done', { act, table: subject.table.table });
    },
  });
}
