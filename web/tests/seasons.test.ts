import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Form } from '../src/acts/kit/form.svelte';
import type { Raw } from '../src/acts/kit/field';
import { tickSeasonDuty, untickSeasonDuty } from '../src/acts/seasons/duties';
import { callOffLeg, changeLeg, linkLegEvent, nameLegDirector, setLeg } from '../src/acts/seasons/legs';
import { announceSeason, closeSeason, fixCalendar } from '../src/acts/seasons/season';
import type { OnLegEvents } from '../src/acts/seasons/subjects';
import { offices } from '../src/contract/offices.svelte';
import { session } from '../src/contract/session.svelte';
import type { Account, DutyLine, Federation, Season, SeasonLeg, TournamentSummary } from '../src/contract/types';
import { pointsText, stateOf, termsSaid } from '../src/pages/seasons/words';
import { closedSeason, legOf, seasonOf } from './seasons';

const federation = (code: string, members: string[] = []): Federation => ({
  code,
  name: `Federation ${code}`,
  members,
  officers: [],
  directors: [],
  seq: 1,
});

async function holding(...federations: Federation[]): Promise<void> {
  vi.stubGlobal('fetch', async () => Response.json({ federations, next_page_token: null }));
  session.account = { id: `officer-${federations.map(({ code }) => code).join()}`, login: 'clara' } as Account;
  await offices.again();
}
const CONFEDERATION = federation('EOCF', ['DNK', 'NOR', 'SWE', 'FIN']);

beforeEach(() => holding(CONFEDERATION));
afterEach(() => {
  vi.unstubAllGlobals();
  session.account = null;
});

const onLeg = (season: Season, number: number): OnLegEvents => ({
  season,
  number,
  leg: season.legs.find(({ leg }) => leg === number) as SeasonLeg,
  events: [{ id: 't9', name: 'Fernwood Open', country: 'DNK', date: '2027-01-13' } as TournamentSummary],
});
const fixed = (parts: Parameters<typeof seasonOf>[0] = {}): Season => seasonOf({ ...parts, summary: { calendar_fixed: true } });

describe('a season is announced', () => {
  const filled = (raw: Record<string, Raw>): Form<object> => {
    const form = new Form(announceSeason, () => ({}));
    Object.assign(form.raw, { name: 'European Grand Prix 2027', year: '2027', ...raw });
    return form;
  };

  it('as a Grand Prix of the officer’s federation', () => {
    const form = filled({ championship: '2026-11-03' });
    expect([form.missing, form.name]).toEqual([[], 'Announce European Grand Prix 2027']);
    expect(announceSeason.body(form.known, {}, 0)).toEqual({
      name: 'European Grand Prix 2027',
      year: 2027,
      federation: 'EOCF',
      championship_date: '2026-11-03',
    });
  });

  it('as a series with points of its own', () => {
    const form = filled({ series: 'own', legs: '3', points: '10, 6 4', best: '2', hosts_differ: true });
    expect(form.missing).toEqual([]);
    expect(announceSeason.body(form.known, {}, 0)).toMatchObject({
      terms: {
        points: [10, 6, 4],
        best_results: 2,
        tie_best_results: 0,
        shared_from_rank: 1,
        tied_by_points: false,
        legs: 3,
        hosts_differ: true,
      },
    });
    expect(filled({ series: 'own', legs: '3', points: '10, six' }).missing).toEqual(['Points by place']);
  });

  it('by officers alone', async () => {
    expect(announceSeason.blocked({})).toBeNull();
    await holding();
    expect(announceSeason.blocked({})).toBe('Rating officers of the federation whose series it is do this');
  });
});

describe('the calendar', () => {
  it('is filled by the committee with its members, each once', () => {
    const subject = { season: seasonOf(), number: 3, leg: null };
    expect(setLeg.blocked(subject)).toBeNull();
    const form = new Form(setLeg, () => subject);
    const options = form.fields.find(({ name }) => name === 'host')?.field.control;
    const offered = options?.kind === 'choice' ? options.options(subject, {}) : [];
    expect(offered.map(({ value, blocked }) => [value, blocked])).toEqual([
      ['DNK', 'hosts leg 1'],
      ['NOR', 'hosts leg 2'],
      ['SWE', null],
      ['FIN', null],
    ]);
    Object.assign(form.raw, { host: 'SWE', date: '2027-05-08', place: 'Harbour Club' });
    expect([form.name, form.unfit]).toEqual(['Hold leg 3 in Sweden on Sat 8 May', null]);
    expect(setLeg.body(form.known, subject, 0)).toEqual({ host: 'SWE', date: '2027-05-08', place: 'Harbour Club' });
    form.raw['date'] = '2028-05-08';
    expect(form.unfit).toBe('The season is played in 2027.');
  });

  it('is fixed once every leg has a host', () => {
    expect(fixCalendar.blocked({ season: seasonOf() })).toBe('Legs 3 and 4 have no host yet');
    const whole = seasonOf({ legs: ['DNK', 'NOR', 'SWE', 'FIN'].map((host, place) => legOf(place + 1, host)) });
    expect(fixCalendar.blocked({ season: whole })).toBeNull();
    expect(fixCalendar.ask({}, { season: { ...whole, calendar_due_ms: Date.UTC(2999, 0, 1) } })?.text).not.toContain('departs');
    expect(fixCalendar.ask({}, { season: { ...whole, calendar_due_ms: 0 } })?.text).toContain('departs from EGP I.2.2');
    expect(setLeg.blocked(onLeg(fixed(), 1))).toBe('The calendar is fixed');
  });

  it('is changed afterwards with a reason and a notice, and says what that undoes', () => {
    const subject = onLeg(fixed({ legs: [legOf(1, 'DNK', { director_account_id: 'a', tournament_id: 't1' })] }), 1);
    expect(changeLeg.blocked(onLeg(seasonOf(), 1))).toBe('The calendar is open: its legs are set anew');
    expect(changeLeg.blocked(subject)).toBeNull();
    const form = new Form(changeLeg, () => subject);
    expect(form.raw).toMatchObject({ host: 'DNK', date: '2027-01-13', place: 'Fernwood Hall 1' });
    Object.assign(form.raw, { date: '2027-01-20', reason: 'The hall is taken', notice: 'By letter' });
    expect(changeLeg.ask(form.known, subject)?.text).toBe('The event that was linked is this leg’s no longer.');
    form.raw['host'] = 'SWE';
    expect(changeLeg.ask(form.known, subject)?.text).toContain('The new host names its director anew.');
    expect(changeLeg.body(form.known, subject, 0)).toEqual({
      host: 'SWE',
      date: '2027-01-20',
      place: 'Fernwood Hall 1',
      reason: 'The hall is taken',
      notice: 'By letter',
    });
  });

  it.each<[string, Partial<SeasonLeg>, string]>([
    ['begun', { begun: true }, 'The leg has begun'],
    ['over', { ranking_version: 1 }, 'The leg is over: its final ranking is confirmed'],
    ['called off', { called_off: true }, 'The leg is called off'],
  ])('is not changed where a leg is %s', (_, parts, why) => {
    const subject = onLeg(fixed({ legs: [legOf(1, 'DNK', parts)] }), 1);
    expect(changeLeg.blocked(subject)).toBe(why);
    expect(callOffLeg.blocked(subject)).toBe(parts.begun ? null : why);
  });

  it('is nobody else’s', async () => {
    await holding(federation('DNK'));
    expect(setLeg.blocked({ season: seasonOf(), number: 3, leg: null })).toBe('Rating officers of EOCF do this');
    expect(callOffLeg.blocked(onLeg(fixed(), 1))).toBe('Rating officers of EOCF do this');
  });
});

describe('a leg’s host', () => {
  it('names its director and says which event it is', async () => {
    await holding(federation('DNK'));
    const subject = onLeg(fixed(), 1);
    expect([nameLegDirector.blocked(subject), linkLegEvent.blocked(subject)]).toEqual([null, null]);
    const form = new Form(linkLegEvent, () => subject);
    expect([form.name, form.unfit]).toEqual(['Leg 1 is Fernwood Open', null]);
    expect(linkLegEvent.body(form.known, subject, 0)).toEqual({ tournament_id: 't9' });
    expect(linkLegEvent.blocked({ ...subject, events: [] })).toBe('No event is held in Denmark on Wed 13 January here: create it first');
    expect(nameLegDirector.blocked(onLeg(fixed(), 2))).toBe('Rating officers of Norway, or of the series’ federation, do this');
  });

  it('links no event twice', () => {
    const subject = onLeg(fixed({ legs: [legOf(1, 'DNK'), legOf(2, 'NOR', { tournament_id: 't9' })] }), 1);
    expect(new Form(linkLegEvent, () => subject).unfit).toBe('It is leg 2 already.');
  });
});

describe('the duties of a leg', () => {
  const duty = (parts: Partial<DutyLine> = {}): DutyLine => ({ ...(legOf(1, 'DNK').duties[0] as DutyLine), ...parts });
  const on = (parts: Partial<DutyLine> = {}, by = 'director') => {
    session.account = { id: by, login: by } as Account;
    return { ...onLeg(fixed({ legs: [legOf(1, 'DNK', { director_account_id: 'director' })] }), 1), duty: duty(parts) };
  };

  it('are ticked off and opened again by its director', () => {
    expect(tickSeasonDuty.blocked(on())).toBeNull();
    expect(tickSeasonDuty.path(on(), {})).toEqual({ season_id: 's1', leg: 1, duty: 'tournament_announced' });
    expect(untickSeasonDuty.blocked(on({ done: true }))).toBeNull();
  });

  it.each<[Partial<DutyLine>, string, string]>([
    [{}, 'somebody', 'The director of the leg does this'],
    [{ duty: 'director_named' }, 'director', 'It ticks itself off where it is done'],
    [{ duty: 'standings_sent', time: 'after_play', due: false }, 'director', 'After the ranking is confirmed'],
    [{ done: true }, 'director', 'Done already'],
  ])('%j are not ticked off by %s', (parts, by, why) => expect(tickSeasonDuty.blocked(on(parts, by))).toBe(why));
});

describe('the end of a season', () => {
  it('waits for every leg that takes place', () => {
    const legs = [legOf(1, 'DNK', { ranking_version: 1 }), legOf(2, 'NOR', { called_off: true }), legOf(3, 'SWE')];
    expect(closeSeason.blocked({ season: fixed({ legs }) })).toBe('Leg 3 has no confirmed final ranking yet');
    expect(closeSeason.blocked({ season: fixed({ legs: legs.slice(0, 2) }) })).toBeNull();
    expect(closeSeason.blocked({ season: seasonOf() })).toBe('The calendar is open: its legs are set anew');
    expect(closeSeason.blocked({ season: closedSeason() })).toBe('The season is over');
  });
});

describe('the words for a season', () => {
  it('say how it is counted', () => {
    expect(termsSaid(seasonOf())).toEqual([
      'Points by place: 200, 140, 90, 60.',
      'The best 3 results count.',
      'A tie is broken by one result more, up to 4.',
      'From place 5 down equal players share the average of their places.',
      'No nation hosts two legs.',
    ]);
    const { terms } = seasonOf();
    const other = { ...terms, best_results: 0, tie_best_results: 0, hosts_differ: false, tied_by_points: true, shared_from_rank: 1 };
    expect(termsSaid(seasonOf({ terms: other })).slice(1)).toEqual([
      'All results count.',
      'From place 1 down equal players share the average of their places.',
      'Players with the same points in an event are equal.',
    ]);
  });

  it('say how it stands, and write halves as the field does', () => {
    expect([seasonOf().summary, fixed().summary, closedSeason().summary].map(stateOf)).toEqual(['Calendar open', 'Calendar fixed', 'Over']);
    expect(['200', '37 1/2', '33 1/3'].map(pointsText)).toEqual(['200', '37½', '33 1/3']);
  });
});
