// The shapes of the REST contract, `/api/v1`. Absent optional values are null.

export type Color = 'black' | 'white';

export interface Account {
  id: string;
  display_name: string;
  login: string | null;
  administrator: boolean;
}

export interface Session {
  account: Account;
  access_token: string;
  access_expires_at_ms: number;
  refresh_token: string | null;
}

export interface Seat {
  tournament_id: string;
  entrant_id: string;
}

export interface Me {
  account: Account;
  seats: Seat[];
  directed_tournament_ids: string[];
}

export interface SeatCode {
  tournament_id: string;
  tournament_name: string;
  entrant_id: string;
  display_name: string;
  expires_at_ms: number;
}

export interface SeatClaim {
  tournament_id: string;
  entrant_id: string;
  session: Session | null;
}

export interface IssuedSeatCode {
  code: string;
  link: string;
  expires_at_ms: number;
}

export interface FormatRow {
  entrants_from: number;
  entrants_to: number;
  format: string;
  available: boolean;
  rule: string;
}

export interface RuleSetSummary {
  name: string;
  title: string;
  main_time_ms: number;
  formats: FormatRow[];
}

export type TournamentPhase = 'registration' | 'round_open' | 'between_rounds' | 'played' | 'confirmed';

export interface TournamentSummary {
  id: string;
  name: string;
  country: string;
  date: string;
  rule_set: string;
  phase: TournamentPhase;
  entrants: number;
  round: number;
  rounds: number;
  seq: number;
}

export interface Entrant {
  id: string;
  surname: string;
  given_names: string;
  country: string;
  rating: number;
  federation_number: number;
  computer: boolean;
  seated: boolean;
  withdrawn_from_round: number;
}

export interface Result {
  black_discs: number;
  white_discs: number;
  winner: 'black' | 'white' | 'none' | null;
  kind: string;
}

export interface Board {
  table: number;
  black_entrant_id: string;
  white_entrant_id: string;
  game_id: string;
  result: Result | null;
}

export interface CostLevel {
  name: string;
  value: number;
}

export interface Round {
  number: number;
  stage: string;
  published_at_ms: number;
  starts_at_ms: number;
  boards: Board[];
  bye_entrant_id: string | null;
  cost: CostLevel[];
  finished: boolean;
}

export interface Official {
  account_id: string;
  role: string;
}

export interface Departure {
  what: string;
  rule: string;
}

export interface Tournament {
  summary: TournamentSummary;
  entrants: Entrant[];
  rounds: Round[];
  officials: Official[];
  format: string;
  main_time_ms: number;
  departures: Departure[];
  draw_anchor: string;
  revealed_seeds: string[];
  rule_set_json: string;
}

export interface Cell {
  round: number;
  kind: 'played' | 'open' | 'bye' | 'unplayed';
  opponent_entrant_id: string | null;
  black: boolean;
  discs: number;
  half_points: number;
  game_id: string | null;
  table: number;
}

export interface StandingsRow {
  rank: number;
  entrant_id: string;
  half_points: number;
  bq_half_units: number;
  discs: number;
  withdrawn: boolean;
  cells: Cell[];
  movement: number;
}

export interface Standings {
  tournament_id: string;
  version: number;
  round: number;
  open_boards: number;
  rows: StandingsRow[];
  constant: number;
  tie_breaks: string[];
  final_ranking: boolean;
}

export interface Clocks {
  black_ms: number;
  white_ms: number;
  running: Color | null;
  as_of_ms: number;
}

export interface PlayedPly {
  ply: number;
  color: Color;
  square: string | null;
  charged_ms: number;
  flag_fell: boolean;
}

export interface TableResult {
  black_discs: number;
  white_discs: number;
  winner: Color | null;
  reason: string;
}

export interface Table {
  game_id: string;
  tournament_id: string;
  round: number;
  table: number;
  black_entrant_id: string;
  white_entrant_id: string;
  seq: number;
  phase: 'armed' | 'live' | 'finished';
  starts_at_ms: number;
  board: string;
  to_move: Color | null;
  ply: number;
  legal_squares: string[];
  must_pass: boolean;
  last_square: string | null;
  last_flips: string[];
  clocks: Clocks;
  defaulted: Color | null;
  result: TableResult | null;
  plies: PlayedPly[];
  black_discs: number;
  white_discs: number;
  main_time_ms: number;
}

export interface ListedPlayer {
  federation_number: number;
  surname: string;
  given_names: string;
  country: string;
  rating: number;
}

export interface PlayersListImport {
  players: number;
  problems: { line: number; detail: string }[];
}

export interface RatingFileManifest {
  file_name: string;
  version: number;
  manifest: string;
  signature: string;
  public_key: string;
  at_ms: number;
}

export interface Ticket {
  ticket: string;
  expires_in_ms: number;
}

export interface ProblemDocument {
  code: string;
  title: string;
  detail: string;
  rule: string | null;
}
