import { t } from '../../i18n';
import type { Act, Question } from './act';
import type { Fields, Known } from './field';

const SEAT = '/t/:tournament/seat';

interface Words<S> {
  /** Where on the page of the own seat. */
  at: string;
  title: (subject: S) => string;
  name?: (values: Known, subject: S) => string;
  ask?: (values: Known, subject: S) => Question | null;
  blocked?: (subject: S) => string | null;
  fields?: Fields<S>;
}

/**
 * An act as a player does it for themselves: what is sent is the same, it is said in their words, and nobody asks for an
 * office or an interest.
 */
export function own<S>(act: Act<S>, { at, ...words }: Words<S>): Act<S> {
  const { title, name = (_: Known, subject: S): string => title(subject) } = words;
  return {
    ...act,
    deed: () => null,
    touches: () => [],
    ask: () => null,
    done: (_, values, subject) => t('act.done', { act: name(values, subject) }),
    ...words,
    name,
    place: { page: SEAT, at },
  };
}

/** An act some of whose fields are settled: they are asked for no longer. */
export function settled<S>(act: Act<S>, settling: (subject: S) => Known): Act<S> {
  const whole = (values: Known, subject: S): Known => ({ ...settling(subject), ...values });
  return {
    ...act,
    fields: {},
    name: (values, subject) => act.name(whole(values, subject), subject),
    unfit: (values, subject) => act.unfit(whole(values, subject), subject),
    ask: (values, subject) => act.ask(whole(values, subject), subject),
    path: (subject, values) => act.path(subject, whole(values, subject)),
    body: (values, subject, nowMs) => act.body(whole(values, subject), subject, nowMs),
    done: (answer, values, subject) => act.done(answer, whole(values, subject), subject),
  };
}
