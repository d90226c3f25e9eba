import type { Tournament } from '../contract/types';

/** What the rules of an event say about who may enter, and how. */
export interface EntryRules {
  mode: 'open' | 'invited' | 'list_only';
  acceptance: 'tacit' | 'asked';
  federation_agreement: boolean;
  /** Empty where entering costs nothing. */
  fee: string;
  paid_before_pairing: boolean;
  waiting_list: boolean;
  capacity: number | null;
  late_entry_until_round: number;
  /** What an announced absence scores, and in how many rounds at most; null: in all. */
  announced_absence_half_points: number;
  scored_absences: number | null;
  check_in: 'not_required' | 'first_round' | 'every_round';
  computers: { banned: boolean; operator_required: boolean; members_only: boolean; may_be_refused: boolean };
}

/** What they say about teams of nations. */
export interface TeamRules {
  by_nation: boolean;
  most_players: number;
  most_of_one_gender: number;
  contact_person_players: number;
  host_additional_player: boolean;
  citizens_or_residents: boolean;
}

interface Rules {
  entry: EntryRules;
  teams: TeamRules;
  scoring: { bye_half_points: number };
}

const ENTRY: EntryRules = {
  mode: 'open',
  acceptance: 'tacit',
  federation_agreement: false,
  fee: '',
  paid_before_pairing: false,
  waiting_list: false,
  capacity: null,
  late_entry_until_round: 0,
  announced_absence_half_points: 0,
  scored_absences: null,
  check_in: 'not_required',
  computers: { banned: false, operator_required: false, members_only: false, may_be_refused: false },
};
const TEAMS: TeamRules = {
  by_nation: false,
  most_players: 0,
  most_of_one_gender: 0,
  contact_person_players: 0,
  host_additional_player: false,
  citizens_or_residents: false,
};

const WIN = 2;

let last: { json: string; rules: Rules } | null = null;

/** The rules of an event about entering it; what they are silent about is as in the default of all rules. */
export function entryRules({ rule_set_json: json }: Pick<Tournament, 'rule_set_json'>): Rules {
  if (last?.json !== json) last = { json, rules: read(json) };
  return last.rules;
}

function read(json: string): Rules {
  const said = parsed(json);
  return {
    entry: { ...ENTRY, ...said.entry, computers: { ...ENTRY.computers, ...said.entry?.computers } },
    teams: { ...TEAMS, ...said.teams },
    scoring: { bye_half_points: WIN, ...said.scoring },
  };
}

function parsed(json: string): Partial<Rules> {
  try {
    return JSON.parse(json) as Partial<Rules>;
  } catch {
    return {};
  }
}
