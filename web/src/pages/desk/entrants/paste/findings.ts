import { isName } from '../../../../acts/entrants/fields';
import type { Entrant, ListedPlayer } from '../../../../contract/types';
import { t } from '../../../../i18n';
import { fullName } from '../../../../i18n/names';
import { isSame } from '../players-list';
import { countryIn, type ListRow } from './read-list';

/** What is noticed about a line before anything is taken. */
export interface Finding {
  /** It cannot be entered so; otherwise it is worth a look. */
  stops: boolean;
  /** The person is entered already, or stands in a line before: left out unless somebody says otherwise. */
  again?: true;
  text: string;
}

/** What is known of a line's person from the players list. */
export type LookUp = { state: 'waits' | 'none' | 'no_list' } | { state: 'found'; player: ListedPlayer };

const MOST_RATING = 4000;
const MOST_NUMBER = 999_999;
const stop = (text: string): Finding => ({ stops: true, text });
const look = (text: string): Finding => ({ stops: false, text });

const isWhole = (text: string, most: number): boolean => /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most;

interface Person {
  surname: string;
  given_names: string;
  country: string;
}
const words = (one: Person): string => `${one.given_names} ${one.surname}`.toLowerCase().split(/\s+/).filter(Boolean).sort().join(' ');
/** One name in any order of its words, and one nation. */
const isPerson = (one: Person, other: Person): boolean => one.country === other.country && words(one) === words(other);

/** What is wrong with a line, and what is worth a look: the worst first. */
export function findingsOf(row: ListRow, rows: readonly ListRow[], entrants: readonly Entrant[], lookUp: LookUp): Finding[] {
  return [...wrong(row), ...twice(row, rows, entrants), ...ofTheList(row, lookUp)];
}

const wrongName = (name: string): Finding | null => (isName(name) ? null : stop(t('paste.no_name', { name })));

/** Whether a line is a whole name and three capitals that are no country, which were taken for the surname. */
function isUnknownCountry({ surname, given_names: given, country }: ListRow): boolean {
  const code = surname.trim();
  return country.trim() === '' && /\s/.test(given.trim()) && /^[A-Z]{3}$/.test(code) && countryIn(code) === null;
}

function wrong(row: ListRow): Finding[] {
  const { surname, given_names: given, country, rating, number, unread } = row;
  return [
    surname.trim() === '' ? stop(t(unread === undefined ? 'paste.no_surname' : 'paste.unread')) : wrongName(surname),
    given.trim() === '' ? null : wrongName(given),
    isUnknownCountry(row) ? look(t('paste.maybe_country', { country: surname.trim() })) : null,
    country.trim() === ''
      ? stop(t('paste.no_country'))
      : countryIn(country) === null
        ? stop(t('paste.unknown_country', { country }))
        : null,
    rating.trim() === '' || isWhole(rating, MOST_RATING) ? null : stop(t('paste.bad_rating', { rating, most: MOST_RATING })),
    number.trim() === '' || isWhole(number, MOST_NUMBER) ? null : stop(t('paste.bad_number', { number, most: MOST_NUMBER })),
  ].filter((one) => one !== null);
}

function twice(row: ListRow, rows: readonly ListRow[], entrants: readonly Entrant[]): Finding[] {
  const number = Number(row.number);
  const sameNumber = (other: number): boolean => number > 0 && number === other;
  const again = rows.find((one) => one.line !== row.line && (isPerson(one, row) || sameNumber(Number(one.number))));
  const there = entrants.find((one) => (sameNumber(one.federation_number) || isPerson(one, row)) && one.withdrawn_from_round === 0);
  return [
    again ? { ...look(t('paste.twice', { line: again.line })), ...(again.line < row.line && { again: true as const }) } : null,
    there ? { ...look(t('paste.entered', { name: fullName(there) })), again: true as const } : null,
  ].filter((one) => one !== null);
}

function ofTheList(row: ListRow, lookUp: LookUp): Finding[] {
  if (lookUp.state === 'none' && row.number.trim() !== '') return [look(t('paste.number_unknown', { number: row.number }))];
  if (lookUp.state !== 'found') return [];
  const { player } = lookUp;
  if (row.number.trim() === '')
    return [look(t('paste.found', { number: `${player.federation_number}`, rating: `${player.rating || '–'}` }))];
  const isOther = !isSame(player.surname, row.surname) || player.country !== row.country;
  if (isOther) {
    return [look(t('paste.other_name', { number: row.number, name: fullName(player), country: player.country }))];
  }
  const rating = row.rating.trim() === '' ? 0 : Number(row.rating);
  return rating !== player.rating && player.rating > 0 ? [look(t('paste.other_rating', { rating: `${player.rating}` }))] : [];
}
