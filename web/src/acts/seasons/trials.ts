/**
 * How the acts of seasons are tried. `confederation`: a federation `{federation}` whose rating officer is `officer`; `season`: it has
 * announced the Grand Prix `{season}` of `{year}`, whose legs have no hosts; `season set`: all legs are set; `season fixed`: and the
 * calendar fixed, with an event `{event}` where and when leg 1 is held; `season directed`: `leg_director` directs leg 1; `season
 * ticked`: and has ticked off a duty; `season called off`: no leg takes place.
 */
import type { Season, SeasonLeg } from '../../contract/types';
import type { components } from '../../contract/schema';
import type { Trial } from '../kit/trial';

type Seasons = components['schemas']['ListSeasonsResponse'];

const COMMITTEE = { by: 'officer', page: '/seasons/{season}', read: '/seasons/{season}' } as const;
const DIRECTOR = { ...COMMITTEE, by: 'leg_director' } as const;
const DUTY = "Announce the tournament to the confederation's members in good time.";

const first = ({ legs }: Season): SeasonLeg | undefined => legs.find(({ leg }) => leg === 1);
const announced = (season: Season): boolean => first(season)?.duties.find(({ duty }) => duty === 'tournament_announced')?.done === true;

/** How each of these acts is tried. */
export const seasonTrials: Record<string, Trial> = {
  announce_season: {
    by: 'officer',
    page: '/seasons',
    read: '/seasons',
    scene: 'confederation',
    when: 'at any time, by rating officers of the federation whose series it is',
    open: ['Announce a season'],
    fill: { Name: 'Fernwood Grand Prix', Year: '{year}', Federation: '{federation}', 'Short title': 'fernwood-{year}' },
    press: 'Announce Fernwood Grand Prix',
    holds: ({ seasons }: Seasons, { federation, year }) =>
      seasons.some((one) => one.federation === federation && one.series === `fernwood-${year}`),
    shows: 'The officers of {federation} choose among the nations that apply.',
  },
  set_leg: {
    ...COMMITTEE,
    scene: 'season',
    when: 'until the calendar is fixed',
    open: ['Set leg 1'],
    fill: { 'Host nation': 'DNK', 'First day': '{date}', Place: 'Fernwood Hall' },
    press: 'Hold leg 1 in Denmark on {day}',
    holds: (season: Season) => first(season)?.place === 'Fernwood Hall',
    shows: 'Fernwood Hall',
  },
  fix_calendar: {
    ...COMMITTEE,
    scene: 'season set',
    when: 'once every leg has a host and a date; after its deadline it departs from the text',
    press: 'Fix the calendar',
    answer: 'Fix the calendar',
    holds: ({ summary }: Season) => summary.calendar_fixed,
    shows: 'Fixed on ',
  },
  change_leg: {
    ...COMMITTEE,
    scene: 'season fixed',
    when: 'once the calendar is fixed, before the event of the leg begins',
    open: ['Change leg 1'],
    fill: { Place: 'Harbour Club', Reason: 'The hall is taken.', 'Notice of it': 'By letter to all members.' },
    press: 'Hold leg 1 in Denmark on {day}',
    holds: (season: Season) => first(season)?.changes.length === 1,
    shows: 'The hall is taken.',
  },
  call_off_leg: {
    ...COMMITTEE,
    scene: 'season fixed',
    when: 'once the calendar is fixed, before the final ranking of the leg is confirmed',
    open: ['Call off leg 1'],
    fill: { Reason: 'Nobody can host it.' },
    press: 'Call off leg 1',
    answer: 'Call off leg 1',
    holds: (season: Season) => first(season)?.called_off === true,
    shows: 'Nobody can host it.',
  },
  name_leg_director: {
    ...COMMITTEE,
    scene: 'season fixed',
    when: 'before the final ranking of the leg is confirmed, by rating officers of its host or of the series’ federation',
    open: ['Name the director of leg 1'],
    fill: { Director: '{director_account}' },
    press: 'Name {director} director of leg 1',
    holds: (season: Season, { director_account }) => first(season)?.director_account_id === director_account,
    shows: '{director}, named by {federation}',
  },
  link_leg_event: {
    ...COMMITTEE,
    scene: 'season fixed',
    when: 'before the final ranking of the leg is confirmed, by the same officers; an event in its nation that begins on its day',
    open: ['Say which event leg 1 is'],
    fill: { Event: '{event}' },
    press: 'Leg 1 is {event_name}',
    holds: (season: Season, { event }) => first(season)?.tournament_id === event,
    shows: '– has not begun',
  },
  tick_season_duty: {
    ...DIRECTOR,
    scene: 'season directed',
    when: 'a duty’s time has come, by the director of the leg',
    open: [`Tick off: ${DUTY}`],
    fill: { 'How it was done': 'By letter to all members.' },
    press: 'Tick it off',
    holds: announced,
    shows: '“By letter to all members.”',
  },
  untick_season_duty: {
    ...DIRECTOR,
    scene: 'season ticked',
    when: 'a duty is ticked off, by the director of the leg',
    open: [`Take back: ${DUTY}`],
    press: 'Not done after all',
    holds: (season: Season) => !announced(season),
    shows: '1 of 5 duties done.',
  },
  close_season: {
    ...COMMITTEE,
    scene: 'season called off',
    when: 'once every leg is called off or has a confirmed final ranking',
    press: 'Close the season',
    answer: 'Close the season',
    holds: ({ summary }: Season) => summary.closed,
    shows: 'Final table',
  },
};
