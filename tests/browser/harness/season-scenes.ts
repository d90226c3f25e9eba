/** The scenes of seasons: a confederation whose rating officer is `officer`, and its Grand Prix. */
import type { Facts } from '../../../web/src/acts/kit/trial';
import * as scenes from './scenes';
import type { Set, Setting } from './trial-sets';
import type { House } from './trials';
import { found } from './until';

/** Who hosts the legs, in their order. */
export const HOSTS = ['DNK', 'NOR', 'SWE', 'FIN'];
const YEAR = new Date().getFullYear() + 1;
let made = 0;

/** The first day of a leg. */
export const dateOf = (year: number, leg: number): string => `${year}-0${2 * leg}-13`;
const dayOf = (date: string): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'long' }).format(new Date(date));
/** Letters alone, as a federation’s code has them. */
const letters = (number: number): string => [...`${number}`].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('');

/** A confederation of the hosts with a rating officer, both of an administrator’s making. */
export async function confederation(administrator: scenes.Person, officer: scenes.Person, code: string): Promise<void> {
  await administrator.rest.call('register_federation', { body: { code, name: `Confederation ${code}`, members: HOSTS } });
  await administrator.rest.call('appoint_rating_officer', { code, account_id: officer.rest.account.id });
}

async function federated(house: House): Promise<Set> {
  made += 1;
  const administrator = await scenes.person(house, 'Aase Lindmose', 'administrator');
  const federation = `SEA${letters(made)}`;
  // Of an office of one’s own: what one may do follows from all offices that one holds.
  const officer = await scenes.person(house, `Runa Aalbek ${made}`, `season-officer-${made}`);
  await confederation(administrator, officer, federation);
  return { people: { officer }, facts: { federation, year: YEAR, date: dateOf(YEAR, 1), day: dayOf(dateOf(YEAR, 1)) } };
}

/** A scene after another, where something has happened. */
const then =
  (before: Setting, what: (set: Set, officer: scenes.Person) => Promise<Facts | void>): Setting =>
  async (house) => {
    const { people, facts } = await before(house);
    const more = (await what({ people, facts }, found(people['officer']))) ?? {};
    return { people, facts: { ...facts, ...more } };
  };
const season_id = ({ facts }: Set): string => `${facts['season']}`;

const announced = then(federated, async ({ facts }, { rest }) => {
  const body = { name: `Fernwood Grand Prix ${made}`, year: YEAR, federation: `${facts['federation']}` };
  const { summary } = await rest.call('announce_season', { body });
  return { season: summary.id };
});
const set = then(announced, async (of, { rest }) => {
  for (const [place, host] of HOSTS.entries()) {
    const leg = place + 1;
    await rest.call('set_leg', { season_id: season_id(of), leg, body: { host, date: dateOf(YEAR, leg), place: `Great Room ${leg}` } });
  }
});
const fixed: Setting = async (house) => {
  const of = await set(house);
  await found(of.people['officer']).rest.call('fix_calendar', { season_id: season_id(of) });
  const event = await scenes.newEvent(house, { name: `Fernwood Leg ${made}`, country: 'DNK', date: dateOf(YEAR, 1) });
  const { director } = event;
  const facts = {
    event: event.id,
    event_name: `Fernwood Leg ${made}`,
    director: director.name,
    director_account: director.rest.account.id,
  };
  return { people: { ...of.people, leg_director: director }, facts: { ...of.facts, ...facts } };
};
const directed = then(fixed, async (of, { rest }) => {
  await rest.call('name_leg_director', { season_id: season_id(of), leg: 1, body: { account_id: `${of.facts['director_account']}` } });
});

export const SEASON_SCENES: Readonly<Record<string, Setting>> = {
  confederation: federated,
  season: announced,
  'season set': set,
  'season fixed': fixed,
  'season directed': directed,
  'season ticked': then(directed, async (of) => {
    const director = found(of.people['leg_director']);
    await director.rest.call('tick_season_duty', { season_id: season_id(of), leg: 1, duty: 'tournament_announced', body: {} });
  }),
  'season called off': then(fixed, async (of, { rest }) => {
    for (const place of HOSTS.keys()) {
      await rest.call('call_off_leg', { season_id: season_id(of), leg: place + 1, body: { reason: 'Nobody can host it.' } });
    }
  }),
};
