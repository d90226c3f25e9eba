import type { Description } from '../../contract/types';
import { t } from '../../i18n';
import { actOn } from '../kit/act';
import { optional, startingWith, type Field } from '../kit/field';
import { lines, text } from '../kit/fields';
import { ofEvent, type OnEvent } from '../kit/subjects';
import { DESK } from './subjects';

const bytes = new TextEncoder();

/** A text that the server keeps so many bytes of: letters with marks take more than one. */
function within<S>(most: number, field: Field<string, S>): Field<string, S> {
  return {
    ...field,
    read: (raw, subject, known) => {
      const read = field.read(raw, subject, known);
      const over = read.ok ? bytes.encode(read.value).length - most : 0;
      return over > 0 ? { ok: false, why: t('describe.too_long', { count: over }) } : read;
    },
  };
}

/** What an event says of itself: each may be left empty. */
export function descriptionFields<S>(standing: (subject: S) => Description | null) {
  const from =
    (name: keyof Description) =>
    (subject: S): string =>
      standing(subject)?.[name] ?? '';
  return {
    place: startingWith(from('place'), optional(within(200, text<S>({ label: 'describe.place', hint: 'describe.place.hint', most: 200 })))),
    organiser_name: startingWith(
      from('organiser_name'),
      optional(within(200, text<S>({ label: 'describe.organiser', hint: 'describe.organiser.hint', most: 200 }))),
    ),
    contact: startingWith(
      from('contact'),
      optional(within(500, text<S>({ label: 'describe.contact', hint: 'describe.contact.hint', most: 500 }))),
    ),
    other_prizes: startingWith(
      from('other_prizes'),
      optional(within(1000, lines<S>({ label: 'describe.prizes', hint: 'describe.prizes.hint', most: 1000 }))),
    ),
    prospectus: startingWith(
      from('prospectus'),
      optional(within(8000, lines<S>({ label: 'describe.prospectus', hint: 'describe.prospectus.hint', most: 8000, rows: 8 }))),
    ),
  } as const;
}

const NAMES = ['place', 'organiser_name', 'contact', 'other_prizes', 'prospectus'] as const;

export const describeTournament = actOn<OnEvent>()('describe_tournament', {
  place: { page: DESK, at: 'About the event' },
  title: ({ tournament }) => t(tournament.description ? 'describe.change' : 'describe'),
  fields: descriptionFields<OnEvent>(({ tournament }) => tournament.description),
  name: () => t('describe.do'),
  unfit: (values, { tournament }) =>
    NAMES.every((name) => values[name] === (tournament.description?.[name] ?? null)) ? t('describe.same') : null,
  path: ofEvent,
  body: (description) => ({ description }),
  done: () => t('describe.done'),
});
