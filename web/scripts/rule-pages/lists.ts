import { at, sourceOf, type RuleDocument, type Value } from '../../src/event/rules/document';
import { listText } from '../../src/i18n';
import type { Table } from './blocks';
import { DUTY_TIMES, TEAM_TIES } from './words';

const COST = new Intl.NumberFormat('en');

const numbers = (value: Value | undefined): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [];
const names = (value: Value | undefined): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
const number = (document: RuleDocument, path: string): number => {
  const value = at(document, path);
  if (typeof value !== 'number') throw new Error(`${path} is no number`);
  return value;
};
const word = (words: Readonly<Record<string, string>>, name: string): string => {
  const found = words[name];
  if (found === undefined) throw new Error(`no page says what ${name} is`);
  return found;
};

/** A line of a table of values: what it is, the value, its paragraph. */
type Row = [what: string, value: string, rule: string];
const rule = (document: RuleDocument, path: string): string => sourceOf(document, path) ?? '';

/** How a nation’s team is made up; nothing where there are no teams. */
export function teamRows(document: RuleDocument): Row[] {
  if (at(document, 'teams.by_nation') !== true) return [];
  const days = number(document, 'teams.residence_days');
  const rows: (Row | null)[] = [
    [
      'Players of a nation that has a contact person only, at most',
      String(number(document, 'teams.contact_person_players')),
      rule(document, 'teams.contact_person_players'),
    ],
    at(document, 'teams.host_additional_player') === true
      ? ['The host’s additional player', 'One more, where the number of players is odd', rule(document, 'teams.host_additional_player')]
      : null,
    at(document, 'teams.citizens_or_residents') === true
      ? [
          'Who plays for a nation',
          `Its citizens, and whoever has lived there for ${days} days of the last twelve months`,
          rule(document, 'teams.residence_days'),
        ]
      : null,
    [
      'A nation that is no member of the federation applies',
      `${number(document, 'teams.application_days')} days before the event`,
      rule(document, 'teams.application_days'),
    ],
    [
      'A team is changed with the director’s permission',
      `In the last ${number(document, 'teams.permission_needed_days')} days before the event`,
      rule(document, 'teams.permission_needed_days'),
    ],
  ];
  return rows.filter((row) => row !== null);
}

/** The list of teams; nothing where there are none. */
export function teamListRows(document: RuleDocument): Row[] {
  const source = rule(document, 'team_list');
  if (at(document, 'teams.by_nation') !== true && source === '') return [];
  const counted = number(document, 'team_list.counted_results');
  const ties = names(at(document, 'team_list.first_place_ties')).map((name) => word(TEAM_TIES, name));
  const from = number(document, 'team_list.additional_left_out_from');
  return [
    ['Results of a team that are added', counted === 0 ? 'All' : `The ${counted} best`, source],
    ...(from > 0 ? [['The host’s additional player counts', `In a team of fewer than ${from} others`, source] satisfies Row] : []),
    ['Teams tied for first place', ties.length === 0 ? 'Are equal' : `${listText(ties)}; then they are equal`, source],
  ];
}

/** The points of a season; nothing where there is none. */
export function seasonRows(document: RuleDocument): Row[] {
  const points = numbers(at(document, 'season.points'));
  if (points.length === 0) return [];
  const [best, tied] = [number(document, 'season.best_results'), number(document, 'season.tie_best_results')];
  const from = number(document, 'season.shared_from_rank');
  const source = rule(document, 'season');
  return [
    ['Points of the season, first place to last', points.join(', '), source],
    ['Results that count', best === 0 ? 'All' : `The ${best} best`, source],
    ...(tied > best ? [['Who is tied then', `The ${tied} best decide`, source] satisfies Row] : []),
    ['Equal places', `Share the average of their points from place ${from} down`, source],
  ];
}

/** What organiser and director owe to others; null where they owe nothing. */
export function dutiesTable(document: RuleDocument): Table | null {
  const duties = at(document, 'duties');
  if (!Array.isArray(duties) || duties.length === 0) return null;
  const said = (duty: Value, name: string): string => String(at(duty, name) ?? '');
  return {
    head: ['what is owed', 'when', 'paragraph'],
    rows: duties.map((duty) => [said(duty, 'text'), word(DUTY_TIMES, said(duty, 'time')), said(duty, 'rule')]),
  };
}

/** What the program’s prices are, for whoever sets them; null where rounds are not paired by prices. */
export function pricesTable(document: RuleDocument): Table | null {
  if (at(document, 'pairing.model.kind') !== 'papp') return null;
  const price = (name: string): string => {
    const value = at(document, `pairing.model.${name}`);
    const shown = numbers(Array.isArray(value) ? value.slice(0, 4) : [value ?? 0]).map((one) => COST.format(one));
    return shown.join('; ') + (Array.isArray(value) && value.length > 4 ? ' …' : '');
  };
  const prices: [name: string, what: string][] = [
    ['repeat_same_colours', 'a pair that met with the same colours'],
    ['repeat_opposite_colours', 'a pair that met with the other colours'],
    ['repeat_bye', 'a second bye'],
    ['float', 'opponents whose points differ by 0, ½, 1, 1½ and so on'],
    ['colour', 'a player whose games as Black and as White would differ by 0, 1, 2, 3 and so on'],
    ['same_colour', 'the colour of the round before again'],
    ['same_float', 'a float in the direction of the last one'],
    ['country', 'a pair of one country'],
  ];
  return { head: ['price of', 'in points of cost'], rows: prices.map(([name, what]) => [what, price(name)]) };
}
