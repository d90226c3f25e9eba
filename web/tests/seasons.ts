import type { Season, SeasonLeg } from '../src/contract/types';

const DAY_MS = 24 * 3_600_000;
/** When the calendar of 2027 was due. */
export const DUE_MS = Date.UTC(2026, 11, 2);

const DUTY = {
  duty: 'tournament_announced',
  time: 'before_play',
  rule: 'EGP I.2.3',
  text: 'Announce the tournament to the confederation’s members in good time.',
  done: false,
  due: true,
  late: false,
  by_account_id: null,
  at_ms: null,
  note: null,
};

/** A leg that has a host and a date, and nothing else. */
export const legOf = (leg: number, host: string, parts: Partial<SeasonLeg> = {}): SeasonLeg => ({
  leg,
  host,
  date: `2027-0${leg}-13`,
  place: `Fernwood Hall ${leg}`,
  changes: [],
  director_account_id: null,
  director_name: null,
  director_federation: null,
  director_named_at_ms: null,
  tournament_id: null,
  in_series: false,
  begun: false,
  ranking_version: null,
  counted_ranking_version: null,
  called_off: false,
  called_off_reason: null,
  called_off_at_ms: null,
  duties: [DUTY],
  ...parts,
});

/** A Grand Prix of 2027 whose first two legs are set. */
export function seasonOf(parts: Partial<Omit<Season, 'summary'>> & { summary?: Partial<Season['summary']> } = {}): Season {
  const { summary, ...rest } = parts;
  return {
    summary: {
      id: 's1',
      name: 'European Grand Prix 2027',
      year: 2027,
      federation: 'EOCF',
      legs: 4,
      legs_set: 2,
      calendar_fixed: false,
      closed: false,
      series: null,
      seq: 3,
      ...summary,
    },
    terms: {
      points: [200, 140, 90, 60],
      best_results: 3,
      tie_best_results: 4,
      shared_from_rank: 5,
      tied_by_points: false,
      legs: 4,
      hosts_differ: true,
    },
    grand_prix: true,
    championship_date: null,
    calendar_due_ms: DUE_MS,
    calendar_fixed_at_ms: null,
    calendar_late: false,
    legs: [legOf(1, 'DNK'), legOf(2, 'NOR')],
    table: [],
    closed_at_ms: null,
    table_problem: null,
    ...rest,
  };
}

/** The same with all four legs over, closed. */
export function closedSeason(): Season {
  const hosts = ['DNK', 'NOR', 'SWE', 'FIN'];
  const result = (leg: number, rank: number, points: string, counts = true) => ({
    leg,
    rank,
    points,
    counts,
    entrant_id: `e${leg}-${rank}`,
  });
  return seasonOf({
    summary: { calendar_fixed: true, closed: true, legs_set: 4 },
    calendar_fixed_at_ms: DUE_MS + DAY_MS,
    calendar_late: true,
    legs: hosts.map((host, place) =>
      legOf(place + 1, host, {
        tournament_id: `t${place + 1}`,
        begun: true,
        ranking_version: place === 1 ? 2 : 1,
        counted_ranking_version: 1,
        director_account_id: 'director',
        director_name: 'Ingrid Vestergrund',
        director_federation: host,
        director_named_at_ms: DUE_MS,
      }),
    ),
    closed_at_ms: DUE_MS + 300 * DAY_MS,
    table: [
      {
        rank: 1,
        federation_number: 220_901,
        name: 'Torunn Brandvold',
        country: 'NOR',
        points: '600',
        tie_points: '740',
        results: [result(1, 1, '200'), result(2, 1, '200'), result(3, 2, '140', false), result(4, 1, '200')],
      },
      {
        rank: 2,
        federation_number: null,
        name: 'Sofus Klitgaard',
        country: 'DNK',
        points: '177 1/2',
        tie_points: '177 1/2',
        results: [result(1, 2, '140'), result(3, 5, '37 1/2')],
      },
    ],
  });
}
