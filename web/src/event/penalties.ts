import type { Official, Tournament } from '../contract/types';

/** The kinds of penalties, in the order in which they are offered: from the lightest. */
export const PENALTIES = [
  'warning',
  'time',
  'final_score',
  'draw',
  'loss_of_game',
  'points',
  'position',
  'room_expulsion',
  'expulsion',
  'disqualification',
  'series_disqualification',
  'ban',
] as const;
export type PenaltyKind = (typeof PENALTIES)[number];

/** Penalties that a spectator can get. */
export const FOR_SPECTATORS: readonly PenaltyKind[] = ['warning', 'room_expulsion', 'ban'];

interface AppealRules {
  body: 'head_arbiter' | 'committee';
  /** The head arbiter may hand an appeal to a committee. */
  referral_to_committee: boolean;
  /** How long after the decision an appeal can be filed, in ms; null: as long as the event runs. */
  window_ms: number | null;
  /** Once the next round is paired, a result can no more be appealed. */
  before_next_pairing: boolean;
}

/** What a rule set says of penalties, protests and appeals. */
export interface PenaltyRules {
  known: readonly PenaltyKind[];
  imposed_by: readonly string[];
  /** The kinds that somebody else reviews before they apply. */
  reviewed: readonly PenaltyKind[];
  /** Null: every decision is final. */
  appeals: AppealRules | null;
}

interface RuleDocument {
  penalties?: Partial<PenaltyRules>;
  sources?: Record<string, string>;
  over_the_board?: boolean;
  pass_policy?: string;
  pairing?: { first_round?: string };
  /** What spectators see of a running game. */
  spectators?: { kind: 'on' | 'delayed' | 'off'; plies?: number; ms?: number };
}

const OTHELLO: PenaltyRules = {
  known: ['time', 'final_score', 'draw', 'loss_of_game', 'room_expulsion', 'expulsion'],
  imposed_by: ['head_director'],
  reviewed: [],
  appeals: null,
};

type Ruled = Pick<Tournament, 'rule_set_json'>;
const read = new Map<string, RuleDocument>();

/** The event's rule set as it stands there. */
export function documentOf({ rule_set_json: text }: Ruled): RuleDocument {
  const known = read.get(text);
  if (known) return known;
  let found: RuleDocument = {};
  try {
    found = JSON.parse(text) as RuleDocument;
  } catch {
    // Rules that cannot be read here are judged by the server alone.
  }
  read.set(text, found);
  return found;
}

/** The event's rules of penalties. */
export const penaltyRules = (tournament: Ruled): PenaltyRules => ({ ...OTHELLO, ...documentOf(tournament).penalties });

/** The paragraph behind a value of the rules: its own, or that of what it is part of; empty where no text speaks. */
export function paragraphOf(tournament: Ruled, value: string): string {
  const sources = documentOf(tournament).sources ?? {};
  for (let key = value; key !== ''; key = key.slice(0, Math.max(0, key.lastIndexOf('.')))) {
    const paragraph = sources[key];
    if (paragraph) return paragraph;
  }
  return '';
}

/** Rule sets have another word for it than the officials of an event. */
const roleInRules = ({ role }: Official): string => (role === 'assistant_director' ? 'assistant' : role);
/** An office that rule sets name, as the officials of an event have it. */
export const officeInEvent = (office: string): string => (office === 'assistant' ? 'assistant_director' : office);

/** Whether one of the officials imposes penalties under the event's rules. */
export function imposes(tournament: Tournament, account: string | undefined): boolean {
  const { imposed_by: offices } = penaltyRules(tournament);
  return tournament.officials.some((one) => one.account_id === account && offices.includes(roleInRules(one)));
}
