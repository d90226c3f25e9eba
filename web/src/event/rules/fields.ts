import { PENALTIES } from '../penalties';

/** A part of a value that has several: where it stands in it, and how it is shown. */
export interface Part {
  key: string;
  control: Simple;
}

/** How one plain value is shown and edited. Times stand in ms in the document. */
export type Simple =
  | { kind: 'time'; unit: 's' | 'min'; optional?: true }
  | { kind: 'count'; optional?: true; least?: number }
  | { kind: 'halves' }
  /** Points without an upper end, in half-points in the document. */
  | { kind: 'points' }
  | { kind: 'tick' }
  | { kind: 'text' }
  | { kind: 'choice'; options: readonly string[] }
  /** Minor units of money: cents. */
  | { kind: 'money' };

/** How a field is shown and edited. */
export type RuleControl =
  | Simple
  | { kind: 'many'; options: readonly string[] }
  /** Some of them, first to last. */
  | { kind: 'order'; options: readonly string[] }
  /** One of several kinds, each with its parts; `none` is null in the document. */
  | { kind: 'union'; options: Readonly<Record<string, readonly Part[]>>; tag: string }
  /** Rows of the same parts; a part with the key `` is the whole row. */
  | { kind: 'rows'; parts: readonly Part[] }
  | { kind: 'formats' };

export const GROUPS = ['format', 'time', 'play', 'ranking', 'pairing', 'entry', 'spectators', 'offices', 'penalties', 'prizes'] as const;
export type Group = (typeof GROUPS)[number];

/** What fixes a field once round 1 is published: at once, or when something comes of it. */
export type Until = 'round_one' | 'stages' | 'chairs' | 'starting_scores' | 'byes' | 'missed_rounds' | 'proceedings' | 'list';

export interface RuleField {
  path: string;
  group: Group;
  control: RuleControl;
  until?: Until;
}

const ROLES = ['head_director', 'assistant', 'table_judge', 'monitor', 'organiser', 'head_arbiter'] as const;
const TIE_BREAKS = [
  'points',
  'brightwell_quotient',
  'disc_count',
  'buchholz:0',
  'buchholz:1',
  'buchholz:2',
  'progressive',
  'sonneborn_berger',
  'head_to_head',
  'sum_of_opponents_scores',
  'sum_of_defeated_opponents_scores',
  'median',
  'score_against_common_opponents',
  'cumulative',
  'fewest_timeouts',
  'lots',
] as const;
const LEVELS = ['repeats', 'third_meetings', 'difference', 'difference_squares', 'colour', 'floats', 'alternation', 'country'] as const;

const minutes: Simple = { kind: 'time', unit: 'min' };
const seconds: Simple = { kind: 'time', unit: 's' };
const tick: Simple = { kind: 'tick' };
const count: Simple = { kind: 'count' };
const maybe: Simple = { kind: 'count', optional: true };
const halves: Simple = { kind: 'halves' };
const choice = (...options: string[]): Simple => ({ kind: 'choice', options });
const part = (key: string, control: Simple): Part => ({ key, control });

/** How a player’s time is counted. */
export const TIME_CONTROL: RuleControl = {
  kind: 'union',
  tag: 'kind',
  options: {
    sudden_death: [part('main_ms', minutes)],
    fischer: [part('main_ms', minutes), part('increment_ms', seconds)],
    bronstein: [part('main_ms', minutes), part('delay_ms', seconds)],
    byoyomi: [part('main_ms', minutes), part('periods', count), part('period_ms', seconds)],
    canadian: [part('main_ms', minutes), part('moves', count), part('block_ms', minutes)],
  },
};

const of = (group: Group, path: string, control: RuleControl, until?: Until): RuleField => ({
  path,
  group,
  control,
  ...(until && { until }),
});
const STAGES = ['qualification', 'playoffs', 'semi_finals', 'third_place', 'final', 'womens_playoffs', 'womens_final'];

/**
 * The fields of a rule set that people set, in the order in which they are shown: what the editor edits, what the public
 * page says, and by what names differences and deviations go. What is not here stays as it is.
 */
export const RULE_FIELDS: readonly RuleField[] = [
  of('format', 'formats', { kind: 'formats' }, 'stages'),
  of('format', 'rounds', maybe, 'stages'),
  of('format', 'extra_rounds', choice('none', 'while_perfect_scores'), 'list'),
  of('format', 'timetable.sessions', { kind: 'rows', parts: [part('day', count), part('share', count)] }),
  of('format', 'timetable.finals_day', count),
  ...STAGES.map((stage) => of('time', `time_controls.${stage}`, TIME_CONTROL)),
  of('time', 'shortest_main_ms', minutes),
  of('time', 'round_notice_ms', minutes),
  of('time', 'default_policy', choice('play_on_for_score', 'loss_of_all_discs', 'loss_on_board', 'winner_plays_on')),
  of('time', 'absence_policy', { kind: 'union', tag: 'kind', options: { clock_only: [], limit: [part('after_ms', minutes)] } }),
  of('time', 'confirm_within_ms', minutes),
  of('time', 'lag_credit.per_move_ms', seconds),
  of('time', 'lag_credit.per_game_ms', seconds),
  of('time', 'lag_credit.covers_reading', tick),
  of('play', 'variant.goal', choice('most', 'fewest'), 'round_one'),
  of('play', 'variant.opening', choice('standard', 'placed_1883', 'placed_1883_may_flip', 'placed_1883_must_flip'), 'round_one'),
  of('play', 'variant.size', choice('8x8', '6x6', '4x4'), 'round_one'),
  of('play', 'variant.handicaps', choice('none', 'band_difference'), 'round_one'),
  of('play', 'over_the_board', tick),
  of('play', 'pass_policy', choice('explicit', 'automatic')),
  of('play', 'premoves', tick),
  of('play', 'director_call.stops_clocks', tick),
  of('play', 'director_call.longest_ms', minutes),
  of('play', 'director_call.most_per_player', count),
  of('play', 'director_call.hides_board', tick),
  of('play', 'freeze_on_mass_stall', tick),
  of('ranking', 'ranking.tie_breaks', { kind: 'order', options: TIE_BREAKS }, 'list'),
  of('ranking', 'ranking.resolution', choice('plain', 'restart_in_subsets', 'drop_below_best'), 'list'),
  of('ranking', 'ranking.even_opponents', tick, 'list'),
  of(
    'ranking',
    'ranking.shared_ranks',
    { kind: 'union', tag: 'kind', options: { equal_points: [], below_medals: [part('medals', count)], only_unbroken: [] } },
    'list',
  ),
  of(
    'ranking',
    'scoring.brightwell_constant',
    { kind: 'union', tag: 'kind', options: { fixed: [part('constant', count)], papp_default: [], squares_over_rounds: [] } },
    'list',
  ),
  of('ranking', 'scoring.bye_half_points', halves, 'byes'),
  of('ranking', 'scoring.bye_discs', count, 'byes'),
  of('ranking', 'scoring.missed_round_half_points', halves, 'missed_rounds'),
  of('ranking', 'category_titles', { kind: 'many', options: ['women', 'youth', 'senior'] }, 'list'),
  of(
    'pairing',
    'pairing.first_round',
    choice('random', 'woc_groups', 'rated_slide', 'rated_fold', 'rated_adjacent', 'manual'),
    'round_one',
  ),
  of('pairing', 'pairing.round_robin_table', choice('circle', 'papp', 'berger'), 'chairs'),
  of('pairing', 'pairing.model.levels', { kind: 'order', options: LEVELS }),
  of('pairing', 'pairing.model.modified_levels', { kind: 'order', options: LEVELS }),
  of(
    'pairing',
    'pairing.start',
    {
      kind: 'union',
      tag: 'kind',
      options: {
        none: [],
        accelerated: [part('groups', count), part('step_half_points', halves), part('rounds', count)],
        mc_mahon: [part('bar', { kind: 'count', optional: true })],
      },
    },
    'starting_scores',
  ),
  of(
    'pairing',
    'pairing.start.bands',
    { kind: 'rows', parts: [part('from_rating', count), part('half_points', { kind: 'points' })] },
    'starting_scores',
  ),
  of('entry', 'entry.mode', choice('open', 'invited', 'list_only')),
  of('entry', 'entry.acceptance', choice('tacit', 'asked')),
  of('entry', 'entry.capacity', maybe),
  of('entry', 'entry.waiting_list', tick),
  of('entry', 'entry.fee', { kind: 'text' }),
  of('entry', 'entry.paid_before_pairing', tick),
  of('entry', 'entry.federation_agreement', tick),
  of('entry', 'entry.federation_number_required', tick),
  of('entry', 'entry.rating_from', maybe),
  of('entry', 'entry.rating_to', maybe),
  of('entry', 'entry.late_entry_until_round', count),
  of('entry', 'entry.missed_rounds_half_points', halves),
  of('entry', 'entry.announced_absence_half_points', halves),
  of('entry', 'entry.scored_absences', maybe),
  of('entry', 'entry.check_in', choice('not_required', 'first_round', 'every_round')),
  of('entry', 'entry.no_shows_until_withdrawn', maybe),
  of('entry', 'entry.computers.banned', tick),
  of('entry', 'entry.computers.operator_required', tick),
  of('entry', 'entry.computers.members_only', tick),
  of('entry', 'entry.computers.may_be_refused', tick),
  of('entry', 'entry.computers.parameters_between_rounds_only', tick),
  of('entry', 'teams.by_nation', tick, 'round_one'),
  of('entry', 'teams.most_players', count, 'round_one'),
  of('entry', 'teams.most_of_one_gender', count, 'round_one'),
  of('spectators', 'spectators', {
    kind: 'union',
    tag: 'kind',
    options: { on: [], delayed: [part('plies', count), part('ms', minutes)], off: [] },
  }),
  of('spectators', 'spectator_chat', tick),
  of('spectators', 'spectator_chat_shown', tick),
  of('offices', 'offices.clocks', { kind: 'many', options: ROLES }),
  of('offices', 'offices.live_results', { kind: 'many', options: ROLES }),
  of('offices', 'offices.confirmation', { kind: 'many', options: ROLES }),
  of('offices', 'offices.rivals_refused', tick),
  of('offices', 'single_official', tick),
  of('offices', 'announced_before_round_one', { kind: 'many', options: ['general', 'monitors', 'time_rules'] }, 'round_one'),
  of('penalties', 'penalties.known', { kind: 'many', options: PENALTIES }, 'proceedings'),
  of('penalties', 'penalties.imposed_by', { kind: 'many', options: ROLES }, 'proceedings'),
  of('penalties', 'penalties.reviewed', { kind: 'many', options: PENALTIES }, 'proceedings'),
  of('penalties', 'penalties.disqualified_rank_last', tick, 'proceedings'),
  of(
    'penalties',
    'penalties.appeals',
    {
      kind: 'union',
      tag: 'body',
      options: {
        none: [],
        head_arbiter: [
          part('referral_to_committee', tick),
          part('window_ms', { kind: 'time', unit: 'min', optional: true }),
          part('before_next_pairing', tick),
        ],
        committee: [
          part('referral_to_committee', tick),
          part('window_ms', { kind: 'time', unit: 'min', optional: true }),
          part('before_next_pairing', tick),
        ],
      },
    },
    'proceedings',
  ),
  of('prizes', 'prizes.currency', { kind: 'text' }),
  of('prizes', 'prizes.prizes', { kind: 'rows', parts: [part('', { kind: 'money' })] }),
  of('prizes', 'prizes.tied_by', choice('rank', 'score')),
  of('prizes', 'prizes.remainder', choice('first_in_list', 'kept')),
];

/** The field that a path is about: its own, the one it lies in, or the first that lies in it. */
export function fieldOf(path: string): RuleField | null {
  const exact = RULE_FIELDS.find((one) => one.path === path) ?? RULE_FIELDS.find((one) => path.startsWith(`${one.path}.`));
  return exact ?? RULE_FIELDS.find((one) => one.path.startsWith(`${path}.`)) ?? (path === 'finals' ? (RULE_FIELDS[0] ?? null) : null);
}

/** What a part begins with where its kind is chosen anew. */
const BEGINNINGS: Readonly<Record<string, number>> = {
  main_ms: 1_500_000,
  increment_ms: 5_000,
  delay_ms: 5_000,
  periods: 3,
  period_ms: 30_000,
  moves: 20,
  block_ms: 300_000,
  after_ms: 900_000,
  medals: 3,
  constant: 6,
  groups: 2,
  step_half_points: 2,
  rounds: 2,
  plies: 2,
  ms: 300_000,
  day: 1,
  share: 1,
  from_rating: 1_600,
  half_points: 2,
};

export function beginningOf({ key, control }: Part): string | number | boolean | null {
  if (control.kind === 'tick') return false;
  if (control.kind === 'text') return '';
  if ((control.kind === 'time' || control.kind === 'count') && control.optional) return null;
  return BEGINNINGS[key] ?? 0;
}
