import { ruleText } from '../../event/result';
import { optional, startingWith, type Field } from '../kit/field';
import { reason, text } from '../kit/fields';
import type { OnEvent } from '../kit/subjects';

/** What an official's act at tables rests on, and why it is done: its last two fields. */
export interface Ruled<S> {
  paragraph: Field<string | null, S>;
  reason: Field<string, S>;
}

/** The fields that every official's act at tables ends with. `paragraph` usually stands behind it, without its text's name. */
export function ruledBy<S extends OnEvent>(paragraph?: string): Ruled<S> {
  const usual = ({ tournament }: S): string => {
    const rules = ruleText(tournament.summary.rule_set);
    return rules && paragraph ? `${rules} ${paragraph}` : '';
  };
  return {
    paragraph: startingWith(usual, optional(text<S>({ label: 'act.paragraph', most: 32 }))),
    reason: reason<S>(500, 'act.reason.players'),
  };
}
