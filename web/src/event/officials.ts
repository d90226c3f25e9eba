import { accountNames } from '../contract/account-names.svelte';
import type { Official, Tournament } from '../contract/types';
import { t } from '../i18n';

export const ROLES = {
  head_director: 'officials.head_director',
  assistant_director: 'officials.assistant_director',
  table_judge: 'officials.table_judge',
  monitor: 'officials.monitor',
  head_arbiter: 'officials.head_arbiter',
  organiser: 'officials.organiser',
} as const;
export type Role = keyof typeof ROLES;

/** In the order of their offices. */
export function byOffice(officials: Official[]): Official[] {
  const place = (official: Official): number => Object.keys(ROLES).indexOf(official.role);
  return officials.toSorted((one, other) => place(one) - place(other));
}

export const roleOf = (official: Official): string => t(ROLES[official.role as Role]);

/** By the name that the event shows, where it is the only head director's; by the account's elsewhere. */
export function nameOf(tournament: Tournament, official: Official): string {
  const heads = tournament.officials.filter((one) => one.role === 'head_director');
  const named = heads.length === 1 && heads[0] === official && tournament.director_name !== '';
  return named ? tournament.director_name : accountNames.of(official.account_id);
}
