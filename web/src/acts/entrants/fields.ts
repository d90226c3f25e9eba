import { accountNames } from '../../contract/account-names.svelte';
import { t } from '../../i18n';
import { askedIf, empty, optional, taken, type Field, type Known, type Raw } from '../kit/field';
import { choice, count, day, someOf, text } from '../kit/fields';
import type { PlainKey } from '../../i18n';
import type { Representation } from './subjects';

const MOST_LETTERS = 70;

/** A name of a person: what holds no letter is none. */
export const isName = (name: string): boolean => /\p{L}/u.test(name);

function name<S>(label: PlainKey): Field<string, S> {
  const field = text<S>({ label, most: MOST_LETTERS });
  return {
    ...field,
    read: (raw, subject, known) => {
      const read = field.read(raw, subject, known);
      return read.ok && !isName(read.value) ? { ok: false, why: t('entrant.bad.name', { name: read.value }) } : read;
    },
  };
}

export const surname = <S>(): Field<string, S> => name('entrants.surname');
export const givenNames = <S>(): Field<string | null, S> => optional(name('entrants.given_names'));
export const rating = <S>(): Field<number | null, S> => optional(count<S>({ label: 'entrants.rating', least: 1, most: 4000 }));
export const federationNumber = <S>(): Field<number | null, S> => optional(count<S>({ label: 'entrants.number', least: 1, most: 999_999 }));

const CATEGORIES = { woman: 'entrants.category.woman', junior: 'entrants.category.junior', senior: 'entrants.category.senior' } as const;
export type Category = keyof typeof CATEGORIES;
export const CATEGORY_NAMES = Object.keys(CATEGORIES) as Category[];

/** The lists that somebody belongs to besides the open one. */
export function categories<S>(initial: (subject: S) => string[] = () => []): Field<string[], S> {
  return someOf<S>({
    label: 'entrant.categories',
    options: () => CATEGORY_NAMES.map((value) => ({ value, text: t(CATEGORIES[value]) })),
    initial,
  });
}
export const categoriesOf = (chosen: readonly string[]): Record<Category, boolean> => ({
  woman: chosen.includes('woman'),
  junior: chosen.includes('junior'),
  senior: chosen.includes('senior'),
});

/** What an account is called. */
export const accountName = (id: string): string => accountNames.of(id);

/** Numbers of rounds or tables, as people write them: `1, 4-6`. */
export function numbers<S>(of: { label: PlainKey; hint?: PlainKey; most: number; placeholder?: string }): Field<number[], S> {
  const field = text<S>({ ...of, most: 100, placeholder: of.placeholder ?? '1, 4-6' });
  return {
    ...field,
    read: (raw: Raw) => {
      if (typeof raw !== 'string' || raw.trim() === '') return empty;
      const read = numbersIn(raw, of.most);
      return read === null ? { ok: false, why: t('entrant.bad.numbers', { most: of.most }) } : taken(read);
    },
  };
}

/** `1, 4-6` as numbers in their order, each once; null where it is something else. */
export function numbersIn(raw: string, most: number): number[] | null {
  const found = new Set<number>();
  for (const part of raw.split(/[,;\s]+/).filter(Boolean)) {
    const [, first = '', last = first] = /^(\d{1,4})(?:[-–](\d{1,4}))?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (from < 1 || to < from || to > most) return null;
    for (let one = from; one <= to; one += 1) found.add(one);
  }
  return [...found].sort((one, other) => one - other);
}

/** Why somebody may play for a nation (WOC I.2.3): asked for where the rules ask. */
export function representationFields<S>(asked: (known: Known, subject: S) => boolean) {
  const isResident = (known: Known): boolean => known['stands'] === 'resident';
  return {
    stands: askedIf(
      asked,
      choice<'citizen' | 'resident', S>({
        label: 'entrant.stands',
        options: { citizen: 'entrant.stands.citizen', resident: 'entrant.stands.resident' },
      }),
    ),
    resident_from: askedIf(isResident, day<S>({ label: 'entrant.resident.from' })),
    resident_until: askedIf(isResident, optional(day<S>({ label: 'entrant.resident.until', hint: 'entrant.resident.until.hint' }))),
    second_from: askedIf(isResident, optional(day<S>({ label: 'entrant.resident.second_from' }))),
    second_until: askedIf(isResident, optional(day<S>({ label: 'entrant.resident.second_until' }))),
  } as const;
}

interface Stands {
  stands: 'citizen' | 'resident' | undefined;
  resident_from: string | undefined;
  resident_until: string | null | undefined;
  second_from: string | null | undefined;
  second_until: string | null | undefined;
}

/** What is declared; null where nobody was asked. */
export function representationOf(values: Stands): Representation | null {
  if (values.stands === undefined) return null;
  if (values.stands === 'citizen') return { citizen: true };
  const periods = [
    { first_day: values.resident_from, last_day: values.resident_until ?? null },
    { first_day: values.second_from, last_day: values.second_until ?? null },
  ];
  return { citizen: false, residences: periods.flatMap(({ first_day, last_day }) => (first_day ? [{ first_day, last_day }] : [])) };
}
