import { offices } from '../../contract/offices.svelte';
import { session } from '../../contract/session.svelte';
import type { DutyLine, Season, SeasonLeg, TournamentSummary } from '../../contract/types';

export interface OnSeason {
  season: Season;
}
/** A place in the calendar that has no host and no date yet, or has both. */
export interface OnPlace extends OnSeason {
  /** Which leg, from 1. */
  number: number;
  leg: SeasonLeg | null;
}
/** A leg with a host and a date. */
export interface OnLeg extends OnPlace {
  leg: SeasonLeg;
}
/** A leg, with the events that are held where and when it is. */
export interface OnLegEvents extends OnLeg {
  events: readonly TournamentSummary[];
}
export interface OnLegDuty extends OnLeg {
  duty: DutyLine;
}

const holds = (code: string): boolean => offices.federations.some((one) => one.code === code);

/** Whether whoever looks decides on the calendar: a rating officer of the federation whose series it is. */
export const isCommittee = ({ season }: OnSeason): boolean => holds(season.summary.federation);
/** Whether whoever looks decides on a leg’s director and event: an officer of its host’s federation, or of the series’. */
export const isHost = ({ season, leg }: OnLeg): boolean => holds(leg.host) || holds(season.summary.federation);
export const isDirector = ({ leg }: OnLeg): boolean => session.account !== null && session.account.id === leg.director_account_id;

/** The nations that may host a leg: those of the federation whose series it is. */
export function membersOf({ season }: OnSeason): readonly string[] {
  const { federation } = season.summary;
  const members = offices.federations.find(({ code }) => code === federation)?.members ?? [];
  return members.length > 0 ? members : [federation];
}

/** The numbers of all legs that it has. */
export const numbersOf = ({ terms }: Season): number[] => Array.from({ length: terms.legs }, (_, place) => place + 1);
/** The legs without a host and a date. */
export const unsetOf = (season: Season): number[] => numbersOf(season).filter((number) => season.legs.every(({ leg }) => leg !== number));
/** The legs that take place and have no confirmed final ranking. */
export const openOf = ({ legs }: Season): number[] =>
  legs.filter((one) => !one.called_off && one.ranking_version === null).map(({ leg }) => leg);

/** The last day on which the calendar is fixed in time, as `2026-12-01`; null where none is set. Its days are those of Universal Time. */
export const lastDayOf = ({ calendar_due_ms: due }: Season): string | null =>
  due === null ? null : new Date(due - 1).toISOString().slice(0, 10);
