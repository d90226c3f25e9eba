import { tickSeasonDuty, untickSeasonDuty } from './duties';
import { callOffLeg, changeLeg, linkLegEvent, nameLegDirector, setLeg } from './legs';
import { announceSeason, closeSeason, fixCalendar } from './season';

/** What federations and directors do about seasons, by the operations of the contract. */
export const seasonActs = {
  announce_season: announceSeason,
  set_leg: setLeg,
  fix_calendar: fixCalendar,
  change_leg: changeLeg,
  call_off_leg: callOffLeg,
  name_leg_director: nameLegDirector,
  link_leg_event: linkLegEvent,
  tick_season_duty: tickSeasonDuty,
  untick_season_duty: untickSeasonDuty,
  close_season: closeSeason,
} as const;
