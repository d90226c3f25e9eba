import { offices } from '../../contract/offices.svelte';
import { SERIES_ID } from '../../event/series';
import { listText, say, t } from '../../i18n';
import { formatDay } from '../../i18n/numbers';
import { live } from '../../live/live.svelte';
import { actOn } from '../kit/act';
import { askedIf, bad, optional, startingWith, taken, type Field, type Known } from '../kit/field';
import { choice, count, day, oneOf, text, tick } from '../kit/fields';
import { isCommittee, lastDayOf, openOf, unsetOf, type OnSeason } from './subjects';

/** Nothing is there yet. */
type OnNothing = object;

const LONGEST_NAME = 100;
const MOST_LEGS = 24;
const MOST_PLACES = 512;
const MOST_POINTS = 1_000_000;
const MOST_RANKS = 100_000;
const place = (at: string): { page: string; at: string } => ({ page: '/seasons/:season', at });

const IS_SERIES = new RegExp(`^${SERIES_ID.pattern}$`);

const isOwn = ({ series }: Known): boolean => series === 'own';

/** Points by place, first to last, with blanks or commas between. */
function pointsByPlace<S>(): Field<number[], S> {
  const field = text<S>({ label: 'seasons.points', hint: 'seasons.points.hint', most: 4_000 });
  return {
    ...field,
    read: (raw, subject, known) => {
      const read = field.read(raw, subject, known);
      if (!read.ok) return read;
      const points = read.value.split(/[\s,;]+/).filter(Boolean);
      const fits = points.every((one) => /^\d+$/.test(one) && Number(one) <= MOST_POINTS);
      return fits && points.length <= MOST_PLACES ? taken(points.map(Number)) : bad('seasons.points.bad');
    },
  };
}

/** What the events of a season's legs are founded in. */
function seriesOf<S>(): Field<string, S> {
  const field = text<S>({ label: 'seasons.bears', hint: 'seasons.bears.hint', most: SERIES_ID.most, placeholder: 'grand-prix-2027' });
  return {
    ...field,
    read: (raw, subject, known) => {
      const read = field.read(raw, subject, known);
      return read.ok && !IS_SERIES.test(read.value) ? bad('seasons.bears.bad') : read;
    },
  };
}

export const announceSeason = actOn<OnNothing>()('announce_season', {
  deed: null,
  place: { page: '/seasons', at: 'Announce a season' },
  title: () => say('seasons.announce'),
  fields: {
    name: text<OnNothing>({ label: 'seasons.name', most: LONGEST_NAME }),
    year: count<OnNothing>({ label: 'seasons.year', least: 1970, most: 2999 }),
    federation: oneOf<OnNothing>({
      label: 'seasons.federation',
      options: () => offices.federations.map(({ code, name }) => ({ value: code, text: `${code} ${name}` })),
      initial: () => offices.federations[0]?.code ?? '',
    }),
    series: choice<'grand_prix' | 'own', OnNothing>({
      label: 'seasons.series',
      options: { grand_prix: 'seasons.series.grand_prix', own: 'seasons.series.own' },
    }),
    bears: optional(seriesOf<OnNothing>()),
    championship: askedIf(
      (known: Known) => !isOwn(known),
      optional(day<OnNothing>({ label: 'seasons.championship', hint: 'seasons.championship.hint' })),
    ),
    legs: askedIf(isOwn, count<OnNothing>({ label: 'seasons.legs', least: 1, most: MOST_LEGS })),
    points: askedIf(isOwn, pointsByPlace<OnNothing>()),
    best: askedIf(isOwn, optional(count<OnNothing>({ label: 'seasons.best', hint: 'seasons.best.hint', least: 1, most: MOST_LEGS }))),
    tie: askedIf(isOwn, optional(count<OnNothing>({ label: 'seasons.tie', hint: 'seasons.tie.hint', least: 1, most: MOST_LEGS }))),
    shared: askedIf(
      isOwn,
      startingWith(() => '1', count<OnNothing>({ label: 'seasons.shared', hint: 'seasons.shared.hint', least: 1, most: MOST_RANKS })),
    ),
    by_points: askedIf(isOwn, tick<OnNothing>({ label: 'seasons.by_points' })),
    hosts_differ: askedIf(isOwn, tick<OnNothing>({ label: 'seasons.hosts_differ' })),
  },
  name: ({ name }) => t('seasons.announce.do', { name }),
  blocked: () => (offices.federations.length > 0 ? null : say('seasons.blocked.officers')),
  path: () => ({}),
  body: ({ name, year, federation, series, bears, championship, legs, points, best, tie, shared, by_points, hosts_differ }) => ({
    name,
    year,
    federation,
    ...(bears ? { series: bears } : {}),
    ...(championship ? { championship_date: championship } : {}),
    ...(series === 'own' && {
      terms: {
        points: points ?? [],
        best_results: best ?? 0,
        tie_best_results: tie ?? 0,
        shared_from_rank: shared ?? 1,
        tied_by_points: by_points ?? false,
        legs: legs ?? 0,
        hosts_differ: hosts_differ ?? false,
      },
    }),
  }),
});

const ofSeason = ({ season }: OnSeason): { season_id: string } => ({ season_id: season.summary.id });

/** Why the calendar is not decided on by whoever looks, or any more. */
export function notTheirs(subject: OnSeason): string | null {
  const { summary } = subject.season;
  if (summary.closed) return say('seasons.blocked.closed');
  return isCommittee(subject) ? null : t('seasons.blocked.committee', { federation: summary.federation });
}

export const fixCalendar = actOn<OnSeason>()('fix_calendar', {
  deed: null,
  place: place('the calendar, while it is open'),
  title: () => say('seasons.fix'),
  fields: {},
  blocked: (subject) => {
    if (subject.season.summary.calendar_fixed) return say('seasons.blocked.fixed');
    const unset = unsetOf(subject.season);
    return (
      notTheirs(subject) ??
      (unset.length > 0 ? t('seasons.blocked.unset', { legs: listText(unset.map(String)), count: unset.length }) : null)
    );
  },
  ask: (_, { season }) => {
    const last = lastDayOf(season);
    const isLate = last !== null && live.clock.now() >= (season.calendar_due_ms ?? 0);
    return {
      title: say('seasons.fix.ask'),
      text: isLate ? t('seasons.fix.late', { day: formatDay(last) }) : say('seasons.fix.text'),
      agree: say('seasons.fix'),
    };
  },
  path: ofSeason,
  body: () => ({}),
  done: () => say('seasons.fix.done'),
});

export const closeSeason = actOn<OnSeason>()('close_season', {
  deed: null,
  place: place('the table, once every leg is over or called off'),
  title: () => say('seasons.close'),
  fields: {},
  blocked: (subject) => {
    const { season } = subject;
    const barred = notTheirs(subject);
    if (barred !== null) return barred;
    if (!season.summary.calendar_fixed) return say('seasons.blocked.open');
    const open = openOf(season);
    return open.length > 0 ? t('seasons.blocked.legs', { legs: listText(open.map(String)), count: open.length }) : null;
  },
  ask: (_, { season }) => ({
    title: t('seasons.close.ask', { name: season.summary.name }),
    text: say('seasons.close.text'),
    agree: say('seasons.close'),
  }),
  path: ofSeason,
  body: () => ({}),
  done: () => say('seasons.close.done'),
});
