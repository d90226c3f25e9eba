import { accountNames } from '../../contract/account-names.svelte';
import { say, sentences, t } from '../../i18n';
import { countryName } from '../../i18n/countries';
import { formatDay } from '../../i18n/numbers';
import { account } from '../kit/accounts';
import { actOn } from '../kit/act';
import { startingWith, type Field, type Option } from '../kit/field';
import { day, lines, oneOf, reason, text } from '../kit/fields';
import { notTheirs } from './season';
import { isHost, membersOf, type OnLeg, type OnLegEvents, type OnPlace } from './subjects';

const LONGEST_PLACE = 100;
const LONGEST_REASON = 500;
const place = (at: string): { page: string; at: string } => ({ page: '/seasons/:season', at });

const ofLeg = ({ season, number }: OnPlace): { season_id: string; leg: number } => ({ season_id: season.summary.id, leg: number });

/** Nations that may host a leg; where hosts differ, not those that host another one. */
function hosts(subject: OnPlace): Option[] {
  const { season, number } = subject;
  const others = season.legs.filter(({ leg, called_off }) => leg !== number && !called_off);
  return membersOf(subject).map((code) => {
    const other = season.terms.hosts_differ ? others.find(({ host }) => host === code) : undefined;
    return { value: code, text: countryName(code), blocked: other ? t('seasons.blocked.host', { leg: other.leg }) : null };
  });
}

/** Where and when a leg is held, beginning with what stands. */
const venueFields = <S extends OnPlace>(): { host: Field<string, S>; date: Field<string, S>; place: Field<string, S> } => ({
  host: oneOf<S>({ label: 'seasons.host', options: hosts, initial: ({ leg }) => leg?.host ?? '' }),
  date: startingWith<string, S>(({ leg }) => leg?.date ?? '', day<S>({ label: 'seasons.date' })),
  place: startingWith<string, S>(({ leg }) => leg?.place ?? '', text<S>({ label: 'seasons.place', most: LONGEST_PLACE })),
});

type Venue = Readonly<Record<'host' | 'date' | 'place', string>>;

/** Why a leg is not held there and then, though each field is right by itself. */
function unfitVenue({ host, date, place: where }: Venue, { season, leg }: OnPlace): string | null {
  if (!date.startsWith(`${season.summary.year}-`)) return t('seasons.bad.year', { year: `${season.summary.year}` });
  return leg?.host === host && leg.date === date && leg.place === where ? say('seasons.bad.same') : null;
}

export const setLeg = actOn<OnPlace>()('set_leg', {
  deed: null,
  place: place('each leg, while the calendar is open'),
  title: ({ number, leg }) => t(leg ? 'seasons.leg.set_anew' : 'seasons.leg.set', { number }),
  fields: venueFields<OnPlace>(),
  name: ({ host, date }, { number }) => t('seasons.leg.set.do', { number, host: countryName(host), day: formatDay(date, 'short') }),
  blocked: (subject) => (subject.season.summary.calendar_fixed ? say('seasons.blocked.fixed') : notTheirs(subject)),
  unfit: unfitVenue,
  path: ofLeg,
  body: ({ host, date, place: where }) => ({ host, date, place: where }),
});

/** Why nothing of a leg that is set is decided any more. */
function over({ leg }: OnLeg): string | null {
  if (leg.called_off) return say('seasons.blocked.called_off');
  return leg.ranking_version === null ? null : say('seasons.blocked.played');
}

export const changeLeg = actOn<OnLeg>()('change_leg', {
  deed: null,
  place: place('each leg, once the calendar is fixed and before its event begins'),
  title: ({ number }) => t('seasons.leg.change', { number }),
  fields: {
    ...venueFields<OnLeg>(),
    reason: reason<OnLeg>(LONGEST_REASON, 'seasons.reason'),
    notice: lines<OnLeg>({ label: 'seasons.notice', hint: 'seasons.notice.hint', most: LONGEST_REASON }),
  },
  name: ({ host, date }, { number }) => t('seasons.leg.set.do', { number, host: countryName(host), day: formatDay(date, 'short') }),
  blocked: (subject) => {
    if (!subject.season.summary.calendar_fixed) return say('seasons.blocked.open');
    return notTheirs(subject) ?? over(subject) ?? (subject.leg.begun ? say('seasons.blocked.begun') : null);
  },
  unfit: unfitVenue,
  ask: ({ host, date }, { leg }) => {
    const elsewhere = host !== leg.host && leg.director_account_id !== null;
    const unlinked = (host !== leg.host || date !== leg.date) && leg.tournament_id !== null;
    if (!elsewhere && !unlinked) return null;
    const told = [elsewhere ? say('seasons.leg.change.director') : '', unlinked ? say('seasons.leg.change.event') : ''];
    return { title: say('seasons.leg.change.ask'), text: sentences(told), agree: say('seasons.leg.change.do') };
  },
  path: ofLeg,
  body: ({ host, date, place: where, reason: why, notice }) => ({ host, date, place: where, reason: why, notice }),
});

export const callOffLeg = actOn<OnLeg>()('call_off_leg', {
  deed: null,
  place: place('each leg, once the calendar is fixed'),
  title: ({ number }) => t('seasons.leg.call_off', { number }),
  fields: { reason: reason<OnLeg>(LONGEST_REASON, 'seasons.reason') },
  blocked: (subject) => (subject.season.summary.calendar_fixed ? (notTheirs(subject) ?? over(subject)) : say('seasons.blocked.open')),
  ask: (_, { number }) => ({
    title: t('seasons.leg.call_off.ask', { number }),
    text: say('seasons.leg.call_off.text'),
    agree: t('seasons.leg.call_off', { number }),
  }),
  path: ofLeg,
  body: ({ reason: why }) => ({ reason: why }),
  danger: true,
});

/** Why whoever looks does not speak for a leg’s host, or not any more. */
function notHosts(subject: OnLeg): string | null {
  const { season, leg } = subject;
  if (season.summary.closed) return say('seasons.blocked.closed');
  return isHost(subject) ? over(subject) : t('seasons.blocked.host_federation', { nation: countryName(leg.host) });
}

export const nameLegDirector = actOn<OnLeg>()('name_leg_director', {
  deed: null,
  place: place('each leg, for officers of its host'),
  title: ({ number, leg }) => t(leg.director_account_id === null ? 'seasons.director.name' : 'seasons.director.another', { number }),
  fields: { account: account<OnLeg>('seasons.director.account') },
  name: ({ account: who }, { number }) => t('seasons.director.do', { name: accountNames.of(who), number }),
  blocked: notHosts,
  unfit: ({ account: who }, { leg }) => (who === leg.director_account_id ? say('seasons.director.same') : null),
  path: ofLeg,
  body: ({ account: who }) => ({ account_id: who }),
});

export const linkLegEvent = actOn<OnLegEvents>()('link_leg_event', {
  deed: null,
  place: place('each leg, for officers of its host'),
  title: ({ number, leg }) => t(leg.tournament_id === null ? 'seasons.event.link' : 'seasons.event.link.another', { number }),
  fields: {
    event: oneOf<OnLegEvents>({
      label: 'seasons.event',
      options: ({ events }) => events.map(({ id, name }) => ({ value: id, text: name })),
      initial: ({ events }) => events[0]?.id ?? '',
    }),
  },
  name: ({ event }, { number, events }) => t('seasons.event.do', { number, name: events.find(({ id }) => id === event)?.name ?? event }),
  blocked: (subject) => {
    const { leg, events } = subject;
    const nowhere = { nation: countryName(leg.host), day: formatDay(leg.date, 'short') };
    return notHosts(subject) ?? (events.length === 0 ? t('seasons.blocked.no_event', nowhere) : null);
  },
  unfit: ({ event }, { season }) => {
    const other = season.legs.find(({ tournament_id }) => tournament_id === event);
    return other ? t('seasons.event.linked', { leg: other.leg }) : null;
  },
  path: ofLeg,
  body: ({ event }) => ({ tournament_id: event }),
});
